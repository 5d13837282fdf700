import type { FeedDoubt } from '../../stores/events/feed-status.ts';

/**
 * So many answers that contradict the count, without one between them that bears it out, and it is not trusted any more.
 * Some rows may be counted and not be given: that is a gap as long as it happens here and there, and so it is weighed
 * against the rows that came as counted.
 */
const ENOUGH: Readonly<Record<FeedDoubt, number>> = {
  'not-counted': 1,
  'promises-more': 1,
  'repeats-rows': 1,
  'clock-back': 1,
  'clocks-differ': 1,
  'counts-fewer': 1,
  'ignores-window': 1,
  'denies-rows': 3,
  'more-after-end': 3,
  'exceeds-rows': 5,
};

/** So many rows that came as counted weigh as much as a count of rows that do not come, often enough to end its belief. */
const ROWS_BEAR_OUT = 1000;

/** No list is so long. */
const IMPOSSIBLE = 1_000_000_000;

/**
 * Whether the `total` and `has_more` of a server are trusted. A single answer may be wrong, or events come in while
 * it is made; a server that goes on contradicting itself is not trusted for the rest of the connection, since asking on
 * what it says would go on for ever.
 */
export class CountTrust {
  #weight = 0;
  #excess = 0;
  #largestTotal = 0;
  #doubt: FeedDoubt | undefined;
  #endsBelied = 0;
  #isEndBorneOut = false;
  #isEndDenied = false;
  #largestProven = 0;

  /** Why the count is not trusted; undefined while it is. */
  get doubt(): FeedDoubt | undefined {
    return this.#doubt;
  }

  get isTrusted(): boolean {
    return this.#doubt === undefined;
  }

  /** The largest count of any window. */
  get largestTotal(): number {
    return this.#largestTotal;
  }

  /** Whether rows followed more than once where the server said that none do, so that only an empty page ends a list. */
  get isEndWrong(): boolean {
    return this.#endsBelied > 1;
  }

  /** Whether nothing followed where the server said so, each time that it was looked at. */
  get isEndTrue(): boolean {
    return this.#isEndBorneOut && !this.#isEndDenied;
  }

  /** Takes note of whether anything came where the server had said that nothing follows. */
  noteBehindEnd(hasRows: boolean): void {
    this.#isEndBorneOut ||= !hasRows;
    this.#isEndDenied ||= hasRows;
  }

  /** Takes note of an answer that contradicts the count. */
  contradict(doubt: FeedDoubt): void {
    this.#endsBelied += doubt === 'more-after-end' ? 1 : 0;
    if (doubt === 'exceeds-rows') {
      this.#excess += 1 / ENOUGH[doubt];
    } else {
      this.#weight += 1 / ENOUGH[doubt];
    }
    if (this.#weight + this.#excess > 0.99) {
      this.#doubt ??= doubt;
    }
  }

  /** Takes note that the count is proven to be wrong. */
  refute(doubt: FeedDoubt): void {
    this.#doubt ??= doubt;
  }

  /** Takes note of a count, which is refuted where it cannot be. */
  see(total: number | undefined): void {
    this.#largestTotal = Math.max(this.#largestTotal, total ?? 0);
    if (this.#largestTotal >= IMPOSSIBLE) {
      this.refute('exceeds-rows');
    }
  }

  /** Takes note of a window in which as many events were found as the server counts: none prove nothing. */
  confirm(events: number): void {
    if (events > 0) {
      this.#weight = 0;
      this.#excess = Math.max(0, this.#excess - events / ROWS_BEAR_OUT);
    }
  }

  /**
   * Whether nobody looked yet at what comes after a page of so many rows that is all there is by the count: it may be
   * a full one of a server that counts no further than its page.
   */
  isUnproven(rows: number): boolean {
    return rows > this.#largestProven;
  }

  /** Takes note that nothing came after so many rows. */
  noteEnd(rows: number): void {
    this.#largestProven = Math.max(this.#largestProven, rows);
  }
}
