import { delay, type Clock } from '../../lib/clock.ts';
import { READS_LAG } from './recent-change.ts';
import type { Write } from './write.ts';

/** Milliseconds between one reading and the next while a change is not seen yet: seven seconds in all, as `READS_LAG`. */
const PAUSES = [500, 1000, 1500, 2000, 2000] as const;

/** How it is waited for a change to be seen. */
export interface Waiting {
  readonly clock: Clock;
  /** Ends the waiting, and no reading that is under way. */
  readonly signal?: AbortSignal | undefined;
  /** Called when it is read once more since the change is not seen, or is seen and may be from before an earlier one from here. */
  readonly onWait?: ((isSeen: boolean) => void) | undefined;
  /** When, by the monotonic clock, a reading that shows what was wanted cannot be from before an earlier change from here. */
  readonly provenFrom: () => Promise<number>;
}

/** What was read after a change. */
export interface Readings<State> {
  /** As it was read last; undefined when it could not be read. */
  readonly state: State | undefined;
  /** All that was read, the first one first. */
  readonly all: readonly State[];
  /** Why it could not be read. */
  readonly error: unknown;
  /** It is known that what was read last is not from before the change, or it was waited for long enough. */
  readonly isSettled: boolean;
  /** It is no longer waited for since somebody ended that. */
  readonly isCut: boolean;
  /** For how many milliseconds it was read again. */
  readonly waited: number;
}

/**
 * Reads what became of a change. What a server gives may be from before it ("Writes"), so it is read again while it is not as it
 * was wanted, unless the server's own marks say that the reading is newer than its `answer`. An error is tried once more.
 */
export async function readAfter<State, Answer>(
  write: Write<State, Answer>,
  sent: { readonly fresh: State; readonly answer?: Answer },
  { clock, signal, onWait, provenFrom }: Waiting,
): Promise<Readings<State>> {
  const from = clock.monotonic();
  let begunAt = from;
  let state: State;
  try {
    state = await write.read('after the change');
  } catch {
    begunAt = clock.monotonic();
    try {
      state = await write.read('after the change, once more');
    } catch (error) {
      return { state: undefined, all: [], error, isSettled: false, isCut: false, waited: 0 };
    }
  }
  const all = [state];
  let error: unknown;
  let isCut = false;
  const isConclusive = async () => {
    const age = write.ageAfter?.(state, sent);
    return write.isReached(state)
      ? age === 'same' || age === 'newer' || begunAt >= (await provenFrom())
      : sent.answer !== undefined && (age === 'same' || age === 'newer');
  };
  let isSettled = await isConclusive();
  for (const pause of isSettled ? [] : PAUSES) {
    try {
      signal?.throwIfAborted();
      onWait?.(write.isReached(state));
      await delay(clock, pause, signal);
    } catch {
      isCut = true;
      break;
    }
    const at = clock.monotonic();
    try {
      state = await write.read('after the change, which is not seen yet');
    } catch (problem) {
      error = problem;
      continue;
    }
    begunAt = at;
    all.push(state);
    isSettled = await isConclusive();
    if (isSettled) {
      break;
    }
  }
  const waited = clock.monotonic() - from;
  return { state, all, error, isSettled: isSettled || begunAt - from >= READS_LAG, isCut, waited };
}
