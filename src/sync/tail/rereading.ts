import type { SecurityEvent } from '../../contract/event.ts';
import type { Page } from '../../contract/pagination.ts';
import type { KnownEvents } from './known-events.ts';
import type { SliceReader } from './slice-reader.ts';
import { Slice } from './slice.ts';
import type { Window } from './window.ts';

/** Pages of a span that are read again after each count of it. */
const PAGES = 4;

/** A page is filled by what is known only so far, since more may stand there. */
const FILLED = 0.9;

/** What is looked at is read again so often, in seconds. */
const WATCHED_EVERY = 30;

/** All that is kept is read again once in so many seconds, where that takes no more than this share of what is unused. */
const SWEEP_IN = 600;
const SHARE = 0.5;

/** Pages that are made up for, where none could be read for a while. */
const MOST_IN_ARREARS = 20;

/** What is around an event that is looked at is read with it, this far in seconds. */
const FARTHEST_AROUND = 86_400;

/** What a reader with a screen knows of what is worth reading again. Times are milliseconds. */
export interface WorthRereading {
  /** Requests a second that nothing else needs. */
  readonly unused: () => number;
  /** When that happened which somebody looks at; undefined while that is nothing. */
  readonly watched: () => number | undefined;
  /** When the oldest event happened that is kept; undefined while none is. */
  readonly keptSince: () => number | undefined;
}

interface ClosedWindow extends Window {
  readonly until: number;
}

/** The place of all that is kept, after those of the spans that are counted. */
const KEPT = -1;

/** A span of which pages are to be read again. */
interface Span {
  readonly window: ClosedWindow;
  pagesLeft: number;
}

/**
 * Reads again what was read long ago, since a count does not show that an event changed: after each count of a span some
 * pages of it, newest first, and the next time it goes on from there. One page in each poll, so that the newest events
 * do not wait for it. What somebody looks at comes more often; and where requests are left that nothing else needs, all
 * that is kept is read again and again.
 */
export class Rereading {
  readonly #reader: SliceReader;
  #span: Span | undefined;
  /** By the place of a span among all: where the next page of it ends, in seconds. */
  readonly #ends = new Map<number, number>();
  #index = 0;
  readonly #worth: WorthRereading | undefined;
  readonly #compare: (window: Window, page: Page<SecurityEvent>) => void;
  #watchedAt = Number.NEGATIVE_INFINITY;
  /** When it was last reckoned how many pages of all that is kept may be read, in seconds, and how many these are. */
  #sweptAt: number | undefined;
  #allowed = 0;

  /** `compare` is given each page that was read again, and its window. */
  constructor(
    reader: SliceReader,
    worth: WorthRereading | undefined,
    compare: (window: Window, page: Page<SecurityEvent>) => void,
  ) {
    this.#reader = reader;
    this.#worth = worth;
    this.#compare = compare;
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
    const isOver = await this.#readPage(this.#index, span.window, signal);
    span.pagesLeft = isOver ? 0 : span.pagesLeft - 1;
  }

  /**
   * Reads what somebody looks at, if that is due, and as many pages of all that is kept before `edge` as may be, for as
   * long as there is time. Times are seconds.
   */
  async spend(
    { now, floor, edge }: { readonly now: number; readonly floor: number; readonly edge: number },
    hasTime: () => boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const worth = this.#worth;
    if (worth === undefined) {
      return;
    }
    await this.#readWatched(worth.watched(), { now, floor, edge }, signal);
    const kept = { since: Math.max(floor, Math.floor((worth.keptSince() ?? 0) / 1000) - 1), until: edge };
    this.#allow(now, kept, worth.unused());
    while (this.#allowed >= 1 && hasTime() && kept.until - kept.since >= 2) {
      await this.#readPage(KEPT, kept, signal);
      this.#allowed--;
    }
  }

  async #readWatched(
    time: number | undefined,
    { now, floor, edge }: { readonly now: number; readonly floor: number; readonly edge: number },
    signal: AbortSignal,
  ): Promise<void> {
    const second = time === undefined ? edge : Math.floor(time / 1000);
    const isDue = now - this.#watchedAt >= WATCHED_EVERY || now < this.#watchedAt;
    // What is newer is in every poll.
    if (isDue && second < edge && second > floor) {
      this.#watchedAt = now;
      const { known, pageSize } = this.#reader;
      await this.#look(around(known, second, { since: floor, until: edge }, FILLED * pageSize.rows), signal);
    }
  }

  /** Allows as many pages as make up all that is kept in time, if that is no more than a share of what is unused. */
  #allow(now: number, kept: ClosedWindow, unused: number): void {
    const { known, pageSize } = this.#reader;
    const seconds = Math.max(0, now - (this.#sweptAt ?? now));
    this.#sweptAt = now;
    const pages = known.countInside(kept) / (FILLED * pageSize.rows);
    // What fits a page is read again by the counts.
    const perSecond = pages <= 1 ? 0 : Math.min(pages / SWEEP_IN, SHARE * Math.max(0, unused));
    this.#allowed = Math.min(MOST_IN_ARREARS, this.#allowed + seconds * perSecond);
  }

  /** Reads the next page of a span, which ends at its newer end or where the last one began; returns whether it was the last. */
  async #readPage(index: number, { since, until }: ClosedWindow, signal: AbortSignal): Promise<boolean> {
    const { known, pageSize } = this.#reader;
    const end = Math.min(until, this.#ends.get(index) ?? until);
    const begin = Math.max(since, beginOf(known, end, since, FILLED * pageSize.rows));
    await this.#look({ since: begin, until: end }, signal);
    const isOver = begin <= since;
    if (isOver) {
      this.#ends.delete(index);
    } else {
      // What stands at the bound itself may be in neither of the two.
      this.#ends.set(index, begin + 1);
    }
    return isOver;
  }

  async #look(window: ClosedWindow, signal: AbortSignal): Promise<void> {
    const { known, pageSize } = this.#reader;
    if (known.countInside(window) > 0) {
      const slice = new Slice(window, 'audit', 'whether events changed');
      this.#compare(window, await this.#reader.look(slice, { limit: pageSize.asked }, signal));
    }
  }
}

/** The widest of some windows around a second, within another one, of which no more events are known than that. */
function around(known: KnownEvents, second: number, within: ClosedWindow, most: number): ClosedWindow {
  let window = { since: second - 1, until: second + 2 };
  for (let reach = 2; reach <= FARTHEST_AROUND; reach *= 2) {
    const since = Math.max(within.since, second - reach);
    const until = Math.max(second + 2, Math.min(within.until, second + reach));
    if (known.countInside({ since, until }) > most) {
      break;
    }
    window = { since, until };
  }
  return window;
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
