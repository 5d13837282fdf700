import type { Client } from '../../api/client.ts';
import { listLlmCalls } from '../../api/llm-calls.ts';
import type { LlmCall } from '../../contract/llm-call.ts';
import type { DamagedRow, Page } from '../../contract/pagination.ts';
import { keyOfLlmCall, timeOfLlmCall } from '../../stores/llm/llm-call-row.ts';
import type { ListDoubt } from '../../stores/base/listing.ts';
import { MOST_LLM_CALLS, type LlmListing } from '../../stores/llm/llm-listing.ts';
import { CallsWithoutId } from './calls-without-id.ts';
import { countIn } from './offset-cursor.ts';
import { CountTrust } from './count-trust.ts';
import { reconcileListing, reconcileRow } from './reconcile.ts';

/** So many are read when the console begins, and for as long as nobody looks at them. */
export const FIRST_LLM_CALLS = 200;

/** More than a hundred is refused by some servers. */
const LLM_PAGE = 100;

/** Pages that one read takes at most to find what it knows already, and to read what is older. */
const MOST_PAGES = 20;
const OLDER_PAGES = 5;

/** Pages of a list that comes oldest first and does not say its end, while nobody looks. */
const UNSEEN_PAGES = 6;

/** Rows that are asked for once more, so that new ones are seen to follow them. */
const OVERLAP = 10;

/** So many rows before a call are asked for with it, when it is asked for again: its place may have moved a little. */
const ROWS_BEFORE = 20;

/** So many damaged rows are reported of. */
const MOST_DAMAGED = 1000;

/** That none are left of the calls is trusted when so many readings in a row say so. */
const EMPTY_READINGS = 8;

interface ReadOptions {
  /** So many are read at least, if the server has them. */
  readonly wanted: number;
  readonly signal?: AbortSignal | undefined;
  /** Given what is known so far after each page of a list that was not known, and before older ones are read. */
  readonly onProgress?: ((listing: LlmListing) => void) | undefined;
}

/**
 * Reads LLM calls and keeps the newest 5,000 of them, without a hole: new ones are joined to what is known, and older ones
 * are read on to, a few pages a read. Only `limit` is documented; neither the order of the list nor its envelope, nor
 * whether it takes an `offset`, so all that is learned. Calls that say what they said before are the same objects.
 */
export class LlmCallReader {
  readonly #client: Client;
  #held = new Map<string, LlmCall>();
  #damaged = new Map<string, DamagedRow>();
  readonly #withoutId = new CallsWithoutId();
  #listing: LlmListing | undefined;
  #total: number | undefined;
  #isOldestFirst: boolean | undefined;
  /** Where in the list what is held begins and ends, of one that comes oldest first. */
  #start = 0;
  #end = 0;
  /** Where the page ended that was read last. */
  #gone = 0;
  /** Rows of a page, as the server gives them. */
  #pageSize = LLM_PAGE;
  /** Nothing is older, or the server does not give it. */
  #isAtFirst = false;
  #givesOnePage = false;
  /** The end of a list that comes oldest first, where the newest are, was not reached yet. */
  #isBehind = false;
  readonly #ends = new CountTrust();
  /** Readings in a row that were answered with nothing, though calls are held. */
  #emptyReadings = 0;
  /** Where the list ends by the last answer, while what comes next was not seen. */
  #claimedEnd: number | undefined;
  /** Why it cannot be verified that the calls are all. */
  #doubt: ListDoubt | undefined;

  constructor(client: Client) {
    this.#client = client;
  }

  /** How many calls are held; it grows with every page that need not be read again. */
  get held(): number {
    return this.#held.size;
  }

