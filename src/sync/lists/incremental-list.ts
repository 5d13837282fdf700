import { smallest } from '../../lib/long-lists.ts';
import type { Answered } from '../../api/client.ts';
import type { DamagedRow, Page } from '../../contract/pagination.ts';
import type { Clock } from '../../lib/clock.ts';
import { isSameJson } from '../../lib/same-json.ts';
import type { ListDoubt, Listing } from '../../stores/base/listing.ts';
import { ListMemory, OffsetCursor } from './offset-cursor.ts';
import { PageSize } from './page-size.ts';
import { reconcileRow, type Sent } from './reconcile.ts';

export interface IncrementalListOptions<Row> {
  /** With so many rows it ends. */
  readonly mostRows: number;
  /** More rows than this are not asked for at once: reading a page must not take long. */
  readonly largestPage: number;
  /** What distinguishes rows. */
  readonly keyOf: (row: Row) => string;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
}

/** What one page reported. */
export interface Rolled<Row> {
  /** The list as far as it is known: the same object as before when nothing differs. */
  readonly listing: Listing<Row>;
  readonly isChanged: boolean;
  /** When the oldest part of the listing was read, in milliseconds. */
  readonly readAt: number;
}

/**
 * A long list that is kept fresh page by page, round after round, so that no other reading waits for all of it. Until it
 * was gone through once, `listing.reading` says how far that is. From then on a page changes what it says of its rows at
 * once; a row that a whole round did not meet is gone. When the server counts another number of rows than before, the
 * round begins anew and is hurried through, since some came or went. A row that says what it said is the same object.
 */
export class IncrementalList<Row extends Sent> {
  readonly pageSize: PageSize;
  readonly #options: IncrementalListOptions<Row>;
  readonly #memory = new ListMemory();
  #walk: OffsetCursor<Row>;
  #rows = new Map<string, Row>();
  #listing: Listing<Row> | undefined;
  #isWhole = false;
  #isHurried = true;
  /** The total that the present rows are known to agree with. */
  #total: number | undefined;
  /** Why that cannot be verified, as the last round left it or the first one has it by now. */
  #doubt: ListDoubt | undefined;
  /** When each page of a round was read last. */
  #times: number[] = [];
  #page = 0;
  #pagesRead = 0;

  constructor(options: IncrementalListOptions<Row>) {
    this.#options = options;
    this.pageSize = new PageSize(options.largestPage);
    this.#walk = this.#nextWalk();
  }

  /** Whether rows are known to lack, or to be there no more, so that the next page is wanted soon. */
  get isHurried(): boolean {
    return this.#isHurried;
  }

