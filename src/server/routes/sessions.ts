import { ENDPOINTS } from '../../contract/endpoints.ts';
import { sessionsQuerySchema } from '../../contract/queries.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/values.ts';
import type { Choices } from '../base/choices.ts';
import { dayBounds, readTimeZone, UTC } from '../base/days.ts';
import { readMessages } from '../db/session-contents.ts';
import { findSession, pageOfSessions, type StoredSession } from '../db/sessions.ts';
import { ok, RequestError } from '../http/answer.ts';
import { readQuery } from '../http/query.ts';
import { showSession } from './present.ts';
import { choosePage, showPagination } from './paging.ts';
import type { Route, RouteContext, RouteRequest } from '../http/route.ts';
import { unknownId } from './unknown-id.ts';

/** GET /sessions. An `agent_id` that the organization does not have matches no session. */
export const listSessions: Route = {
  endpoint: ENDPOINTS.listSessions,
  answer({ database, choices, random }, { organization, query }) {
    const asked = readQuery(sessionsQuerySchema, query);
    const page = choosePage(asked, DEFAULT_PAGE_SIZE.sessions, choices);
    const { rows, total } = pageOfSessions(database, organization, {
      ...page,
      filter: {
        agentId: asked.agent_id,
        clientId: asked.client_id,
        project: asked.project,
        gitBranch: asked.git_branch,
        day: chooseDay(asked.date, asked.tz, choices),
        withSubagents: asked.include_subagents ?? false,
      },
      choices,
      random,
    });
    return ok({ sessions: rows.map(showSession), pagination: showPagination(page, rows.length, total) });
  },
};

/** GET /sessions/{id} */
export const getSession: Route = {
  endpoint: ENDPOINTS.getSession,
  answer(context, request) {
    const session = showSession(requireSession(context, request));
    return ok(context.choices['session-wrapping'] === 'wrapped' ? { session } : session);
  },
};

/** GET /sessions/{id}/content */
export const getTranscript: Route = {
  endpoint: ENDPOINTS.getTranscript,
  answer(context, request) {
    const session = requireSession(context, request);
    return ok({
      session_id: session.session_id,
      message_count: session.message_count,
      messages: readMessages(context.database, session.number),
    });
  },
};

/** A `tz` is checked even where it changes nothing. */
function chooseDay(date: string | undefined, tz: string | undefined, choices: Choices) {
  const zone = tz === undefined ? UTC : readTimeZone(tz, choices['time-zone-format']);
  if (zone === undefined) {
    throw new RequestError(400, `tz must be ${TIME_ZONE_FORMATS[choices['time-zone-format']]}`);
  }
  return date === undefined ? undefined : dayBounds(date, choices['session-days'] === 'utc' ? UTC : zone);
}

const TIME_ZONE_FORMATS: Record<Choices['time-zone-format'], string> = {
  both: 'a time zone such as Europe/Oslo or an offset such as +02:00 (written %2B02:00)',
  iana: 'a time zone such as Europe/Oslo',
  offset: 'an offset such as +02:00 (written %2B02:00)',
};

function requireSession(
  { database, choices }: RouteContext,
  { organization, id }: RouteRequest,
): StoredSession {
  const kind = choices['session-id'];
  const number = /^\d{1,15}$/.test(id) && kind !== 'session-id' ? Number(id) : undefined;
  const found =
    (number === undefined ? undefined : findSession(database, organization, { number })) ??
    (kind === 'numeric' ? undefined : findSession(database, organization, { sessionId: id }));
  return found ?? unknownId('session', choices);
}
