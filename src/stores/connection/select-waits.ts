import { STATUS } from '../../contract/status.ts';
import type { ConnectionState, Wait } from './connection-store.ts';

/** What a wait is for when it holds all resources back. */
export const WAITS_FOR_ALL = 'everything';

/**
 * What holds all requests back, the first that counts:
 * - `stopped`: for good, until a person acts.
 * - `refused`: the server asked to wait (429).
 * - `used-up`: nothing remains of the quota.
 * - `broken`: the server fails or does not answer.
 */
export interface Hold {
  readonly kind: 'stopped' | 'refused' | 'used-up' | 'broken';
  /** The time of our clock at which it goes on; undefined when it does at once, or never by itself. */
  readonly until: number | undefined;
}

/** What holds all requests back at a time of our clock; undefined when nothing does. */
export function selectHold(connection: ConnectionState, now: number): Hold | undefined {
  const { stopped, heldUntil, waits } = connection;
  if (stopped !== undefined) {
    return { kind: 'stopped', until: undefined };
  }
  const isHeld = heldUntil !== undefined && heldUntil > now;
  const wait = waits.find(({ what }) => what === WAITS_FOR_ALL);
  if (wait === undefined) {
    return isHeld ? { kind: 'used-up', until: heldUntil } : undefined;
  }
  const { until } = wait;
  if (wait.reason.includes(`(${STATUS.rateLimited})`)) {
    return { kind: 'refused', until };
  }
  return { kind: wait.isOutage === true ? 'broken' : 'used-up', until };
}

/** What a resource waits for: its own wait when that does not end by itself, else what everything waits for. */
export function selectWait(
  { waits }: Pick<ConnectionState, 'waits'>,
  resource: string | undefined,
): Wait | undefined {
  const itsOwn = waits.find(({ what }) => what === resource);
  const ofAll = waits.find(({ what }) => what === WAITS_FOR_ALL);
  return itsOwn !== undefined && itsOwn.until === undefined ? itsOwn : (ofAll ?? itsOwn);
}
