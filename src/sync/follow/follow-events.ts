import type { Client } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { delay, type Clock } from '../../lib/clock.ts';
import type { EventsFilter } from '../../stores/events/events-store.ts';
import { unaskedField } from './asked-for.ts';
import { ChangedEvents } from './changed-events.ts';
import { EventTail, type FoundEvent, type TailOptions, type TailState } from '../tail/event-tail.ts';
import { InitialRows } from './initial-rows.ts';
import { RetryEndedError } from '../retry/retry-ended-error.ts';
import { compareFound, OrderedRelease } from './ordered-release.ts';
import { LONGEST_AT_PROMPT, RetryingPolling, type RetryingPollingOptions } from '../retry/retry-loop.ts';
import { watchClient } from '../retry/wrap-client.ts';

/** Milliseconds between two polls: the target for events that somebody looks at. */
const POLL_EVERY = 2000;

/**
 * How much of the past is read although it is not given out, so that an event of that time that comes in late, as from a
 * laptop that was offline, can be told from those that were there.
 */
const LATE_ROOM = { seconds: 24 * 3600, rows: 10_000 } as const;

export interface ReadingOptions
  extends Pick<TailOptions, 'filter' | 'begin' | 'until' | 'known'>, RetryingPollingOptions {
  /** Paces itself. */
  readonly client: Client;
  readonly clock: Clock;
  /** Told by which field the server gives events that were not asked for; these are left out. */
  readonly onUnasked?: (field: keyof EventsFilter) => void;
  /** Those of some events that are wanted, where a server cannot be asked for them alone; all without it. */
  readonly select?: ((rows: readonly FoundEvent[]) => readonly FoundEvent[]) | undefined;
}

export interface FollowOptions extends ReadingOptions {
  /** Gets rows in order, each id once. Reading waits while it has not resolved; it must not reject. */
  readonly write: (rows: readonly FoundEvent[]) => Promise<void>;
  /**
   * Called after each complete poll, with the ids of events that say something else than when they were last read, and with
   * the earliest time of what was found and not taken yet; undefined where there is none.
   */
  readonly progress: (state: TailState, changed: readonly string[], heldSince: number | undefined) => void;
  /** How many of the newest it begins with, where not all that `begin` names are wanted. */
  readonly opensWith?: number | undefined;
}

/**
 * Follows the feed until the signal aborts, or until everything before `until` was read. Begins with exactly so many of
 * the newest events, or with all after a time, each once and oldest first; then gives out what is found, ordered by
 * (timestamp, id) among itself, after each poll and after five seconds at the latest. Failures are waited out; throws
 * only the errors that waiting does not mend. What was found is always given out before it ends. Resolves with what is known
 * of its completeness when it ended by itself.
 */
export async function followEvents(options: FollowOptions): Promise<TailState | undefined> {
  const { begin, clock, signal, until = Number.POSITIVE_INFINITY, write, progress } = options;
  const { select = all } = options;
  const release = new OrderedRelease(clock, write);
  const polling = new RetryingPolling(options);
  const opening = new InitialRows('newest' in begin ? (options.opensWith ?? begin.newest) : 0);
  let isOpen = false;
  const seen = new ChangedEvents();
  const changed = new Set<string>();
  const sink = (batch: readonly FoundEvent[]) => {
    const wanted = select(batch.filter((found) => isWanted(found, options)));
    seen.see(wanted.map(({ event }) => event)).forEach(({ id }) => changed.add(id));
    const rows = wanted.filter(({ kind }) => kind !== 'known');
    if (!isOpen) {
      opening.add(rows.filter(({ kind }) => kind === 'history'));
    }
    release.add(rows.filter(({ kind }) => kind !== 'history'));
  };
  const tail = createTail(options, polling, sink, {
    room: () => release.room(),
    ...('newest' in begin ? { backfill: LATE_ROOM } : {}),
  });
  try {
    for (;;) {
      const { more } = await polling.run(
        (attempt) => tail.poll(attempt),
        () => void release.release(),
      );
      const { completeThrough, readThrough, doubt } = tail.state;
      if (!isOpen && readThrough !== undefined) {
        isOpen = true;
        release.add(opening.rows);
        void release.release();
      }
      if (tail.failure !== undefined) {
        polling.report(tail.failure);
      }
      progress(tail.state, [...changed], release.heldSince);
      changed.clear();
      if (more) {
        continue;
      }
      await release.release();
      // Where that cannot be certified, it ends when all was read that the server gave.
      const through = doubt === undefined ? completeThrough : readThrough;
      if (through !== undefined && through >= until) {
        return tail.state;
      }
      await delay(clock, POLL_EVERY, signal);
    }
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
    return undefined;
  } finally {
    await release.release();
  }
}

/** What reading a window once has found. */
export interface WindowReading {
  /** By (timestamp, id), each id once, as it was last seen. */
  readonly rows: readonly FoundEvent[];
  readonly state: TailState;
  /** How many of the rows the server no longer counted when it was read to its end. */
  readonly deleted: number;
  /** Why reading ended early: an error, or why it was stopped; undefined when the window was read to its end. */
  readonly problem: unknown;
}