  /** Requests that a round takes, as far as that is known; 1 before the first. */
  get pages(): number {
    const total = this.#doubt === undefined ? this.#walk.total : undefined;
    return Math.max(1, Math.ceil((total ?? this.#rows.size) / this.pageSize.rows));
  }

  /** Pages that were read since the beginning. */
  get pagesRead(): number {
    return this.#pagesRead;
  }

  /** Whether the next page is the first one of a round. */
  get isAtStart(): boolean {
    return this.#page === 0;
  }

  /**
   * Reads the next page. `readPage` is called again with a smaller `limit` while the server refuses it; throws what it
   * throws, and the same page is read the next time.
   */
  async readNext(
    readPage: (page: {
      readonly limit: number | undefined;
      readonly offset: number;
    }) => Promise<Answered<Page<Row>>>,
  ): Promise<Rolled<Row>> {
    const page = await this.#read(readPage);
    this.#pagesRead++;
    const { pagination } = page;
    const offset = this.#walk.offset;
    const rows = page.rows.map((row) => reconcileRow(this.#rows.get(this.#options.keyOf(row)), row));
    const read = rows.length + page.damaged.length;
    const hasMore = this.#walk.take({ ...page, rows });
    const mayFollow = hasMore && !this.#walk.isLookingBehindEnd && this.#walk.offset === offset + read;
    this.pageSize.note(pagination, read, mayFollow);
    const isChanged = this.#apply(rows, hasMore);
    this.#noteTime(hasMore);
    return { listing: this.#listing as Listing<Row>, isChanged, readAt: smallest(this.#times) };
  }

  /** Takes over what was learned of rows elsewhere, from the listing that holds those that there still are. */
  takeOver(listing: Listing<Row> | undefined): void {
    if (listing !== undefined && listing !== this.#listing) {
      this.#correct(this.#listing, listing);
      this.#listing = listing;
    }
  }

  /**
   * Takes over what was learned of rows elsewhere while a page was read, which says how they were before: from the
   * listing as it was then to the one that is known now. Gives the listing with both.
   */
  takeOverMeanwhile(before: Listing<Row> | undefined, listing: Listing<Row>): Listing<Row> {
    this.#correct(before, listing);
    this.#show(true, this.#listing?.damaged ?? []);
    return this.#listing as Listing<Row>;
  }

  /** Rows that differ between two listings are as the later one has them, whatever a page said that was read before. */
  #correct(before: Listing<Row> | undefined, after: Listing<Row>): void {
    const { keyOf } = this.#options;
    const known = new Map(before?.rows.map((row) => [keyOf(row), row]));
    for (const row of after.rows) {
      const key = keyOf(row);
      if (known.get(key) !== row) {
        this.#rows.set(key, row);
        this.#walk.correct(key, row);
      }
      known.delete(key);
    }
    for (const key of known.keys()) {
      this.#rows.delete(key);
      this.#walk.correct(key, undefined);
    }
  }

  async #read(readPage: Parameters<IncrementalList<Row>['readNext']>[0]): Promise<Page<Row>> {
    for (;;) {
      try {
        const { value } = await readPage({ limit: this.pageSize.asked, offset: this.#walk.offset });
        return value;
      } catch (error) {
        if (!this.pageSize.isRefusal(error)) {
          throw error;
        }
      }
    }
  }

  /** Takes over what a page says; returns whether that is anything new. */
  #apply(rows: readonly Row[], hasMore: boolean): boolean {
    const walk = this.#walk;
    const before = this.#rows.size;
    let isChanged = false;
    for (const row of rows) {
      const key = this.#options.keyOf(row);
      isChanged ||= this.#rows.get(key) !== row;
      this.#rows.set(key, row);
    }
    const isCounted = this.#doubt === undefined && walk.doubt === undefined;
    const isOther = walk.total !== undefined && this.#total !== undefined && walk.total !== this.#total;
    this.#total = walk.total;
    this.#doubt = this.#isWhole && hasMore ? this.#doubt : walk.doubt;
    let damaged: readonly DamagedRow[] | undefined;
    if (!hasMore) {
      isChanged ||= walk.rows.size !== this.#rows.size || !this.#isWhole;
      this.#rows = new Map(walk.rows);
      damaged = [...walk.damaged];
      this.#isWhole = true;
      this.#isHurried = false;
      this.#walk = this.#nextWalk();
    } else if (isOther && isCounted && this.#isWhole && !this.#isHurried) {
      this.#isHurried = true;
      this.#walk = this.#nextWalk();
      this.#page = -1;
    }
    isChanged ||= before !== this.#rows.size;
    return this.#show(
      isChanged,
      damaged ?? (this.#isWhole ? this.#listing?.damaged : [...walk.damaged]) ?? [],
    );
  }

  #nextWalk(): OffsetCursor<Row> {
    const now = this.#options.clock.monotonic();
    return new OffsetCursor(this.#options, this.#memory, { known: this.#rows, now });
  }

  #show(isChanged: boolean, damaged: readonly DamagedRow[]): boolean {
    const doubt = this.#doubt;
    const total = doubt === undefined ? this.#total : undefined;
    const last = this.#listing;
    const differs =
      isChanged ||
      last === undefined ||
      last.total !== total ||
      last.doubt !== doubt ||
      !isSameJson(last.damaged, damaged);
    if (differs) {
      const rows = [...this.#rows.values()];
      const listing = { rows, total, damaged, ...(doubt === undefined ? {} : { doubt }) };
      this.#listing = this.#isWhole ? listing : { ...listing, reading: { read: rows.length, of: total } };
    }
    return differs;
  }

  #noteTime(hasMore: boolean): void {
    const now = this.#options.clock.now();
    if (this.#page >= 0) {
      this.#times[this.#page] = now;
    }
    if (hasMore) {
      this.#page++;
    } else {
      this.#times.length = this.#page + 1;
      this.#page = 0;
    }
  }
}
