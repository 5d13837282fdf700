import { append } from '../../lib/long-lists.ts';
import type { DamagedRow, Page, Pagination } from '../../contract/pagination.ts';
import type { ListDoubt } from '../../stores/base/listing.ts';
import { CountTrust } from './count-trust.ts';

/** A list whose total falls more often while it is read does not count what it holds. */
const MOST_REMOVALS = 3;

/** So many pages in a row without a row that is new, the first time through, and the server gives the same ones for ever. */
const FRUITLESS_PAGES = 3;

/** A list in another order each time is met whole at some time; one that counts too many rows never is. */
const MOST_PASSES = 20;
const FRUITLESS_PASSES = 5;

/** Fewer rows than this part of those that were counted, or none at all, are doubted: rather the answer is wrong. */
const LEAST_LEFT = 0.9;

/** That none are left is trusted after so many milliseconds of answers that say so. */
const EMPTY_FOR = 60_000;

export interface OffsetCursorOptions<Row> {
  /** With so many rows it ends. */
  readonly mostRows: number;
  /** What distinguishes rows. */
  readonly keyOf: (row: Row) => string;
}

/** What is remembered of a list from one walk through it to the next. */
export class ListMemory {
  /** After which pages nothing comes; lists of one endpoint may share it. */
  readonly ends: Pick<CountTrust, 'isUnproven' | 'noteEnd'>;
  /** How a walk ended that met fewer rows than the server counts in a list that stood still. */
  lacking: { readonly rows: number; readonly total: number } | undefined;
  /** Since when a list that had rows is answered with none, in milliseconds. */
  emptySince: number | undefined;

  constructor(ends: ListMemory['ends'] = new CountTrust()) {
    this.ends = ends;
  }
}

/**
 * How far reading a list page by page has come. "Sort order of list results: not shown", and the list may change while it
 * is read: when fewer rows were met than the server counts, it is gone through again until all were, or until it is the
 * very same list again. Nor is the count trusted where rows deny it, or the end before it was seen that nothing follows.
 */
export class OffsetCursor<Row> {
  readonly #options: OffsetCursorOptions<Row>;
  readonly #memory: ListMemory;
  readonly #byKey = new Map<string, Row>();
  /** Rows that were met before, which an answer without them does not delete by itself. */
  readonly #before: Map<string, Row>;
  readonly #now: number;
  #largestTotal = 0;
  #removals = 0;
  #total: number | undefined;
  #offset = 0;
  #damaged: DamagedRow[] = [];
  #order: string[] = [];
  /** The keys in the order of the last time through; undefined the first time. */
  #lastOrder: readonly string[] | undefined;
  #pass = { pages: 0, fruitlessPages: 0, known: 0 };
  #passes = 0;
  #fruitlessPasses = 0;
  #pagesOfFirstPass = 0;
  #largestPage = 0;
  /** The rows of a page after which the server says that nothing follows, while that is looked at. */
  #claimedEnd: number | undefined;
  #belied: 'denies-rows' | 'more-after-end' | 'fewer' | undefined;
  /** The total fell in the last time through: what followed may have moved up past a page that was read. */
  #isFalling = false;
  /** Damaged rows that were met this time through, as text. */
  readonly #damagedKnown = new Set<string>();
  /** A page brought nothing new, and one of which the server had said that more follows. */
  #isRepeated = false;
  #isStuck = false;
  #isEnded = false;
  #isSteady = false;

