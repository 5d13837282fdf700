import type { Client } from '../api/client.ts';
import { delay, type Clock } from '../lib/clock.ts';
import { EventTail, type FoundEvent, type TailOptions, type TailState } from './headless-tail.ts';
import { compareFound, OrderedRelease } from './ordered-release.ts';
import { PatientPolling, type PatientPollingOptions } from './patient-polling.ts';
import { watchClient } from './watched-client.ts';

/** Milliseconds between two polls: the target for events that somebody looks at. */
const POLL_EVERY = 2000;

/** A wait for the rate limit that is longer is worth a word, in milliseconds. */
const NOTABLE_HOLD = 5000;

export interface ReadingOptions
  extends Pick<TailOptions, 'filter' | 'begin' | 'until'>, Omit<PatientPollingOptions, 'patience'> {
  /** Paces itself. */
  readonly client: Client;
  readonly clock: Clock;
}

export interface FollowOptions extends ReadingOptions {
  /** Gets rows in order, each id once but for changes. Reading waits while it has not resolved; it must not reject. */
  readonly write: (rows: readonly FoundEvent[]) => Promise<void>;
  /** Told after each complete poll. */
  readonly progress: (state: TailState) => void;
}

/**
 * Follows the feed until the signal aborts, or until everything before `until` was read. Rows are given out after each
 * poll, ordered by (timestamp, id) among themselves, and after five seconds at the latest. Failures are waited out;
 * throws only the errors that waiting does not mend. What was found is always given out before it ends.
 */
export async function followEvents(options: FollowOptions): Promise<void> {
  const { clock, signal, until = Number.POSITIVE_INFINITY, write, progress } = options;
  const release = new OrderedRelease(clock, write);
  const polling = new PatientPolling({ ...options, patience: Number.POSITIVE_INFINITY });
  const tail = createTail(
    options,
    polling,
    (batch) => release.add(batch),
    () => release.room(),
  );
  const poll = () => tail.poll(signal);
  const giveOut = () => void release.release();
  try {
    for (;;) {
      const { more } = await polling.run(poll, giveOut);
      if (more) {
        continue;
      }
      await release.release();
      progress(tail.state);
      if ((tail.state.completeThrough ?? Number.NEGATIVE_INFINITY) >= until) {
        return;
      }
      await delay(clock, POLL_EVERY, signal);
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
  } finally {
    await release.release();
  }
}

/** What reading a window once has found. */
export interface WindowReading {
  /** By (timestamp, id), each id once, as it was last seen. */
  readonly rows: readonly FoundEvent[];
  readonly state: TailState;
  /** Why reading ended early; undefined when the window was read to its end. */
  readonly problem: unknown;
}

/** Reads a window once, to its end. Failures are waited out for `patience` milliseconds without a good answer. */
export async function readWindow(options: ReadingOptions, patience: number): Promise<WindowReading> {
  const rows = new Map<string, FoundEvent>();
  const polling = new PatientPolling({ ...options, patience });
  const collect = (batch: readonly FoundEvent[]) => batch.forEach((found) => rows.set(found.event.id, found));
  const tail = createTail(options, polling, collect, () => Promise.resolve());
  let problem: unknown;
  try {
    while (
      (
        await polling.run(
          () => tail.poll(options.signal),
          () => undefined,
        )
      ).more
    );
  } catch (error) {
    problem = error;
  }
  return { rows: [...rows.values()].sort(compareFound), state: tail.state, problem };
}

function createTail(
  { client, clock, filter, begin, until, heldUntil, report }: ReadingOptions,
  polling: PatientPolling,
  sink: TailOptions['sink'],
  room: () => Promise<void>,
): EventTail {
  const watched = watchClient(client, {
    async before() {
      await room();
      const held = heldUntil();
      if (held !== undefined && held - clock.now() > NOTABLE_HOLD) {
        report({ kind: 'held', until: held });
      }
    },
    answered: () => polling.noteAnswer(),
  });
  return new EventTail({
    client: watched,
    clock,
    begin,
    sink,
    ...(filter === undefined ? {} : { filter }),
    ...(until === undefined ? {} : { until }),
  });
}
