import type { Answered } from '../../api/client.ts';
import type { Page } from '../../contract/pagination.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Listing } from '../../stores/base/listing.ts';
import { ListMemory, OffsetCursor } from './offset-cursor.ts';
import { reconcileListing, reconcileRow, type Sent } from './reconcile.ts';

export interface PagedListOptions<Row> {
  /** So many requests reading the list takes at most. */
  readonly mostPages: number;
  /** With so many rows it ends. */
  readonly mostRows: number;
  /** What distinguishes rows. */
  readonly keyOf: (row: Row) => string;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** After which pages nothing comes, as far as other lists of the same endpoint have shown. */
  readonly ends?: ListMemory['ends'] | undefined;
}

export type ReadPage<Row> = (offset: number) => Promise<Answered<Page<Row>>>;

/** For so many milliseconds after a page was read, the next one may follow a failure. */
export const KEPT_FOR = 60_000;

/** A walk through the list. */
interface Reading<Row> {
  /** When a page was read last, or the walk began. */
  progressAt: number;
  readonly walk: OffsetCursor<Row>;
  pages: number;
}

/**
 * The list that answers one question, read whole each time, page by page, each row kept once (OffsetCursor). A row that says what it said the last time is the
 * same object, and so is a list of which all rows are: of very many rows few change, and what is made of the others need
 * not be made again.
 */
export class PagedList<Row extends Sent> {
  readonly #options: PagedListOptions<Row>;
  /** The rows as they were read last, and when that was gone through to the end, the list. */
  #known: ReadonlyMap<string, Row> = new Map();
  #last: Listing<Row> | undefined;
  #interrupted: Reading<Row> | undefined;
  readonly #memory: ListMemory;
  #pagesRead = 0;

  constructor(options: PagedListOptions<Row>) {
    this.#options = options;
    this.#memory = new ListMemory(options.ends);
  }

  /** Pages that were read since the beginning. */
  get pagesRead(): number {
    return this.#pagesRead;
  }

  /**
   * Reads the list whole. Throws what `readPage` throws; what was read until then is kept for a minute, and the next call
   * goes on from there. `onProgress` is given what was read so far after each page but the last.
   */
  async read(readPage: ReadPage<Row>, onProgress?: (listing: Listing<Row>) => void): Promise<Listing<Row>> {
    const reading = this.#takeUp();
    const { walk } = reading;
    try {
      while (reading.pages < this.#options.mostPages && (await this.#step(reading, readPage))) {
        reading.pages++;
        onProgress?.(listingOf(walk));
      }
    } catch (error) {
      this.#interrupted = reading;
      throw error;
    }
    const listing = listingOf(walk);
    this.#known = walk.rows;
    this.#last = reconcileListing(this.#last, listing);
    return this.#last;
  }

  #takeUp(): Reading<Row> {
    const now = this.#options.clock.monotonic();
    const interrupted = this.#interrupted;
    this.#interrupted = undefined;
    if (interrupted !== undefined && now - interrupted.progressAt <= KEPT_FOR) {
      return interrupted;
    }
    const walk = new OffsetCursor<Row>(this.#options, this.#memory, { known: this.#known, now });
    return { progressAt: now, walk, pages: 0 };
  }

  /** Reads one page; resolves with whether there is more to read. */
  async #step(reading: Reading<Row>, readPage: ReadPage<Row>): Promise<boolean> {
    const { value } = await readPage(reading.walk.offset);
    reading.progressAt = this.#options.clock.monotonic();
    this.#pagesRead++;
    const rows = value.rows.map((row) => reconcileRow(this.#known.get(this.#options.keyOf(row)), row));
    return reading.walk.take({ ...value, rows });
  }
}

function listingOf<Row>({ rows, total, damaged, doubt }: OffsetCursor<Row>): Listing<Row> {
  const listing = { rows: [...rows.values()], damaged: [...damaged] };
  return doubt === undefined ? { ...listing, total } : { ...listing, total: undefined, doubt };
}
