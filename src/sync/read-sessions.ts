import type { Client } from '../api/client.ts';
import { listSessionClients, listSessions } from '../api/sessions.ts';
import type { Session, SessionClient } from '../contract/session.ts';
import type { Clock } from '../lib/clock.ts';
import type { Listing } from '../stores/stores.ts';
import type { SessionsView } from '../stores/view-store.ts';
import { PagedList } from './paged-list.ts';

/** As many as are asked for at once. */
export const SESSION_PAGE = 100;

/** With so many the list ends. */
export const MOST_SESSIONS = 1000;

/** Only a list in another order each time, in small pages, takes so many. */
const MOST_PAGES = 100;
const MOST_CLIENTS = 5000;

/** What the server is asked for when it lists sessions. */
export type SessionFilters = Pick<SessionsView, 'date' | 'project' | 'branch' | 'clientId' | 'subagents'>;

/** The list of sessions, about a thousand of them at most. */
export function createSessionList(clock: Clock): PagedList<Session> {
  return new PagedList({ mostPages: MOST_PAGES, mostRows: MOST_SESSIONS, keyOf: ({ id }) => id, clock });
}

/** The sessions that the filters let through. Throws what a request throws. */
export async function readSessions(
  client: Client,
  list: PagedList<Session>,
  { date, project, branch, clientId, subagents }: SessionFilters,
  signal: AbortSignal | undefined,
): Promise<Listing<Session>> {
  const query = {
    limit: SESSION_PAGE,
    date,
    project,
    git_branch: branch,
    client_id: clientId,
    include_subagents: subagents ? true : undefined,
  };
  const listing = await list.read(
    (offset) => listSessions(client, { ...query, offset }, signal, 'sessions'),
    JSON.stringify(query),
  );
  // A server may take the project for the beginning of a path, or for a part of one.
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
  return list.read(async (offset) => {
    const query = offset === 0 ? {} : { limit: SESSION_PAGE, offset };
    const answered = await listSessionClients(client, query, signal, 'session clients');
    const { value } = answered;
    const pagination = value.pagination ?? { total: value.rows.length + value.damaged.length };
    return { ...answered, value: { ...value, pagination } };
  });
}
