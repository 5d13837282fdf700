import type { Clock } from '../../lib/clock.ts';
import { quietSecond } from './audits.ts';
import type { Backlog } from './backlog.ts';
import { Slice } from './slice.ts';
import type { SliceReader } from './slice-reader.ts';
import { holdsMore } from './window-counts.ts';
import type { Window } from './window.ts';

/** Of a server that lists the newest first, so many show what came in since the last look, in the request that counts it. */
const ROWS = 50;

/** It is looked at so often, in milliseconds, while something comes in there, and once nothing did for so long. */
const EVERY = 1000;
const QUIET_EVERY = 5000;
const QUIET_AFTER = 60_000;

/** A bound is moved back by so many seconds at most. */
const FARTHEST_BACK = 60;

/**
 * Looks for what comes in dated after now, where so much is that the polls leave it out: a machine whose clock is ahead
 * dates all that it sends so. Not where the server's count is known to be wrong; what it would cost there is left to audits.
 */
export class EventsAhead {
  readonly #reader: SliceReader;
  readonly #backlog: Backlog;
  readonly #clock: Clock;
  #dueAt = Number.NEGATIVE_INFINITY;
  #foundAt: number | undefined;

  /** What lacks is put into the backlog. */
  constructor(reader: SliceReader, backlog: Backlog, clock: Clock) {
    this.#reader = reader;
    this.#backlog = backlog;
    this.#clock = clock;
  }

  /** Whether to look now: not where the server's count is known to be wrong. */
  get isDue(): boolean {
    return this.#reader.trust.isTrusted && this.#clock.monotonic() >= this.#dueAt;
  }

  /** Looks at a window that begins at the server's present time, in one request where that is counted. Throws what that throws. */
  async look({ since, until }: Window, signal: AbortSignal): Promise<void> {
    const { known, bounds, pageSize } = this.#reader;
    const now = this.#clock.monotonic();
    const window = { since: quietSecond(since, since - FARTHEST_BACK, known), until };
    const before = known.size;
    const limit = pageSize.asked === undefined ? undefined : Math.min(ROWS, pageSize.asked);
    const counted = { window, purpose: 'events dated ahead', ...known.expectedIn(window, bounds) };
    const lacks = await holdsMore(this.#reader, counted, signal, limit);
    if (lacks) {
      this.#backlog.push(new Slice(window, 'live', counted.purpose));
    }
    if (lacks || known.size > before) {
      this.#foundAt = now;
    }
    // That it has become much counts, too.
    this.#foundAt ??= now;
    this.#dueAt = now + (now - this.#foundAt < QUIET_AFTER ? EVERY : QUIET_EVERY);
  }
}
