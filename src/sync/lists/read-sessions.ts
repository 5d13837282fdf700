import type { Answered, Client } from '../../api/client.ts';
import { listSessionClients, listSessions, MOST_CLIENTS } from '../../api/sessions.ts';
import type { Page } from '../../contract/pagination.ts';
import type { Session, SessionClient } from '../../contract/session.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Listing } from '../../stores/base/listing.ts';
import type { SessionsView } from '../../stores/sessions/sessions-view.ts';
import type { ListMemory } from './offset-cursor.ts';
import { PagedList } from './paged-list.ts';

/** As many as are asked for at once. */
export const SESSION_PAGE = 100;

/** Only a list in another order each time, in small pages, takes so many. */
const MOST_PAGES = 100;

/** What the server is asked for when it lists sessions. */
export type SessionFilters = Pick<
  SessionsView,
  'date' | 'dateZone' | 'project' | 'branch' | 'clientId' | 'agentId' | 'subagents'
>;

/** Filters as the parameters of GET /sessions; the day in UTC, or none. */
export type SessionQuestion = ReturnType<typeof questionOf>;

/**
 * The parameters for those filters (GET /sessions). `date` is a day in UTC: what `tz` takes and whether it is honoured is
 * not shown, so it is not sent, and days of another zone are put together by the caller.
 */
export function questionOf(
  { project, branch, clientId, agentId, subagents }: Omit<SessionFilters, 'date' | 'dateZone'>,
  date: string | undefined,
) {
  return {
    date,
    project,
    git_branch: branch,
    client_id: clientId,
    agent_id: agentId,
    include_subagents: subagents ? true : undefined,
  };
}

/** One page of the sessions that are asked for. Throws what a request throws. */
export function readSessionPage(
  client: Client,
  question: SessionQuestion,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  signal: AbortSignal | undefined,
): Promise<Answered<Page<Session>>> {
  return listSessions(client, { limit, ...question, offset }, signal, 'sessions');
}

/** A list of sessions that is read page by page, so many at most. */
export function createSessionList(
  clock: Pick<Clock, 'monotonic'>,
  mostRows: number,
  ends?: ListMemory['ends'],
): PagedList<Session> {
  return new PagedList({ mostPages: MOST_PAGES, mostRows, keyOf: ({ id }) => id, clock, ends });
}

/** Without the sessions of other projects: a server may take the project for the beginning of a path, or for a part. */
export function ofProject(listing: Listing<Session>, project: string | undefined): Listing<Session> {
  const rows = listing.rows.filter(
    ({ project_path }) => project === undefined || project_path === undefined || project_path === project,
  );
  return rows.length === listing.rows.length ? listing : { ...listing, rows, total: undefined };
}

/** The list of clients that have sessions. */
export function createSessionClientList(clock: Clock): PagedList<SessionClient> {
  return new PagedList({
    mostPages: MOST_PAGES,
    mostRows: MOST_CLIENTS,
    keyOf: ({ raw }) => JSON.stringify(raw),
    clock,
  });
}

/**
 * The clients that have sessions. No parameter is documented for them, so none is sent unless the first answer says
 * that it is a page of more. Throws what a request throws.
 */
export async function readSessionClients(
  client: Client,
  list: PagedList<SessionClient>,
  signal: AbortSignal | undefined,
): Promise<Listing<SessionClient>> {
  let whole: Answered<Page<SessionClient>> | undefined;
  return list.read(async (offset) => {
    if (whole !== undefined && offset > 0) {
      return { ...whole, value: { ...whole.value, rows: [], damaged: [] } };
    }
    const query = offset === 0 ? {} : { limit: SESSION_PAGE, offset };
    const answered = await listSessionClients(client, query, signal, 'session clients');
    const { value } = answered;
    if (value.pagination !== undefined) {
      return answered;
    }
    const pagination = { total: value.sent ?? value.rows.length, has_more: false };
    whole = { ...answered, value: { ...value, pagination } };
    return whole;
  });
}
