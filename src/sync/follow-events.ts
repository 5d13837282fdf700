import type { Client } from '../api/client.ts';
import { delay, type Clock } from '../lib/clock.ts';
import { EventTail, type FoundEvent, type TailOptions, type TailState } from './headless-tail.ts';
import { compareFound, OrderedRelease } from './ordered-release.ts';
import { PatientPolling, type PatientPollingOptions } from './patient-polling.ts';
import { watchClient } from './watched-client.ts';

/** Milliseconds between two polls: the target for events that somebody looks at. */
const POLL_EVERY = 2000;

export interface ReadingOptions
  extends Pick<TailOptions, 'filter' | 'begin' | 'until'>, PatientPollingOptions {
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
  const polling = new PatientPolling(options);
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
  /** Why reading ended early: an error, or why it was stopped; undefined when the window was read to its end. */
  readonly problem: unknown;
}

/** No good answer came for as long as was to be waited. The message says why, as far as that is known. */
export class PatienceEndedError extends Error {
  override name = 'PatienceEndedError';
}

/** Reads a window once, to its end. What fails is waited out for `patience` milliseconds without a good answer. */
export async function readWindow(options: ReadingOptions, patience: number): Promise<WindowReading> {
  const { clock } = options;
  const rows = new Map<string, FoundEvent>();
  const impatient = new AbortController();
  const signal = AbortSignal.any([options.signal, impatient.signal]);
  const polling = new PatientPolling({ ...options, signal });
  const startedAt = clock.now();
  const watch = (milliseconds: number): (() => void) =>
    clock.schedule(milliseconds, () => {
      const left = (polling.lastAnswer ?? startedAt) + patience - clock.now();
      if (left > 0) {
        stopWatching = watch(left);
      } else {
        impatient.abort(new PatienceEndedError(polling.lastError?.message ?? 'The server does not answer.'));
      }
    });
  let stopWatching = watch(patience);
  const tail = createTail(
    options,
    polling,
    (batch) => batch.forEach((found) => rows.set(found.event.id, found)),
    () => Promise.resolve(),
  );
  let problem: unknown;
  try {
    let more = true;
    while (more) {
      ({ more } = await polling.run(
        () => tail.poll(signal),
        () => undefined,
      ));
    }
  } catch (error) {
    problem = error;
  } finally {
    stopWatching();
  }
  return { rows: [...rows.values()].sort(compareFound), state: tail.state, problem };
}

function createTail(
  { client, clock, filter, begin, until }: ReadingOptions,
  polling: PatientPolling,
  sink: TailOptions['sink'],
  room: () => Promise<void>,
): EventTail {
  return new EventTail({
    client: watchClient(client, { before: room, answered: () => polling.noteAnswer() }),
    clock,
    begin,
    sink,
    ...(filter === undefined ? {} : { filter }),
    ...(until === undefined ? {} : { until }),
  });
}
