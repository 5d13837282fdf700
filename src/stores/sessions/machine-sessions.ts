import type { Session } from '../../contract/session.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { Untrusted } from '../../lib/untrusted.ts';

/** The recorded sessions of one machine, last activity first. */
export interface MachineSessions {
  readonly clientId: Untrusted;
  readonly sessions: readonly Session[];
  /** Sessions that the server counts; undefined when it does not say. */
  readonly total: number | undefined;
  /** They were read to the end, or as far as they are read. */
  readonly isRead: boolean;
  /** How many of the server's were gone through when reading ended before all were; undefined where all were. */
  readonly clippedAt?: number | undefined;
}

/** When a session was at work, in milliseconds; undefined when that is not told. */
function timesOfSession({ created_at: created, modified_at: modified }: Session):
  | {
      readonly from: number;
      readonly to: number;
    }
  | undefined {
  const from = parseTime(created) ?? parseTime(modified);
  const to = parseTime(modified) ?? from;
  return from === undefined || to === undefined ? undefined : { from: Math.min(from, to), to };
}

/** A session and how far it lies from a time, in milliseconds: 0 when it was at work then, below 0 when it ended before. */
export interface NearSession {
  readonly session: Session;
  readonly distance: number;
}

/**
 * The session that was at work at a time or, when none was, the one nearest to it; of several at work the shortest, which
 * tells most. Undefined when none says when it was at work.
 */
export function findSessionAt(sessions: readonly Session[], time: number): NearSession | undefined {
  const placed = sessions.flatMap((session) => {
    const times = timesOfSession(session);
    if (times === undefined) {
      return [];
    }
    const distance = time < times.from ? times.from - time : time > times.to ? times.to - time : 0;
    return [{ session, distance, length: times.to - times.from }];
  });
  const [nearest] = placed.sort(
    (left, right) => Math.abs(left.distance) - Math.abs(right.distance) || left.length - right.length,
  );
  return nearest && { session: nearest.session, distance: nearest.distance };
}