  /** How many requests the next read takes, about. */
  costOf(wanted: number): number {
    const known = this.#held.size;
    const lacking = this.#isAtFirst || known === 0 ? 0 : Math.min(wanted, this.#total ?? wanted) - known;
    const older = Math.min(OLDER_PAGES, Math.ceil(Math.max(0, lacking) / this.#pageSize));
    return 1 + older + (this.#withoutId.isAny ? 1 : 0);
  }

  /**
   * Reads what is new, and of what is older as much as is wanted; `more` says that some of that is left for the next
   * read. Throws what a request throws; what was read in one piece until then is kept.
   */
  async read({
    wanted,
    signal,
    onProgress,
  }: ReadOptions): Promise<{ readonly listing: LlmListing; readonly more: boolean }> {
    const isWhole =
      this.#isOldestFirst === true
        ? await this.#readEnd(OVERLAP, wanted, signal)
        : await this.#readBeginning(wanted, signal, () => onProgress?.(this.#list(wanted)));
    this.#withoutId.settle(this.#held);
    this.#isBehind = !isWhole;
    const isRead = isWhole && this.#emptyReadings === 0;
    for (let page = 0; isRead && page < OLDER_PAGES && this.#lacks(wanted); page++) {
      onProgress?.(this.#list(wanted));
      await this.#readOlder(signal);
      this.#withoutId.settle(this.#held);
    }
    await this.#readAgain(signal);
    this.#dropOldest();
    return {
      listing: this.#list(wanted),
      more: this.#lacks(wanted) || (!isWhole && wanted > FIRST_LLM_CALLS),
    };
  }

  #lacks(wanted: number): boolean {
    return !this.#isAtFirst && this.#held.size < Math.min(wanted, MOST_LLM_CALLS);
  }

  /** Reads from the beginning of the list until what is known; resolves with whether that was reached. */
  async #readBeginning(
    wanted: number,
    signal: AbortSignal | undefined,
    onPage: () => void = () => undefined,
  ): Promise<boolean> {
    const isFirst = this.#held.size === 0;
    // What was read of a list that was not known is kept if the next page fails: it joins what is read after that.
    const found = isFirst ? this.#held : new Map<string, LlmCall>();
    for (let number = 0; number < MOST_PAGES; number++) {
      const page = await this.#page(number === 0 ? 0 : this.#gone, LLM_PAGE, signal);
      if (number === 0 && this.#isDoubtfullyEmpty(page)) {
        return true;
      }
      if (number === 0 && this.#isOldestFirst === undefined && isAscending(page)) {
        this.#isOldestFirst = true;
        return this.#beginAtEnd(page, wanted, signal);
      }
      const before = found.size;
      const isJoined = !isFirst && page.rows.some((call) => this.#held.has(keyOfLlmCall(call)));
      this.#take(page, found);
      const hasNoMore = !this.#hasMore(page, this.#gone) || found.size === before;
      const isRepeated = number === 1 && found.size === before && page.rows.length > 0;
      const isPromised = page.pagination?.has_more === true || found.size !== this.#total;
      this.#givesOnePage ||= isRepeated && isPromised;
      if (isJoined || hasNoMore || (isFirst && found.size >= FIRST_LLM_CALLS)) {
        this.#isAtFirst ||= hasNoMore && !isJoined;
        this.#held = isJoined ? new Map([...this.#held, ...found]) : found;
        return true;
      }
      if (isFirst) {
        onPage();
      }
    }
    // What is known lies behind more than can be read at once: what follows it would be a hole.
    this.#held = found;
    this.#isAtFirst = false;
    return true;
  }

  /** Whether nothing is answered where calls are held, which is not trusted at once: none of them is dropped by it. */
  #isDoubtfullyEmpty({ rows, damaged }: Page<LlmCall>): boolean {
    const isEmpty = rows.length + damaged.length === 0 && this.#held.size > 0;
    this.#emptyReadings = isEmpty ? this.#emptyReadings + 1 : 0;
    const isDoubtful = isEmpty && this.#emptyReadings < EMPTY_READINGS;
    this.#emptyReadings = isEmpty && !isDoubtful ? 0 : this.#emptyReadings;
    return isDoubtful;
  }

  /** The end of a list that comes oldest first, whose first page is here. */
  async #beginAtEnd(first: Page<LlmCall>, wanted: number, signal: AbortSignal | undefined): Promise<boolean> {
    const total = this.#total;
    const reached = this.#gone;
    this.#pageSize = Math.max(1, Math.min(LLM_PAGE, first.rows.length + first.damaged.length));
    if (total !== undefined && total > Math.max(FIRST_LLM_CALLS, reached)) {
      this.#start = this.#end = Math.max(reached, total - Math.min(wanted, FIRST_LLM_CALLS));
      const isWhole = await this.#readEnd(0, wanted, signal);
      if (this.#held.size + this.#damaged.size > 0) {
        return isWhole;
      }
      // There is no end where the server counts it to be.
      this.#doubt = 'exceeds-rows';
    }
    this.#take(first, this.#held);
    this.#start = 0;
    this.#end = reached;
    this.#isAtFirst = true;
    return this.#hasMore(first, reached) ? this.#readEnd(0, wanted, signal) : true;
  }

  /**
   * Reads to the end of the list from the end of what is held, with so many rows of that once more; resolves with
   * whether the end was reached.
   */
  async #readEnd(overlap: number, wanted: number, signal: AbortSignal | undefined): Promise<boolean> {
    const pages = wanted > FIRST_LLM_CALLS ? MOST_PAGES : UNSEEN_PAGES;
    this.#end = Math.max(this.#start, this.#end - overlap);
    for (let number = 0; number < pages; number++) {
      const page = await this.#page(this.#end, LLM_PAGE, signal);
      const isKnown = page.rows.some((call) => this.#held.has(keyOfLlmCall(call)));
      if (number === 0 && countIn(page.pagination) === 0 && this.#isDoubtfullyEmpty(page)) {
        return true;
      }
      if (number === 0 && overlap > 0 && !isKnown) {
        // Older ones were removed, and every place has moved: it begins anew.
        this.#forget();
        return this.#readBeginning(FIRST_LLM_CALLS, signal);
      }
      const before = this.#held.size;
      this.#take(page, this.#held);
      this.#end += page.rows.length + page.damaged.length;
      if (!this.#hasMore(page, this.#end) || this.#held.size === before) {
        return true;
      }
    }
    return false;
  }

  #forget(): void {
    this.#held = new Map();
    this.#damaged = new Map();
    this.#withoutId.forget();
    this.#isOldestFirst = undefined;
    this.#isAtFirst = false;
    this.#doubt = undefined;
    this.#claimedEnd = undefined;
    this.#start = this.#end = 0;
  }

