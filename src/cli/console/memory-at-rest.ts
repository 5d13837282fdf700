import type { Clock } from '../../lib/clock.ts';
import type { Stores } from '../../stores/stores.ts';

/** What takes memory and can give it back; in bytes. */
export interface Memory {
  readonly resident: number;
  /** Gives back what is not used. It holds everything up: some 40 ms, and 200 ms with 200,000 events. */
  release(): void;
}

/** Milliseconds without any change before memory is given back, and without any change by a person. */
const REST = 1000;
const REST_OF_PERSON = 3000;

/** It must be worth the while: so many bytes more than after the last time. */
const MUCH = 12 * 1024 * 1024;

/** Milliseconds from one time to the next after a transcript, which may have been large. */
const AFTER_TRANSCRIPT = 120_000;

/**
 * Milliseconds from one time to the next after anything else, unless so many rows came in that what is left of reading them is large: at least
 * so many, and more where many are held, since it takes the longer then.
 */
const SELDOM = 600_000;
const MANY_ROWS = 5000;
const MUCH_OF_ALL = 0.2;

/**
 * Gives back memory that starting, reading the past, or a closed transcript has left ("Memory"): Node keeps it for much
 * longer, and others share the machine. That happens while nothing arrives and nobody types. Returns how to end it.
 */
export function giveBackMemoryAtRest(
  { events, transcript, view }: Pick<Stores, 'events' | 'transcript' | 'view'>,
  memory: Memory,
  clock: Clock,
): () => void {
  let kept = 0;
  let rowsThen = 0;
  let leastPause = SELDOM;
  let releasedAt = Number.NEGATIVE_INFINITY;
  let changedAt = clock.monotonic();
  let changedByPersonAt = Number.NEGATIVE_INFINITY;
  let cancelLook: (() => void) | undefined;

  function look(): void {
    cancelLook = undefined;
    const now = clock.monotonic();
    const isMany = events.getState().rows.length - rowsThen >= Math.max(MANY_ROWS, MUCH_OF_ALL * rowsThen);
    const wait = Math.max(
      changedAt + REST - now,
      changedByPersonAt + REST_OF_PERSON - now,
      isMany ? 0 : releasedAt + leastPause - now,
    );
    if (wait > 0) {
      lookIn(wait);
    } else if (memory.resident >= kept + MUCH) {
      memory.release();
      releasedAt = clock.monotonic();
      leastPause = SELDOM;
      kept = memory.resident;
      rowsThen = events.getState().rows.length;
    }
  }

  function lookIn(milliseconds: number): void {
    cancelLook?.();
    cancelLook = clock.schedule(milliseconds, look);
  }

  function note(): void {
    changedAt = clock.monotonic();
    lookIn(REST);
  }

  const stops = [
    events.subscribe(({ rows }, before) => {
      if (rows !== before.rows) {
        note();
      }
    }),
    transcript.subscribe(() => {
      leastPause = AFTER_TRANSCRIPT;
      note();
    }),
    view.subscribe(() => {
      changedByPersonAt = clock.monotonic();
    }),
  ];
  lookIn(REST);
  return () => {
    stops.forEach((stop) => stop());
    cancelLook?.();
  };
}

/** The memory of this process. */
export const memoryOfProcess: Memory = {
  get resident() {
    return process.memoryUsage.rss();
  },
  release() {
    const v8 = process.getBuiltinModule('node:v8');
    const { runInNewContext } = process.getBuiltinModule('node:vm');
    v8.setFlagsFromString('--expose-gc');
    const collect = runInNewContext('globalThis.gc') as typeof globalThis.gc;
    v8.setFlagsFromString('--no-expose-gc');
    // Unlike any other, this kind makes the room for young objects small again, which is half of what can be given back.
    collect?.({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  },
};
