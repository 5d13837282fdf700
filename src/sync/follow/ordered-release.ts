import { partOfMillisecond } from '../../lib/format-time.ts';
import { append, smallest } from '../../lib/long-lists.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FoundEvent } from '../tail/event-tail.ts';

/** Milliseconds that a row is held at most, to be put in order with those that come after it. */
const LONGEST_HELD = 5000;

/** So many rows are given out although they are not held for long yet, and may wait for a slow reader. */
const MOST_HELD = 10_000;

/** Earlier first, as finely as times were sent, and of equal times the lower id; rows without a time come last. */
export function compareFound(left: FoundEvent, right: FoundEvent): number {
  return (
    (left.time ?? Number.MAX_VALUE) - (right.time ?? Number.MAX_VALUE) ||
    partOfMillisecond(left.event.timestamp) - partOfMillisecond(right.event.timestamp) ||
    (left.event.id < right.event.id ? -1 : left.event.id > right.event.id ? 1 : 0)
  );
}

/**
 * Gives rows out by (timestamp, id) within what was found together, holds none of them for long, and lets reading wait
 * for a slow reader, so that neither memory grows nor a row is lost.
 */
export class OrderedRelease {
  readonly #clock: Clock;
  readonly #write: (rows: readonly FoundEvent[]) => Promise<void>;
  #held: FoundEvent[] = [];
  #writing: Promise<void> = Promise.resolve();
  #beingWritten = 0;
  readonly #writes = new Set<readonly FoundEvent[]>();
  #cancelTimer: () => void = () => undefined;

  /** `write` resolves once its reader took the rows; it must not reject. */
  constructor(clock: Clock, write: (rows: readonly FoundEvent[]) => Promise<void>) {
    this.#clock = clock;
    this.#write = write;
  }

  /** Takes rows as they are found. */
  add(rows: readonly FoundEvent[]): void {
    if (this.#held.length === 0 && rows.length > 0) {
      this.#cancelTimer = this.#clock.schedule(LONGEST_HELD, () => void this.release());
    }
    append(this.#held, rows);
    if (this.#held.length >= MOST_HELD) {
      void this.release();
    }
  }

  /** The earliest time, in milliseconds, of the rows that are held or not taken yet; undefined where none of them has one. */
  get heldSince(): number | undefined {
    const earliest = smallest([...this.#writes].map(earliestOf), earliestOf(this.#held));
    return Number.isFinite(earliest) ? earliest : undefined;
  }

  /** Gives out what is held, in order. Resolves once all of it was taken. */
  release(): Promise<void> {
    this.#cancelTimer();
    const rows = this.#held.sort(compareFound);
    this.#held = [];
    if (rows.length > 0) {
      this.#beingWritten += rows.length;
      this.#writes.add(rows);
      this.#writing = this.#writing.then(async () => {
        await this.#write(rows);
        this.#beingWritten -= rows.length;
        this.#writes.delete(rows);
      });
    }
    return this.#writing;
  }

  /** Resolves once there is room for more rows. */
  async room(): Promise<void> {
    if (this.#beingWritten >= MOST_HELD) {
      await this.#writing;
    }
  }
}

function earliestOf(rows: readonly FoundEvent[]): number {
  return smallest(rows.map(({ time }) => time ?? Number.POSITIVE_INFINITY));
}
