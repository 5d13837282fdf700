import { ENDPOINTS } from '../../contract/endpoints.ts';
import { calendarQuerySchema, sessionClientsQuerySchema } from '../../contract/queries.ts';
import { DEFAULT_PAGE_SIZE } from '../../contract/values.ts';
import { addDays, dateOf, dayBounds, daysBetween, UTC } from '../base/days.ts';
import { countSessionsByClient, countSessionsByDay } from '../db/session-counts.ts';
import { ok, RequestError } from '../http/answer.ts';
import { readQuery } from '../http/query.ts';
import { choosePage, showPagination } from './paging.ts';
import type { Route, RouteContext } from '../http/route.ts';

const DAY = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
/** Ten years and a little: a mistyped year must not make an answer of a million days. */
const MOST_DAYS = 3700;

/** GET /sessions/calendar: one entry a day in UTC, those without sessions included. */
export const getCalendar: Route = {
  endpoint: ENDPOINTS.getCalendar,
  answer(context, { organization, query }) {
    const { first, last } = chooseDays(context, query);
    const window = { from: dayBounds(first, UTC).from, to: dayBounds(last, UTC).to };
    const counts = countSessionsByDay(context.database, organization, window, context.choices);
    const days = Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => ({
      date: addDays(first, index),
      count: counts.get(window.from / DAY + index) ?? 0,
    }));
    return ok({ days, total_count: days.reduce((sum, day) => sum + day.count, 0) });
  },
};

/** The first and the last day to count; the last is before the first when there is none. */
function chooseDays({ choices, clock }: RouteContext, query: URLSearchParams) {
  const asked = readQuery(calendarQuerySchema, query);
  if (choices['calendar-bounds'] === 'required') {
    for (const name of ['since', 'until'] as const) {
      if (asked[name] === undefined) {
        throw new RequestError(400, `${name} is required; it must be a date written YYYY-MM-DD`);
      }
    }
  }
  const shift = choices['calendar-until'] === 'exclusive' ? -1 : 0;
  const today = dateOf(clock.now());
  const last =
    asked.until === undefined
      ? asked.since !== undefined && asked.since > today
        ? asked.since
        : today
      : addDays(asked.until, shift);
  const first = asked.since ?? addDays(last, 1 - DEFAULT_DAYS);
  if (asked.since !== undefined && asked.until !== undefined && asked.since > asked.until) {
    throw new RequestError(400, 'since must be a date that is not after until');
  }
  if (daysBetween(first, last) >= MOST_DAYS) {
    throw new RequestError(400, `since must be a date at most ${MOST_DAYS} days before until`);
  }
  return { first, last };
}

/** GET /sessions/clients, in the shape that the choices say; the busiest client first. */
export const listSessionClients: Route = {
  endpoint: ENDPOINTS.listSessionClients,
  answer({ database, choices }, { organization, query }) {
    const clients = countSessionsByClient(database, organization, choices);
    switch (choices['session-clients']) {
      case 'envelope':
        return ok({ clients });
      case 'bare':
        return ok(clients);
      case 'short-names':
        return ok({
          data: clients.map((client) => ({
            client: client.client_id,
            hostname: client.agent_hostname,
            count: client.session_count,
          })),
          total: clients.length,
        });
      case 'paged': {
        const page = choosePage(
          readQuery(sessionClientsQuerySchema, query),
          DEFAULT_PAGE_SIZE.sessions,
          choices,
        );
        const rows = clients.slice(page.offset, page.offset + page.limit);
        return ok({ clients: rows, pagination: showPagination(page, rows.length, clients.length) });
      }
    }
  },
};