  async #readOlder(signal: AbortSignal | undefined): Promise<void> {
    if (this.#isOldestFirst === true) {
      const offset = Math.max(0, this.#start - this.#pageSize);
      const page = await this.#page(offset, this.#start - offset, signal);
      this.#take(page, this.#held);
      this.#start = offset;
      this.#isAtFirst = offset === 0;
      return;
    }
    const offset = this.#held.size + this.#damaged.size;
    const before = this.#held.size;
    const page = await this.#page(offset, LLM_PAGE, signal);
    this.#take(page, this.#held);
    this.#givesOnePage ||= this.#held.size === before && page.rows.length > 0;
    this.#isAtFirst =
      this.#held.size === before || !this.#hasMore(page, offset + page.rows.length + page.damaged.length);
  }

  /** Asks once more for a call that came without the id that others have. */
  async #readAgain(signal: AbortSignal | undefined): Promise<void> {
    const lacking = this.#givesOnePage ? undefined : this.#withoutId.next();
    if (lacking === undefined) {
      return;
    }
    const { place, total } = lacking;
    const came = this.#isOldestFirst === true || total === undefined ? 0 : (this.#total ?? total) - total;
    const page = await this.#page(Math.max(0, place + came - ROWS_BEFORE), LLM_PAGE, signal);
    this.#take(page, this.#held);
    this.#withoutId.settle(this.#held);
  }

  async #page(offset: number, limit: number, signal: AbortSignal | undefined): Promise<Page<LlmCall>> {
    const query = { limit, offset: offset === 0 ? undefined : offset };
    const { value } = await listLlmCalls(this.#client, query, signal, 'LLM calls');
    this.#total = countIn(value.pagination) ?? this.#total;
    this.#noteEnd(value, offset);
    this.#gone = offset + value.rows.length + value.damaged.length;
    this.#withoutId.note(value.rows, offset, this.#total);
    return value;
  }

  /** Learns from what came where the server said that nothing more does, or where its count ended. */
  #noteEnd({ rows, damaged, pagination }: Page<LlmCall>, offset: number): void {
    const isClaimed = this.#claimedEnd === offset;
    this.#claimedEnd = undefined;
    const read = rows.length + damaged.length;
    const isNew = rows.some((call) => !this.#held.has(keyOfLlmCall(call)));
    const total = countIn(pagination);
    if (isNew && total !== undefined && offset + read > total) {
      this.#doubt ??= 'denies-rows';
    } else if (read === 0 && total !== undefined && offset > 0 && offset < total) {
      this.#doubt ??= 'exceeds-rows';
    }
    if (isClaimed && !isNew) {
      this.#ends.noteEnd(offset);
    } else if (isClaimed && this.#isOldestFirst !== true) {
      // What came in since stands at the other end of the list.
      this.#doubt ??= 'more-after-end';
    }
  }

  /** Whether more may follow a page: the server says so, or it may be a full one of a server that counts no further. */
  #hasMore({ pagination, rows, damaged }: Page<LlmCall>, reached: number): boolean {
    const read = rows.length + damaged.length;
    const total = this.#total;
    const isOpen = pagination?.has_more === undefined && total === undefined;
    if (read === 0 || pagination?.has_more === true || isOpen || reached < (total ?? 0)) {
      return read > 0;
    }
    this.#claimedEnd = reached;
    const isFull =
      read === pagination?.limit || read >= LLM_PAGE || (reached > read && read >= this.#pageSize);
    return isFull || this.#doubt !== undefined || (reached === read && this.#ends.isUnproven(read));
  }

  #take(page: Page<LlmCall>, into: Map<string, LlmCall>): void {
    for (const call of page.rows) {
      const key = keyOfLlmCall(call);
      into.set(key, reconcileRow(this.#held.get(key), call));
    }
    for (const row of page.damaged) {
      if (this.#damaged.size < MOST_DAMAGED) {
        this.#damaged.set(JSON.stringify(row.item), row);
      }
    }
  }

  #dropOldest(): void {
    const over = this.#held.size - MOST_LLM_CALLS;
    if (over > 0) {
      const oldest = [...this.#held]
        .sort(([, left], [, right]) => timeOf(left) - timeOf(right))
        .slice(0, over);
      for (const [key] of oldest) {
        this.#held.delete(key);
      }
      this.#start += over;
      this.#isAtFirst = false;
    }
  }

  #list(wanted: number): LlmListing {
    const rows = [...this.#held.values()].sort((left, right) => timeOf(right) - timeOf(left));
    const damaged = [...this.#damaged.values()];
    const reach = this.#reach(wanted);
    const doubt = this.#doubt ?? (this.#emptyReadings > 0 ? 'denies-rows' : undefined);
    const total = doubt === undefined ? this.#total : undefined;
    const listing = { rows, total, damaged, reach, ...(doubt === undefined ? {} : { doubt }) };
    const held = this.#listing?.reach === reach ? this.#listing : undefined;
    this.#listing = reconcileListing(held, listing);
    return this.#listing;
  }

  #reach(wanted: number): NonNullable<LlmListing['reach']> {
    if (this.#givesOnePage) {
      return 'page';
    }
    if (this.#isBehind) {
      return 'behind';
    }
    if (this.#isAtFirst) {
      return 'first';
    }
    return this.#held.size >= MOST_LLM_CALLS ? 'bound' : this.#lacks(wanted) ? 'reading' : 'part';
  }
}

function isAscending({ rows }: Page<LlmCall>): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  return first !== undefined && last !== undefined && timeOf(first) < timeOf(last);
}

function timeOf(call: LlmCall): number {
  return timeOfLlmCall(call) ?? 0;
}
