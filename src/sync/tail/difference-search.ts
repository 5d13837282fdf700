import { append } from '../../lib/long-lists.ts';
import type { GoneEvents } from './gone-events.ts';
import type { SliceReader } from './slice-reader.ts';
import { countIn, hasRow, idsIn } from './window-counts.ts';
import { cutAt, type Window } from './window.ts';

/** Requests that one search takes at most, about. */
const MOST_REQUESTS = 60;

/** Windows that are looked at in one poll. */
const AT_ONCE = 2;

/** A window of so many pages is read rather than counted in halves. */
const PAGES_WORTH_READING = 3;

const PURPOSES = {
  gone: 'which events are gone',
  late: 'which events came in late',
  back: 'which events are listed again',
} as const;

/** What is searched for in a window: events that are gone from it, such as came in unread, or such as are no longer gone. */
export type Difference = keyof typeof PURPOSES;

interface Search {
  readonly difference: Difference;
  readonly window: Window;
  readonly size: number;
  /** Whether the server said its count; otherwise what it says of parts is no truer, and rows say instead. */
  readonly isReported: boolean;
  /** How many were gone when it began. */
  readonly goneBefore: number;
  /** The parts of it that are still to be looked at. */
  readonly parts: Window[];
  requests: number;
}

/**
 * Where a server has fewer or more events in a window than are known, and nothing but its count says which: halves of it
 * are counted until one is small enough to be read.
 */
export class DifferenceSearch {
  readonly #reader: SliceReader;
  readonly #gone: GoneEvents;
  readonly #read: (window: Window) => void;
  #search: Search | undefined;
  /** How many events that are gone the last search did not find, so that the same are not searched for again. */
  #unexplained = 0;
  /** The same of those that are listed again. */
  #notBack = 0;

  /** `read` has a window read in which events lack here. */
  constructor(reader: SliceReader, gone: GoneEvents, read: (window: Window) => void) {
    this.#reader = reader;
    this.#gone = gone;
    this.#read = read;
  }

  /**
   * Begins to search a window in which the count differs by so many, unless there is a search, or was one for the same.
   * `isReported` is whether the server said that count, and rows did not say it. Returns whether it begins.
   */
  begin(difference: Difference, window: Window, size: number, isReported: boolean): boolean {
    const isNews = {
      late: true,
      gone: size - this.#gone.countIn(window) > this.#unexplained,
      back: size > this.#notBack,
    }[difference];
    if (this.#search !== undefined || !isNews) {
      return false;
    }
    const goneBefore = this.#gone.countIn(window);
    this.#search = { difference, window, size, isReported, goneBefore, parts: [window], requests: 0 };
    return true;
  }

  /** Gives up the search, and what earlier ones did not find. */
  forget(): void {
    this.#search = undefined;
    this.#unexplained = 0;
    this.#notBack = 0;
  }

  /** Goes on with the search, if there is one. Throws what a request throws, and goes on there the next time. */
  async step(signal: AbortSignal): Promise<void> {
    for (let done = 0; done < AT_ONCE && this.#search !== undefined; done++) {
      const search = this.#search;
      const part = search.parts.at(-1);
      if (part === undefined || search.requests >= MOST_REQUESTS) {
        this.#end(search);
        return;
      }
      const before = this.#reader.requests;
      const differing = await this.#look(part, search, signal);
      search.requests += this.#reader.requests - before;
      search.parts.pop();
      append(search.parts, differing);
    }
  }

  #end({ difference, window, size, goneBefore, parts }: Search): void {
    this.#search = undefined;
    if (difference === 'late') {
      parts.forEach(this.#read);
    } else if (difference === 'back') {
      this.#notBack = Math.max(0, size - (goneBefore - this.#gone.countIn(window)));
    } else {
      this.#unexplained = Math.max(0, size - this.#gone.countIn(window));
    }
  }

  /** Looks at a window that is small enough; gives the halves of any other in which the count differs. */
  async #look(window: Window, search: Search, signal: AbortSignal): Promise<readonly Window[]> {
    const { difference } = search;
    const { known, pageSize } = this.#reader;
    const second = known.medianSecond(window);
    const cut = second === undefined ? undefined : cutAt(window, second);
    const pages = known.countInside(window) / pageSize.rows;
    if (difference === 'late' && (cut === undefined || pages <= PAGES_WORTH_READING)) {
      this.#read(window);
      return [];
    }
    if (difference !== 'late' && pages > 0 && pages <= 1) {
      const read = this.#gone.readIn(window);
      const listed = await idsIn(this.#reader, window, PURPOSES.gone, signal);
      if (listed !== undefined) {
        this.#gone.note(read, listed);
        return [];
      }
    }
    const differing: Window[] = [];
    for (const part of cut === undefined ? [] : [cut.older, cut.newer]) {
      if (await this.#differs(part, search, signal)) {
        differing.push(part);
      }
    }
    return differing;
  }

  async #differs(window: Window, { difference, isReported }: Search, signal: AbortSignal): Promise<boolean> {
    const gone = this.#gone.countIn(window);
    const { least, most } = this.#reader.known.expectedIn(window, this.#reader.bounds);
    const expected = (difference === 'late' ? least : most) - gone;
    const purpose = PURPOSES[difference];
    if (!isReported) {
      const isGone = difference === 'gone';
      const offset = isGone ? expected - 1 : expected;
      const isThere = offset < 0 || (await hasRow(this.#reader, { window, purpose }, offset, signal));
      return isThere !== isGone;
    }
    // That the server counts fewer was made sure of before.
    const count = await countIn(this.#reader, { window, purpose, least: 0, most: most - gone }, signal);
    return count !== undefined && (difference === 'gone' ? count.events < expected : count.events > expected);
  }
}
