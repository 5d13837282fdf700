import { selectHold, type Hold } from '../../../stores/connection/select-waits.ts';
import type { Stores } from '../../../stores/stores.ts';

/** What keeps the server from being asked. */
export const HOLD_WORDS: Readonly<Record<Hold['kind'], string>> = {
  stopped: 'Nothing is asked of the server',
  refused: 'The server asks to wait (429)',
  'used-up': 'The rate limit is used up',
  broken: 'The server does not answer as it should',
};

export interface HoldLeft {
  readonly kind: Hold['kind'];
  /** Until the server may be asked again, in milliseconds. */
  readonly left: number;
}

/** What keeps the server from being asked, and for how long; undefined when nothing does. */
export function holdLeft({ connection }: Pick<Stores, 'connection'>, now: number): HoldLeft | undefined {
  const hold = selectHold(connection.getState(), now);
  return hold?.until === undefined || hold.until <= now
    ? undefined
    : { kind: hold.kind, left: hold.until - now };
}
