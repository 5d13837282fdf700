import type { KnownEvents } from './known-events.ts';
import type { SliceReader } from './slice-reader.ts';
import { Slice } from './slice.ts';
import type { Window } from './window.ts';

/** Pages of a span that are read again after each count of it. */
const PAGES = 4;

/** A page is filled by what is known only so far, since more may stand there. */
const FILLED = 0.9;

interface ClosedWindow extends Window {
  readonly until: number;
}

/** A span of which pages are to be read again. */
interface Span {
  readonly window: ClosedWindow;
  pagesLeft: number;
}

/**
 * Reads again what was read long ago, since a count does not show that an event changed: after each count of a span some
 * pages of it, newest first, and the next time it goes on from there. One page in each poll, so that the newest events
 * do not wait for it.
 */
export class Rereading {
  readonly #reader: SliceReader;
  #span: Span | undefined;
  /** By the place of a span among all: where the next page of it ends, in seconds. */
  readonly #ends = new Map<number, number>();
  #index = 0;

  constructor(reader: SliceReader) {
    this.#reader = reader;
  }

  /** Has some pages of a closed window read again, which is of the span in such a place among all. */
  begin(index: number, window: ClosedWindow): void {
    this.#index = index;
    this.#span = { window, pagesLeft: PAGES };
  }

  /** Gives up what is to be read. */
  forget(): void {
    this.#span = undefined;
    this.#ends.clear();
  }

  /** Reads one of the pages that are to be read, if there are any. Throws what the request throws, and tries it again then. */
  async step(signal: AbortSignal): Promise<void> {
    const span = this.#span;
    if (span === undefined || span.pagesLeft <= 0 || span.window.until - span.window.since < 2) {
      return;
    }
    const { known, pageSize } = this.#reader;
    const { since, until } = span.window;
    const end = Math.min(until, this.#ends.get(this.#index) ?? until);
    const begin = Math.max(since, beginOf(known, end, since, FILLED * pageSize.rows));
    if (known.countInside({ since: begin, until: end }) > 0) {
      const slice = new Slice({ since: begin, until: end }, 'audit', 'whether events changed');
      await this.#reader.look(slice, { limit: pageSize.asked }, signal);
    }
    span.pagesLeft = begin > since ? span.pagesLeft - 1 : 0;
    if (begin > since) {
      // What stands at the bound itself may be in neither of the two.
      this.#ends.set(this.#index, begin + 1);
    } else {
      this.#ends.delete(this.#index);
    }
  }
}

/** Where a window begins that ends there and of which so many events are known, but of one second at the least. */
function beginOf(known: KnownEvents, end: number, earliest: number, most: number): number {
  let begin = end - 2;
  for (
    let width = 2;
    begin > earliest && known.countInside({ since: begin, until: end }) <= most;
    width *= 2
  ) {
    begin = end - width;
  }
  for (let inside = end - 2, least = begin; inside - least > 1;) {
    const middle = Math.floor((inside + least) / 2);
    if (known.countInside({ since: middle, until: end }) <= most) {
      inside = middle;
    } else {
      least = middle;
    }
    begin = inside;
  }
  return begin;
}
