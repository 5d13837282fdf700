import { append } from '../../lib/long-lists.ts';
import type { SliceReader } from './slice-reader.ts';
import { Slice } from './slice.ts';
import { cutAt, type Window } from './window.ts';

/** Requests that one search takes at most: what is not found by then stays a number. */
const MOST_REQUESTS = 60;

/** Windows that are looked at in one poll. */
const AT_ONCE = 2;

/** So many are remembered. */
const MOST_GONE = 10_000;

const PURPOSE = 'which events are gone';

/** A window in which so many events lack, and the parts of it that are still to be looked at. */
interface Search {
  readonly window: Window;
  readonly lacking: number;
  readonly parts: Window[];
  requests: number;
}

/**
 * Which of the events that were read the server does not list any more. Where it counts fewer in a window, halves of that are
 * counted until one fits a page, which tells. Nothing is dropped: they are only named, and no more once they are listed again.
 */
export class GoneEvents {
  readonly #reader: SliceReader;
  #ids: ReadonlySet<string> = new Set();
  #search: Search | undefined;
  /** How many the last search did not find, so that the same are not searched for again. */
  #unexplained = 0;

  constructor(reader: SliceReader) {
    this.#reader = reader;
  }

  /** Their ids; the same object for as long as it holds the same. */
  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** Takes note of what the server lists. */
  see(events: readonly { readonly event: { readonly id: string } }[]): void {
    const listed = events.filter(({ event }) => this.#ids.has(event.id));
    if (listed.length > 0) {
      const left = new Set(this.#ids);
      listed.forEach(({ event }) => left.delete(event.id));
      this.#ids = left;
    }
  }

  /** Begins to search a closed window in which so many events lack at the server, if that is more than was searched for. */
  search(window: Window, lacking: number): void {
    const unexplained = lacking - this.#goneIn(window);
    if (window.until !== undefined && this.#search === undefined && unexplained > this.#unexplained) {
      this.#search = { window, lacking, parts: [window], requests: 0 };
    }
  }

  /** Goes on with the search, if there is one. Throws what a request throws, and goes on there the next time. */
  async step(signal: AbortSignal): Promise<void> {
    for (let done = 0; done < AT_ONCE && this.#search !== undefined; done++) {
      const search = this.#search;
      const part = search.parts.at(-1);
      if (part === undefined || search.requests >= MOST_REQUESTS) {
        this.#unexplained = Math.max(0, search.lacking - this.#goneIn(search.window));
        this.#search = undefined;
        return;
      }
      const lacking = await this.#look(part, search, signal);
      search.parts.pop();
      append(search.parts, lacking);
    }
  }

  /** Finds what is gone in a window that fits a page; gives the parts of any other in which some lack. */
  async #look(window: Window, search: Search, signal: AbortSignal): Promise<readonly Window[]> {
    const { known, pageSize } = this.#reader;
    const inside = known.countInside(window);
    if (inside <= pageSize.rows) {
      search.requests++;
      const listed = inside === 0 ? undefined : await this.#reader.idsIn(window, PURPOSE, signal);
      if (listed !== undefined) {
        this.#note(window, listed);
        return [];
      }
    }
    const second = known.medianSecond(window);
    const cut = second === undefined ? undefined : cutAt(window, second);
    const lacking: Window[] = [];
    for (const part of cut === undefined ? [] : [cut.older, cut.newer]) {
      search.requests++;
      const total = await this.#reader.count(new Slice(part, 'audit', PURPOSE), signal);
      const { most } = known.expectedIn(part, this.#reader.bounds);
      if (total !== undefined && total < most - this.#goneIn(part)) {
        lacking.push(part);
      }
    }
    return lacking;
  }

  #note(window: Window, listed: ReadonlySet<string>): void {
    const ids = new Set(this.#ids);
    this.#reader.known.eachInside(window, (id) => {
      if (!listed.has(id) && ids.size < MOST_GONE) {
        ids.add(id);
      }
    });
    if (ids.size > this.#ids.size) {
      this.#ids = ids;
    }
  }

  #goneIn(window: Window): number {
    let count = 0;
    if (this.#ids.size > 0) {
      this.#reader.known.eachInside(window, (id) => {
        count += this.#ids.has(id) ? 1 : 0;
      });
    }
    return count;
  }
}
