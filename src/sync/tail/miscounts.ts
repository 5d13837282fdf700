import type { FeedDoubt } from '../../stores/events/feed-status.ts';
import type { Window } from './window.ts';

/** A window whose count was contradicted is counted again so often, in seconds. */
const COUNT_AGAIN_EVERY = 20;

/** What a count can be contradicted by: rows that it denies, or events that were read before. */
export type Miscount = Extract<FeedDoubt, 'denies-rows' | 'counts-fewer'>;

interface ClosedWindow extends Window {
  readonly until: number;
}

/**
 * The window whose count was contradicted. Nothing is known to be complete until that window, or a longer one, was counted
 * right again. A shorter one says nothing of it: a server may count no further than some number. Times are seconds.
 */
export class Miscounts {
  #window: ClosedWindow | undefined;
  #doubt: Miscount | undefined;
  #dueAt = Number.NEGATIVE_INFINITY;

  /** What contradicted a count last; undefined while none is contradicted. */
  get doubt(): Miscount | undefined {
    return this.#doubt;
  }

  /** Takes note that the count of a window was contradicted: with others before, of one that has them all in it. */
  note({ since, until }: ClosedWindow, doubt: Miscount): void {
    const before = this.#window;
    this.#dueAt = before === undefined ? Number.NEGATIVE_INFINITY : this.#dueAt;
    this.#window = {
      since: Math.min(since, before?.since ?? since),
      until: Math.max(until, before?.until ?? until),
    };
    // Rows that a count denies show it to be wrong, whatever it is compared with.
    this.#doubt = this.#doubt === 'denies-rows' ? this.#doubt : doubt;
  }

  /** The window that is to be counted again, if that is due. */
  due(now: number): ClosedWindow | undefined {
    if (this.#window !== undefined && this.#window.since > now) {
      // The clock went back since: what is read anew shows how it is counted.
      this.forget();
    }
    // A server is not asked for what lies ahead of its time.
    const isAhead = this.#window !== undefined && this.#window.until > now;
    if (isAhead || (now < this.#dueAt && this.#dueAt <= now + COUNT_AGAIN_EVERY)) {
      return undefined;
    }
    this.#dueAt = now + COUNT_AGAIN_EVERY;
    return this.#window;
  }

  /** Takes note of how the window is counted now that it was counted again. */
  conclude(doubt: Miscount): void {
    this.#doubt = this.#window === undefined ? undefined : doubt;
  }

  /** Takes note that a window was counted right. */
  settle({ since, until = Number.POSITIVE_INFINITY }: Window): void {
    if (this.#window !== undefined && since <= this.#window.since && until >= this.#window.until) {
      this.forget();
    }
  }

  /** Takes back all that was noted. */
  forget(): void {
    this.#window = undefined;
    this.#doubt = undefined;
  }
}