  /** `known` are the rows of the same list as it was read last, and `now` the time on a clock that goes on steadily. */
  constructor(
    options: OffsetCursorOptions<Row>,
    memory = new ListMemory(),
    { known = new Map(), now = 0 }: { readonly known?: ReadonlyMap<string, Row>; readonly now?: number } = {},
  ) {
    this.#options = options;
    this.#memory = memory;
    this.#before = new Map(known);
    this.#now = now;
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

  get damaged(): readonly DamagedRow[] {
    return this.#damaged;
  }

  /** Whether the next page is only asked for to see that nothing follows the last one. */
  get isLookingBehindEnd(): boolean {
    return this.#claimedEnd !== undefined;
  }

  /** Why the rows may not be all there are, or the count not that of the list; undefined where nothing speaks against it. */
  get doubt(): ListDoubt | undefined {
    const total = this.#total;
    if (this.#belied !== undefined) {
      return this.#belied;
    }
    if (this.#isStuck && this.#byKey.size <= this.#largestPage) {
      return 'repeats-rows';
    }
    if (total === undefined) {
      // A page that nothing follows is all there is, as it was at one time.
      const isOnePage = this.#isEnded && this.#pagesOfFirstPass <= 1 && !this.#isRepeated;
      return isOnePage ? undefined : 'not-counted';
    }
    if (this.#byKey.size > total) {
      return 'denies-rows';
    }
    if (this.#isFalling) {
      return 'moved';
    }
    return this.#met < total && this.#isEnded ? (this.#isSteady ? 'exceeds-rows' : 'moved') : undefined;
  }

  /** Takes note of the page that was asked for last; returns whether there is more to read. */
  take(page: Page<Row>): boolean {
    const hasMore = this.#takePage(page);
    if (!hasMore) {
      this.#doubtLoss();
    }
    return hasMore;
  }

  #takePage(page: Page<Row>): boolean {
    const total = countIn(page.pagination) ?? this.#total;
    const before = this.#total;
    this.#total = total;
    const isLess = total !== undefined && total < (before ?? 0);
    this.#isFalling ||= isLess && this.#offset > 0;
    if (isLess && this.#removals < MOST_REMOVALS) {
      // What follows a removed row has moved up past the next page, and the row may be among what was met.
      this.#removals++;
      this.#largestTotal = Math.max(this.#largestTotal, before ?? 0);
      this.#byKey.forEach((row, key) => this.#before.set(key, row));
      this.#byKey.clear();
      this.#startOver();
      return true;
    }
    const begins = this.#offset;
    const known = this.#byKey.size + this.#damagedKnown.size;
    for (const row of page.rows) {
      const key = this.#options.keyOf(row);
      this.#byKey.set(key, row);
      this.#order.push(key);
    }
    append(this.#damaged, page.damaged);
    page.damaged.forEach(({ item }) => this.#damagedKnown.add(JSON.stringify(item)));
    const read = page.rows.length + page.damaged.length;
    const isNew = this.#byKey.size + this.#damagedKnown.size > known;
    const isRepeated = read > 0 && !isNew && this.#passes === 0;
    this.#isRepeated ||= isRepeated;
    this.#isStuck ||= isRepeated && this.#claimedEnd === undefined;
    this.#offset += read;
    this.#noteFollowing(isNew, begins, before);
    this.#notePage(read, isNew);
    if (this.#byKey.size >= this.#options.mostRows) {
      return false;
    }
    return (
      (read > 0 && !this.#isGoingRound && this.#mayFollow(page.pagination, read, isNew)) || this.#again()
    );
  }

  /** Takes over what was learned elsewhere of a row that was met; undefined says that it is gone. */
  correct(key: string, row: Row | undefined): void {
    for (const rows of [this.#before, this.#byKey]) {
      if (row === undefined) {
        rows.delete(key);
      } else if (rows.has(key)) {
        rows.set(key, row);
      }
    }
  }

  /** Keeps the rows that were met before where far too few are left, which one answer does not prove. */
  #doubtLoss(): void {
    const isEmpty = this.#met === 0 && this.#before.size > 0;
    this.#memory.emptySince = isEmpty ? (this.#memory.emptySince ?? this.#now) : undefined;
    const isConfirmed =
      isEmpty && this.#largestTotal === 0 && this.#now - (this.#memory.emptySince ?? 0) >= EMPTY_FOR;
    if ((isEmpty && !isConfirmed) || this.#met < LEAST_LEFT * this.#largestTotal) {
      this.#belied ??= 'fewer';
      for (const [key, row] of this.#before) {
        if (!this.#byKey.has(key)) {
          this.#byKey.set(key, row);
        }
      }
    }
  }

  /** Rows that were met, the damaged ones included. */
  get #met(): number {
    return this.#byKey.size + this.#damaged.length;
  }

  /** A server that gives the same rows at any offset would go on for ever. */
  get #isGoingRound(): boolean {
    const most = this.#passes === 0 ? FRUITLESS_PAGES : this.#pagesOfFirstPass + 1;
    return this.#pass.fruitlessPages >= most;
  }

  /** Learns from what came where the page before was said to be the last, or where the count ended. */
  #noteFollowing(isNew: boolean, begins: number, total: number | undefined): void {
    const claimed = this.#claimedEnd;
    this.#claimedEnd = undefined;
    if (!isNew && claimed !== undefined) {
      this.#memory.ends.noteEnd(claimed);
    } else if (isNew && this.#passes === 0 && begins > 0) {
      if (total !== undefined && begins >= total) {
        this.#belied ??= 'denies-rows';
      } else if (claimed !== undefined) {
        this.#belied ??= 'more-after-end';
      }
    }
  }

