import type { Answered } from '../api/client.ts';
import type { DamagedRow, Page } from '../contract/pagination.ts';
import type { JsonObject } from '../contract/tolerant.ts';
import type { Clock } from '../lib/clock.ts';
import { isSameJson } from '../lib/same-json.ts';
import type { Listing } from '../stores/stores.ts';

/** A row with what the server sent of it. */
interface Sent {
  readonly raw: JsonObject;
}

export interface PagedListOptions<Row> {
  /** So many requests reading the list takes at most. */
  readonly mostPages: number;
  /** With so many rows it ends. */
  readonly mostRows: number;
  /** What tells rows apart. */
  readonly keyOf: (row: Row) => string;
  readonly clock: Pick<Clock, 'monotonic'>;
}

export type ReadPage<Row> = (offset: number) => Promise<Answered<Page<Row>>>;

/** A list whose total falls more often while it is read does not count what it holds. */
const MOST_REMOVALS = 3;

/** For so many milliseconds after a page was read, the next one may follow a failure. */
const KEPT_FOR = 60_000;

/** How far reading a list has come. */
interface Walk<Row> {
  /** What was asked for. */
  readonly question: string;
  /** When a page was read last, or the walk began. */
  progressAt: number;
  readonly byKey: Map<string, Row>;
  pages: number;
  removals: number;
  total: number | undefined;
  offset: number;
  damaged: DamagedRow[];
  order: string[];
  /** The keys in the order of the last time through; undefined the first time. */
  lastOrder: readonly string[] | undefined;
}

/**
 * A list that is read page by page, each row kept once. "Sort order of list results: not shown", and the list may change
 * while it is read: when fewer rows were met than the server counts, it is gone through again until all were, or until
 * it is the very same list again. A row that says what it said the last time is the same object, and so is a list of
 * which all rows are: of very many rows few change, and what is made of the others need not be made again.
 */
export class PagedList<Row extends Sent> {
  readonly #options: PagedListOptions<Row>;
  /** The rows as they were read last, and when that was gone through to the end, the list. */
  #known: ReadonlyMap<string, Row> = new Map();
  #last: Listing<Row> | undefined;
  #interrupted: Walk<Row> | undefined;

  constructor(options: PagedListOptions<Row>) {
    this.#options = options;
  }

  /**
   * Reads the list whole. Throws what `readPage` throws; what was read until then is kept for a minute, and the next call
   * for the same `question` goes on from there.
   */
  async read(readPage: ReadPage<Row>, question = ''): Promise<Listing<Row>> {
    const walk = this.#takeUp(question);
    try {
      while (walk.pages < this.#options.mostPages && (await this.#step(walk, readPage))) {
        walk.pages++;
      }
    } catch (error) {
      this.#interrupted = walk;
      throw error;
    }
    const listing = { rows: [...walk.byKey.values()], total: walk.total, damaged: walk.damaged };
    this.#known = walk.byKey;
    this.#last = this.#last !== undefined && isSameListing(this.#last, listing) ? this.#last : listing;
    return this.#last;
  }

  #takeUp(question: string): Walk<Row> {
    const now = this.#options.clock.monotonic();
    const interrupted = this.#interrupted;
    this.#interrupted = undefined;
    if (interrupted?.question === question && now - interrupted.progressAt <= KEPT_FOR) {
      return interrupted;
    }
    return {
      question,
      progressAt: now,
      byKey: new Map(),
      pages: 0,
      removals: 0,
      total: undefined,
      offset: 0,
      damaged: [],
      order: [],
      lastOrder: undefined,
    };
  }

  /** Reads one page; resolves with whether there is more to read. */
  async #step(walk: Walk<Row>, readPage: ReadPage<Row>): Promise<boolean> {
    const { value } = await readPage(walk.offset);
    walk.progressAt = this.#options.clock.monotonic();
    const total = value.pagination?.total ?? walk.total;
    const isFewer = total !== undefined && walk.total !== undefined && total < walk.total;
    walk.total = total;
    if (isFewer && walk.removals < MOST_REMOVALS) {
      // What follows a removed row has moved up past the next page, and the row may be among what was met.
      walk.removals++;
      walk.byKey.clear();
      startOver(walk);
      return true;
    }
    const known = walk.byKey.size;
    for (const row of value.rows) {
      const key = this.#options.keyOf(row);
      walk.byKey.set(key, this.#sameAsBefore(key, row));
      walk.order.push(key);
    }
    walk.damaged.push(...value.damaged);
    const read = value.rows.length + value.damaged.length;
    walk.offset += read;
    if (walk.byKey.size >= this.#options.mostRows) {
      return false;
    }
    const hasMore =
      value.pagination?.has_more ?? (total === undefined ? walk.byKey.size > known : walk.offset < total);
    if (read > 0 && hasMore) {
      return true;
    }
    if (walk.byKey.size + walk.damaged.length >= (total ?? 0) || isSameOrder(walk.order, walk.lastOrder)) {
      return false;
    }
    walk.lastOrder = walk.order;
    startOver(walk);
    return true;
  }

  #sameAsBefore(key: string, row: Row): Row {
    const known = this.#known.get(key);
    return known !== undefined && isSameRow(known, row) ? known : row;
  }
}

/** Whether two lists hold the same rows in the same order. */
export function isSameListing<Row extends Sent>(left: Listing<Row>, right: Listing<Row>): boolean {
  return (
    left === right ||
    (left.rows.length === right.rows.length &&
      left.total === right.total &&
      left.rows.every((row, index) => isSameRow(row, right.rows[index])) &&
      isSameJson(left.damaged, right.damaged))
  );
}

function isSameRow(left: Sent, right: Sent | undefined): boolean {
  return left === right || (right !== undefined && isSameJson(left.raw, right.raw));
}

function startOver<Row>(walk: Walk<Row>): void {
  walk.order = [];
  walk.damaged = [];
  walk.offset = 0;
}

function isSameOrder(order: readonly string[], before: readonly string[] | undefined): boolean {
  return before?.length === order.length && order.every((key, index) => key === before[index]);
}
