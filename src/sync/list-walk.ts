import { append } from '../lib/long-lists.ts';
import type { DamagedRow, Page } from '../contract/pagination.ts';

/** A list whose total falls more often while it is read does not count what it holds. */
const MOST_REMOVALS = 3;

/**
 * A list that promises more ends after so many pages in a row without anything new, and so many more for each page that
 * brought something: one that is shuffled each time shows a row that lacks in as many rounds but for a few in a thousand.
 */
const MOST_IDLE = 20;
const MOST_IDLE_ROUNDS = 6;

export interface ListWalkOptions<Row> {
  /** With so many rows it ends. */
  readonly mostRows: number;
  /** What tells rows apart. */
  readonly keyOf: (row: Row) => string;
  /** What a server says of the end of the list was found true before, and is not looked behind again. */
  readonly isEndBelieved?: boolean;
}

/**
 * How far reading a list page by page has come. "Sort order of list results: not shown", and the list may change while it
 * is read: when fewer rows were met than the server counts, it is gone through again until all were, or until it is the
 * very same list again, or nothing new comes for long.
 */
export class ListWalk<Row> {
  readonly #options: ListWalkOptions<Row>;
  readonly #byKey = new Map<string, Row>();
  #removals = 0;
  #isBehindEnd = false;
  #isEndTrue = false;
  #total: number | undefined;
  #offset = 0;
  #damaged: DamagedRow[] = [];
  #order: string[] = [];
  /** Pages that brought something new, and those in a row that did not. */
  #bringing = 0;
  #idle = 0;
  /** The keys in the order of the last time through; undefined the first time. */
  #lastOrder: readonly string[] | undefined;

  constructor(options: ListWalkOptions<Row>) {
    this.#options = options;
  }

  /** Where the next page begins. */
  get offset(): number {
    return this.#offset;
  }

  /** Each row that was met, once. */
  get rows(): ReadonlyMap<string, Row> {
    return this.#byKey;
  }

  /** Rows that the server counts; undefined while it does not say. */
  get total(): number | undefined {
    return this.#total;
  }

  /** Whether there was nothing behind what the server called the end of the list. */
  get isEndTrue(): boolean {
    return this.#isEndTrue;
  }

  get damaged(): readonly DamagedRow[] {
    return this.#damaged;
  }

  /** Takes note of the page that was asked for last; returns whether there is more to read. */
  take(page: Page<Row>): boolean {
    const total = page.pagination?.total ?? this.#total;
    const isFewer = total !== undefined && this.#total !== undefined && total < this.#total;
    this.#total = total;
    if (isFewer && this.#removals < MOST_REMOVALS) {
      // What follows a removed row has moved up past the next page, and the row may be among what was met.
      this.#removals++;
      this.#byKey.clear();
      this.#startOver();
      return true;
    }
    const known = this.#byKey.size;
    for (const row of page.rows) {
      const key = this.#options.keyOf(row);
      this.#byKey.set(key, row);
      this.#order.push(key);
    }
    append(this.#damaged, page.damaged);
    const read = page.rows.length + page.damaged.length;
    this.#offset += read;
    const isNew = this.#byKey.size > known;
    this.#bringing += isNew ? 1 : 0;
    this.#idle = isNew ? 0 : this.#idle + 1;
    const isEndless = this.#idle > MOST_IDLE + MOST_IDLE_ROUNDS * this.#bringing;
    if (this.#byKey.size >= this.#options.mostRows || isEndless) {
      return false;
    }
    const hasMore = page.pagination?.has_more ?? (total === undefined ? isNew : this.#offset < total);
    if (read > 0 && hasMore) {
      return true;
    }
    // A total that is where a full page ends may be that of the page.
    const isFull = read > 0 && read >= (page.pagination?.limit ?? Number.POSITIVE_INFINITY);
    if (isFull && this.#offset === total && this.#options.isEndBelieved !== true) {
      this.#isBehindEnd = true;
      return true;
    }
    this.#isEndTrue = this.#isBehindEnd && read === 0;
    if (
      this.#byKey.size + this.#damaged.length >= (total ?? 0) ||
      isSameOrder(this.#order, this.#lastOrder)
    ) {
      return false;
    }
    this.#lastOrder = this.#order;
    this.#startOver();
    return true;
  }

  /** Takes over what was learned elsewhere of a row that was met; undefined says that it is gone. */
  correct(key: string, row: Row | undefined): void {
    if (this.#byKey.has(key)) {
      if (row === undefined) {
        this.#byKey.delete(key);
      } else {
        this.#byKey.set(key, row);
      }
    }
  }

  #startOver(): void {
    this.#order = [];
    this.#damaged = [];
    this.#offset = 0;
  }
}

function isSameOrder(order: readonly string[], before: readonly string[] | undefined): boolean {
  return before?.length === order.length && order.every((key, index) => key === before[index]);
}