  #notePage(read: number, isNew: boolean): void {
    const { pages, fruitlessPages, known } = this.#pass;
    this.#pass = { pages: pages + 1, fruitlessPages: isNew ? 0 : fruitlessPages + 1, known };
    this.#pagesOfFirstPass += this.#passes === 0 && isNew ? 1 : 0;
    this.#largestPage = Math.max(this.#largestPage, read);
  }

  /** Whether rows may follow a page: the server says so, or it may be a full one of a server that counts no further. */
  #mayFollow(pagination: Pagination | undefined, read: number, isNew: boolean): boolean {
    const total = this.#total;
    const isOpen = pagination?.has_more === undefined && total === undefined;
    if (pagination?.has_more === true || (isOpen && isNew) || this.#offset < (total ?? 0)) {
      return true;
    }
    this.#claimedEnd = read;
    const { ends } = this.#memory;
    const isFull =
      read >= this.#largestPage &&
      (read === pagination?.limit || ends.isUnproven(read) || this.#offset > read);
    return isNew && (isFull || this.#belied !== undefined);
  }

  /** Whether the list is gone through again, since it does not hold what the server counts. */
  #again(): boolean {
    const total = this.#total ?? 0;
    const { lacking } = this.#memory;
    const isKnownToLack = lacking?.rows === this.#met && lacking.total === total;
    this.#isSteady =
      isKnownToLack ||
      isSameOrder(this.#order, this.#lastOrder) ||
      (this.#passes === 0 && this.#pass.pages === 1);
    this.#fruitlessPasses = this.#byKey.size > this.#pass.known ? 0 : this.#fruitlessPasses + 1;
    this.#passes++;
    if (
      this.#met >= total ||
      this.#isSteady ||
      this.#passes >= MOST_PASSES ||
      this.#fruitlessPasses >= FRUITLESS_PASSES
    ) {
      this.#isEnded = true;
      this.#memory.lacking = this.#isSteady && this.#met < total ? { rows: this.#met, total } : undefined;
      return false;
    }
    this.#lastOrder = this.#order;
    this.#startOver();
    return true;
  }

  #startOver(): void {
    this.#isFalling = false;
    this.#order = [];
    this.#damaged = [];
    this.#damagedKnown.clear();
    this.#offset = 0;
    this.#claimedEnd = undefined;
    this.#pass = { pages: 0, fruitlessPages: 0, known: this.#byKey.size };
  }
}

/** How many rows a server says that there are; undefined where that is no number of rows. */
export function countIn(pagination: Pagination | undefined): number | undefined {
  const total = pagination?.total;
  return total === undefined || total < 0 ? undefined : total;
}

function isSameOrder(order: readonly string[], before: readonly string[] | undefined): boolean {
  return before?.length === order.length && order.every((key, index) => key === before[index]);
}
