import type { Clock } from '../../lib/clock.ts';
import { quietSecond } from './audits.ts';
import type { Backlog } from './backlog.ts';
import { Slice } from './slice.ts';
import type { SliceReader } from './slice-reader.ts';
import { holdsMore } from './window-counts.ts';

/** It is looked so far back, in seconds: what came in a minute late may have been there for some polls. */
export const LOOKS_BACK = 90;

/** It is looked so often, in milliseconds, and no more than once in so many polls where that takes a request. */
const EVERY = 6000;
const POLLS_BETWEEN = 3;

/** The same where fewer events were counted than were read, so that an audit comes before it. */
const FEWER_EVERY = 35_000;

/** So many rows are read again at most where the new ones may stand anywhere among them. */
const MOST_ROWS = 50;

/**
 * Finds soon what comes in up to a minute late, while the audits look far back and seldom. Where a poll of a longer window
 * takes no more requests than one of a short one, some polls look back so far: a list that is newest first begins with what
 * is new, and few rows fit a page in any order. Elsewhere the window is counted. Not where the count is not trusted, and
 * nothing is called complete.
 */
export class LateEventScan {
  readonly #reader: SliceReader;
  readonly #backlog: Backlog;
  readonly #clock: Clock;
  #dueAt = Number.NEGATIVE_INFINITY;
  #polls = 0;
  /** Whether the last poll that was to look back could not. */
  #isDeferred = false;

  /** What lacks is put into the backlog. */
  constructor(reader: SliceReader, backlog: Backlog, clock: Clock) {
    this.#reader = reader;
    this.#backlog = backlog;
    this.#clock = clock;
  }

  /** Where a poll begins that would begin at `since` and is no earlier than `floor`; all in seconds of the server. */
  begin(since: number, floor: number, now: number): number {
    const { known, order, pageSize } = this.#reader;
    this.#polls++;
    const earliest = Math.max(floor, now - LOOKS_BACK);
    if (earliest >= since || this.#clock.monotonic() < this.#dueAt) {
      return since;
    }
    const most = Math.min(MOST_ROWS, pageSize.rows / 2);
    this.#isDeferred =
      !order.isNewestFirst && known.countInside({ since: earliest - 1, until: undefined }) > most;
    if (this.#isDeferred) {
      return since;
    }
    this.#pause(EVERY);
    return earliest;
  }

  /** Whether what lies before the newest window is to be counted. */
  get isDue(): boolean {
    return this.#isDeferred && this.#polls >= POLLS_BETWEEN && this.#reader.trust.isTrusted;
  }

  /** Counts what lies before `edge`, in seconds of the server, back to `floor` at most. Throws what that throws. */
  async look(edge: number, floor: number, signal: AbortSignal): Promise<void> {
    const { known, bounds } = this.#reader;
    this.#pause(EVERY);
    const since = quietSecond(Math.max(floor, edge - LOOKS_BACK), floor, known);
    const until = quietSecond(edge, since + 2, known);
    const window = { since, until };
    const counted = { window, purpose: 'events that came in late', ...known.expectedIn(window, bounds) };
    if (until - since >= 2 && (await holdsMore(this.#reader, counted, signal, 1))) {
      this.#backlog.push(new Slice(window, 'audit', counted.purpose));
    }
  }

  /** Takes note that fewer events are counted in such a window than were read: which are gone is for the audits to find. */
  giveUp(): void {
    this.#pause(FEWER_EVERY);
  }

  #pause(milliseconds: number): void {
    this.#dueAt = this.#clock.monotonic() + milliseconds;
    this.#polls = 0;
    this.#isDeferred = false;
  }
}