/** How far a reading of many pages has come. */
export interface HowFar {
  /** Rows that were found. */
  readonly read: number;
  /** Rows that there are; undefined where nothing says that can be trusted. */
  readonly of: number | undefined;
  /** Rows of a page. */
  readonly pageRows: number;
}

/** How far one has come that did not begin. */
export const NOTHING_READ: HowFar = { read: 0, of: undefined, pageRows: 1 };

/** How a window is read once. */
export interface WindowOptions extends ReadingOptions {
  /** Called at the beginning with what says how far the reading has come whenever that is asked. */
  readonly onBegin?: (howFar: () => HowFar) => void;
  /** Gets the rows as they are found, those again that say something else; then they are not in what was found in the end. */
  readonly take?: (rows: readonly FoundEvent[]) => void;
}

/** Reads a window once, to its end. What fails is waited out for `patience` milliseconds without a good answer. */
export async function readWindow(options: WindowOptions, patience: number): Promise<WindowReading> {
  const { clock } = options;
  const rows = new Map<string, FoundEvent>();
  const impatient = new AbortController();
  const signal = AbortSignal.any([options.signal, impatient.signal]);
  const startedAt = clock.now();
  const givesUpAt = () => (tail.failure?.since ?? polling.lastAnswer ?? startedAt) + patience;
  const polling: RetryingPolling = new RetryingPolling({
    ...options,
    report: (report) =>
      options.report(report.kind === 'failing' ? { ...report, givesUpAt: givesUpAt() } : report),
    signal,
    longestPause: LONGEST_AT_PROMPT,
  });
  const watch = (milliseconds: number): (() => void) =>
    clock.schedule(milliseconds, () => {
      const { failure } = tail;
      const left = givesUpAt() - clock.now();
      if (left > 0) {
        stopWatching = watch(left);
      } else {
        const error = failure?.error instanceof ApiError ? failure.error : polling.lastError;
        impatient.abort(new RetryEndedError(error, { waited: patience }));
      }
    });
  let stopWatching = watch(patience);
  let taken = 0;
  const sink = (batch: readonly FoundEvent[]) => {
    const wanted = (options.select ?? all)(batch.filter((found) => isWanted(found, options)));
    if (options.take === undefined) {
      wanted.forEach((found) => rows.set(found.event.id, found));
    } else {
      options.take(wanted);
      taken += wanted.filter(({ kind }) => kind !== 'known').length;
    }
  };
  const tail = createTail(options, polling, sink, { longestPause: LONGEST_AT_PROMPT });
  options.onBegin?.(() => {
    const { toRead } = tail;
    const read = rows.size + taken;
    return toRead === undefined
      ? { ...NOTHING_READ, read }
      : { read, of: read + toRead.events, pageRows: toRead.atOnce };
  });
  let problem: unknown;
  try {
    for (let isRead = false; !isRead;) {
      const { more } = await polling.run(
        (attempt) => tail.poll(attempt),
        () => undefined,
      );
      if (tail.failure !== undefined) {
        await polling.outlast(tail.failure);
      }
      isRead = !more && tail.failure === undefined;
    }
  } catch (error) {
    problem = error;
  } finally {
    stopWatching();
  }
  return {
    rows: [...rows.values()].sort(compareFound),
    state: tail.state,
    deleted: tail.deletedMeanwhile,
    problem,
  };
}

const all = (rows: readonly FoundEvent[]) => rows;

/** Both bounds are exclusive, whatever the server makes of them and of the filter, to whatever precision it reads them. */
function isWanted({ time, event }: FoundEvent, { begin, until, filter, onUnasked }: ReadingOptions): boolean {
  const since = 'since' in begin ? begin.since : Number.NEGATIVE_INFINITY;
  if (time !== undefined && (time <= since || time >= (until ?? Number.POSITIVE_INFINITY))) {
    return false;
  }
  const unasked = filter === undefined ? undefined : unaskedField(event, filter);
  if (unasked !== undefined) {
    onUnasked?.(unasked);
  }
  return unasked === undefined;
}

function createTail(
  { client, clock, random, filter, begin, until, known }: ReadingOptions,
  polling: RetryingPolling,
  sink: TailOptions['sink'],
  {
    room = () => Promise.resolve(),
    ...rest
  }: { readonly room?: () => Promise<void> } & Pick<TailOptions, 'backfill' | 'longestPause'> = {},
): EventTail {
  const tail: EventTail = new EventTail({
    client: watchClient(client, {
      before: room,
      answered: () => polling.noteAnswer(),
      failed: (facts) => tail.noteAnswer(facts),
    }),
    clock,
    random,
    begin,
    sink,
    until,
    ...(filter === undefined ? {} : { filter }),
    ...(known === undefined ? {} : { known }),
    ...rest,
  });
  return tail;
}
