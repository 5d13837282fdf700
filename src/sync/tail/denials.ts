import { smallest } from '../../lib/long-lists.ts';
import type { GoneEvents } from './gone-events.ts';
import type { KnownEvents } from './known-events.ts';
import type { Window } from './window.ts';

/** A window of which the server counts fewer events than were read in it, and of how many. */
interface Denial {
  readonly window: Window;
  readonly fewer: number;
  readonly read: number;
}

/**
 * Where the server counts fewer events than were read. Until a count agrees again, or the events that are gone were found,
 * nothing is known to be complete. That all of a window is gone takes more than its own count: a server that fails may
 * list nothing at all.
 */
export class Denials {
  readonly #known: KnownEvents;
  readonly #gone: GoneEvents;
  /** Of the newest window: from when until when, in seconds. */
  #newest: { readonly since: number; readonly until: number } | undefined;
  /** By the place of a span among all that are counted. */
  readonly #spans = new Map<number, Denial>();

  constructor(known: KnownEvents, gone: GoneEvents) {
    this.#known = known;
    this.#gone = gone;
  }

  get hasAny(): boolean {
    return this.#newest !== undefined || this.#spans.size > 0;
  }

  /**
   * Takes note of how many events the server counts in the newest window, at a time in seconds. The next one may begin
   * after what is denied: then only audits settle that these are fewer than were read.
   */
  noteNewest(window: Window, total: number, now: number): void {
    const read = this.#known.countInside(window);
    if (this.#isOpen({ window, fewer: read - total, read })) {
      const { since } = window;
      this.#newest = { since: Math.min(since, this.#newest?.since ?? since), until: now + 1 };
    } else {
      this.#settleNewest(window);
    }
  }

  /** Where the earliest window begins of which fewer are counted, in seconds; undefined where none is. */
  get since(): number | undefined {
    const windows = [...this.#spans.values()].map(({ window }) => window);
    const begins = [...windows, this.#newest].flatMap((window) => window?.since ?? []);
    return begins.length === 0 ? undefined : smallest(begins);
  }

  /** Takes note of how many fewer events the server counts in a span, of those that were read. */
  noteSpan(index: number, denial: Denial): void {
    if (this.#isOpen(denial)) {
      this.#spans.set(index, denial);
    } else {
      this.#settle(index, denial.window);
    }
  }

  /** Settles what a search has found to be gone since. */
  review(): void {
    for (const [index, denial] of [...this.#spans]) {
      if (!this.#isOpen(denial)) {
        this.#settle(index, denial.window);
      }
    }
  }

  /** Takes back all that was noted. */
  forget(): void {
    this.#newest = undefined;
    this.#spans.clear();
  }

  #isOpen({ window, fewer, read }: Denial): boolean {
    return fewer > 0 && (fewer >= read || fewer > this.#gone.countIn(window));
  }

  /** A count that agrees holds for all that lies inside its window. */
  #settle(index: number, window: Window): void {
    for (const shorter of [...this.#spans.keys()].filter((place) => place <= index)) {
      this.#spans.delete(shorter);
    }
    this.#settleNewest(window);
  }

  #settleNewest({ since, until = Number.POSITIVE_INFINITY }: Window): void {
    if (this.#newest !== undefined && since <= this.#newest.since && until >= this.#newest.until) {
      this.#newest = undefined;
    }
  }
}
