import type { Session } from '../../contract/session.ts';
import { nestSubagents } from '../../stores/sessions/nest-subagents.ts';
import { SESSION_ORDERS } from '../../stores/sessions/sort-sessions.ts';
import { createRowSorter } from '../../stores/base/sort-rows.ts';
import type { Listing } from '../../stores/base/listing.ts';
import { NOTHING_READ, type HowFar } from '../../sync/follow/follow-events.ts';
import { SESSION_PAGE, type SessionFilters } from '../../sync/lists/read-sessions.ts';
import { SessionReader } from '../../sync/lists/session-reader.ts';
import { stoppedReading } from '../output/printed-events.ts';
import { say } from '../output/say.ts';
import type { CommandSession } from '../session/command-session.ts';

/** What a session that no filter leaves out is asked for by. */
export const ALL_SESSIONS: SessionFilters = {
  date: undefined,
  dateZone: 'utc',
  project: undefined,
  branch: undefined,
  clientId: undefined,
  agentId: undefined,
  subagents: true,
};

/** Sessions that were read, and whether there are more than are ever held. */
export interface ReadSessions extends Listing<Session> {
  readonly isFull: boolean;
}

/** All sessions of these filters, by their last activity, the latest first. Rejects as `session.read` does. */
export async function readAllSessions(
  session: CommandSession,
  filters: SessionFilters,
): Promise<ReadSessions> {
  const reader = new SessionReader(session.connection.reading, session.clock);
  let howFar: HowFar = NOTHING_READ;
  const note = ({ rows, damaged, total }: Listing<Session>) => {
    howFar = { read: rows.length + damaged.length, of: total, pageRows: SESSION_PAGE };
  };
  const progress = session.connection.showProgress('sessions', () => howFar);
  try {
    let listing = await session.read((_client, signal) => reader.read(filters, signal, note));
    for (note(listing); reader.beyond(filters) === 'more'; note(listing)) {
      const more = await session.read((_client, signal) => reader.readOn(filters, signal));
      listing = more ?? listing;
    }
    return { ...listing, rows: latestFirst(listing.rows), isFull: reader.beyond(filters) === 'full' };
  } catch (error) {
    progress.end();
    if (howFar.read > 0) {
      say(stoppedReading('sessions', howFar));
    }
    throw error;
  } finally {
    progress.end();
  }
}

/** As the console lists them: by last activity, those of subagents under the sessions that began them. */
function latestFirst(sessions: readonly Session[]): readonly Session[] {
  const [order] = SESSION_ORDERS;
  const sorted =
    order === undefined ? sessions : createRowSorter<Session>()(sessions, order.keyOf, order.descending);
  return nestSubagents(sorted).rows;
}
