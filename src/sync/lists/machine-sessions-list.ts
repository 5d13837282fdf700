import type { Client } from '../../api/client.ts';
import { listSessions } from '../../api/sessions.ts';
import type { Session } from '../../contract/session.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import type { Listing } from '../../stores/base/listing.ts';
import type { MachineSessions } from '../../stores/sessions/machine-sessions.ts';
import type { CountTrust } from './count-trust.ts';
import { PagedList } from './paged-list.ts';
import { SESSION_PAGE } from './read-sessions.ts';

/** With so many sessions of one machine the list ends. */
const MOST_SESSIONS = 2000;

const MOST_PAGES = 100;

/** With what the sessions of a machine are read. */
export interface MachineSessionsOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** What was learned of where the lists of the server end. */
  readonly ends: CountTrust;
  readonly signal: AbortSignal;
  /** Is given what was read so far after each page but the last. */
  readonly onPart?: ((part: MachineSessions) => void) | undefined;
}

/**
 * The sessions of one machine (GET /sessions by `client_id`), subagents included, last activity first. Throws what a request
 * throws.
 */
export async function readSessionsOfMachine(
  clientId: Untrusted,
  { client, clock, ends, signal, onPart }: MachineSessionsOptions,
): Promise<MachineSessions> {
  const list = new PagedList<Session>({
    mostPages: MOST_PAGES,
    mostRows: MOST_SESSIONS,
    keyOf: ({ id }) => id,
    clock,
    ends,
  });
  const query = { limit: SESSION_PAGE, client_id: clientId, include_subagents: true };
  const listing = await list.read(
    (offset) => listSessions(client, { ...query, offset }, signal, 'sessions of a machine'),
    onPart && ((part) => onPart(ofMachine(clientId, part, false))),
  );
  return ofMachine(clientId, listing, true);
}

function ofMachine(clientId: Untrusted, listing: Listing<Session>, isRead: boolean): MachineSessions {
  // A server that takes no notice of the filter sends those of all machines.
  const own = listing.rows.filter(({ client_id: client }) => client === clientId);
  const sessions = own.toSorted((left, right) => lastActivity(right) - lastActivity(left));
  const total = own.length === listing.rows.length ? listing.total : undefined;
  const reached = listing.rows.length + listing.damaged.length;
  const isClipped =
    isRead &&
    listing.rows.length >= MOST_SESSIONS &&
    (listing.total === undefined || listing.total > reached);
  const clippedAt = isClipped ? listing.rows.length : undefined;
  return { clientId, sessions, total, isRead, clippedAt, doubt: listing.doubt };
}

function lastActivity({ modified_at: modified }: Session): number {
  return parseTime(modified) ?? 0;
}
