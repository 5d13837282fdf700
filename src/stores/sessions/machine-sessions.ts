import type { Session } from '../../contract/session.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import type { ListDoubt } from '../base/listing.ts';

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
  /** Why it cannot be verified that they are all. */
  readonly doubt?: ListDoubt | undefined;
}

/** When a session was at work, in milliseconds; undefined when that is not known. */
export function timesOfSession({
  created_at: created,
  modified_at: modified,
}: Pick<Session, 'created_at' | 'modified_at'>):
  | {
      readonly from: number;
      readonly to: number;
    }
  | undefined {
  const from = parseTime(created) ?? parseTime(modified);
  const to = parseTime(modified) ?? from;
  return from === undefined || to === undefined ? undefined : { from: Math.min(from, to), to };
}
