import type { Client } from '../api/client.ts';
import { listSessionClients, listSessions } from '../api/sessions.ts';
import type { Session, SessionClient } from '../contract/session.ts';
import type { Listing } from '../stores/stores.ts';
import type { SessionsView } from '../stores/view-store.ts';
import { readPages } from './read-pages.ts';

/** As many as are asked for at once. */
export const SESSION_PAGE = 100;

/** With so many the list ends. */
export const MOST_SESSIONS = 1000;

const MOST_PAGES = 50;
const MOST_CLIENTS = 5000;

/** What the server is asked for when it lists sessions. */
export type SessionFilters = Pick<SessionsView, 'date' | 'project' | 'branch' | 'clientId' | 'subagents'>;

/** The sessions that the filters let through, about a thousand at most. Throws what a request throws. */
export async function readSessions(
  client: Client,
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
  const listing = await readPages<Session>({
    mostPages: MOST_PAGES,
    mostRows: MOST_SESSIONS,
    readPage: (offset) => listSessions(client, { ...query, offset }, signal, 'sessions'),
    keyOf: ({ id }) => id,
  });
  // A server may take the project for the beginning of a path, or for a part of one.
  const rows = listing.rows.filter(
    ({ project_path }) => project === undefined || project_path === undefined || project_path === project,
  );
  return rows.length === listing.rows.length ? listing : { ...listing, rows, total: undefined };
}

/**
 * The clients that have sessions. No parameter is documented for them, so none is sent unless the first answer says
 * that it is a page of more. Throws what a request throws.
 */
export async function readSessionClients(
  client: Client,
  signal: AbortSignal | undefined,
): Promise<Listing<SessionClient>> {
  return readPages<SessionClient>({
    mostPages: MOST_PAGES,
    mostRows: MOST_CLIENTS,
    async readPage(offset) {
      const query = offset === 0 ? {} : { limit: SESSION_PAGE, offset };
      const answered = await listSessionClients(client, query, signal, 'session clients');
      const { value } = answered;
      const pagination = value.pagination ?? { total: value.rows.length + value.damaged.length };
      return { ...answered, value: { ...value, pagination } };
    },
    keyOf: ({ raw }) => JSON.stringify(raw),
  });
}
