import type { SecurityEvent } from '../../contract/event.ts';
import type { FeedDoubt } from '../../stores/events/feed-standing.ts';
import type { BoundsKnowledge } from './bounds-knowledge.ts';
import type { KnownEvents } from './known-events.ts';
import type { EventsFilter, Window } from './window.ts';

/** A page with damaged rows is read so often again in the hope that they come whole. */
const MOST_TRIES_OF_DAMAGED_PAGE = 3;

/** What is dated so shortly before reading began, in milliseconds, may have come in since; the next poll reads it again. */
const JUST_NOW = 4000;

/** A list without a count is read in parts of more pages. */
const PAGES_BEFORE_CUT = 10;

/** What is dated so far ahead, in milliseconds, did not just come in for all that is known. */
const FAR_AHEAD = 60_000;

/** What a slice is read for; events of the past are no news. */
export type SliceKind = 'live' | 'history' | 'audit';

/** The facets of a slice that is not narrowed. */
const NO_FACETS: EventsFilter = {};

/**
 * A window that is being read, page by page, and what is known of it. It is complete when as many distinct events are
 * known to be in it as the server counts: whatever the order of the pages was, rows are only ever added, so what was
 * seen is part of what the server holds, and has its size.
 */
export class Slice {
  readonly window: Window;
  readonly kind: SliceKind;
  /** Why it is read, in a few words. */
  readonly purpose: string;
  /** Narrows the request further, where a window cannot be cut any smaller. */
  readonly facets: EventsFilter;
  /** Whether it is the newest window of a poll or a part of it: all of these together leave nothing out. */
  readonly isOfHead: boolean;
  /**
   * Whether only events of its own pages count. Otherwise events read before count too when their times lie between the
   * bounds, so that a window that is mostly known costs few requests.
   */
  isStrict: boolean;
  /** Server time of the first request, in milliseconds; undefined before it. */
  startedAt: number | undefined;
  /** The same on our own clock that never jumps. */
  startedSteadily = 0;
  /** The `total` of the last page; undefined before it, and when the server does not count. */
  total: number | undefined;
  /** The events of the last page, in the order of the server. */
  lastPage: readonly SecurityEvent[] = [];
  offset = 0;
  /** The `total` when reading last began at the start of the list. */
  totalAtPassStart: number | undefined;
  /** How many events counted when reading last began at the start of the list. */
  countedAtPassStart = 0;
  /** Passes over the whole list. */
  passes = 0;
  pages = 0;
  /** Whether the facets were tried already. */
  wasNarrowed = false;
  /** With which events the list began when it was last read from its beginning, and its total then, for its order. */
  beginning: { readonly ids: readonly string[]; readonly total: number | undefined } | undefined;
  /** How often the total fell. */
  falls = 0;
  /** The largest total before one that fell. */
  largestTotal = 0;
  /** Whether its end is told by `has_more`, since the total is missing or wrong. */
  countsByHasMore = false;
  /** Whether the present request is for what comes after the total, where nothing should be. */
  isProbingEnd = false;
  /** Whether it was seen that nothing comes after its total. */
  isEndProven = false;
  /** Where its list was seen to end before its total; undefined as long as it was not. */
  endSeenAt: number | undefined;
  /** Where to go on when it is known whether anything stands behind what is known; undefined while that is not asked. */
  resumeAt: number | undefined;
  /** Whether something does. */
  isKnownLonger = false;
  /** Whether the same window was read whole just before. */
  isNext = false;
  /** Whether it is read again for what was missing before. */
  isAgain = false;
  /** Rows of the last page, whether it said that nothing follows, and the same of one that is read by `has_more`. */
  lastRows = 0;
  isEndTold = false;
  saidEnd = false;
  /** Of a list without a count: pages in a row that brought nothing new, and what counted after the last one. */
  fruitlessPages = 0;
  countedAtLastPage = 0;
  /** Of a list without a count: pages in a row of hardly any rows. */
  scantPages = 0;
  /** Whether this pass found any that was there when reading began, and did not just come in. */
  foundOlder = false;
  /** After so many pages such a list is cut unless it is newest first; twice as many of each part, which are read anew. */
  pagesBeforeCut = PAGES_BEFORE_CUT;
  /** Pages of the first pass over such a list. */
  pagesOfPass = 0;
  /** The total of the slice that it was cut from in order to see whether the parts add up. */
  roundTotal: number | undefined;
  /** Offsets of pages that held damaged rows, and how often each was read again. */
  readonly #damagedPages = new Map<number, number>();
  #isRereading = false;
  /** What it is a narrowed part of, in which its events are, too. */
  #whole: Slice | undefined;
  #expectedLacking = 0;
  #doubt: FeedDoubt | undefined;
  /** The older part of what this is the newer part of, and what the two lacked together. */
  #partner: { readonly slice: Slice; readonly lacking: number } | undefined;
  /** Events of its own pages that are not known to be in it by their times alone. */
  #seen = new Set<string>();

  constructor(
    window: Window,
    kind: SliceKind,
    purpose: string,
    {
      facets = NO_FACETS,
      isStrict = false,
      isOfHead = false,
    }: { readonly facets?: EventsFilter; readonly isStrict?: boolean; readonly isOfHead?: boolean } = {},
  ) {
    this.isOfHead = isOfHead;
    this.window = window;
    this.kind = kind;
    this.purpose = purpose;
    this.facets = facets;
    this.isStrict = isStrict;
  }

  /** How many events it lacks, as far as is known. */
  lacking(counted: number): number {
    return Math.max(0, this.pages === 0 ? this.#expectedLacking : (this.total ?? 0) - counted);
  }

  /** Its newer and its older part, of which it is not known yet how much of what lacks is in which. */
  parts(
    { newer, older }: { readonly newer: Window; readonly older: Window },
    counted: number,
  ): readonly [Slice, Slice] {
    const parts = [this.part(newer), this.part(older)] as const;
    const lacking = this.lacking(counted);
    parts[0].#expectedLacking = lacking / 2;
    parts[1].#expectedLacking = lacking / 2;
    parts[0].#partner = { slice: parts[1], lacking };
    return parts;
  }

  /** After the first page: what does not lack here lacks in the other part. */
  tellPartner(counted: number): void {
    if (this.#partner !== undefined && this.#partner.slice.pages === 0) {
      this.#partner.slice.#expectedLacking = Math.max(0, this.#partner.lacking - this.lacking(counted));
    }
    this.#partner = undefined;
  }

  /** A smaller window of the same reading. */
  part(window: Window): Slice {
    const { facets, isStrict, isOfHead } = this;
    const part = new Slice(window, this.kind, this.purpose, { facets, isStrict, isOfHead });
    part.pagesBeforeCut = 2 * this.pagesBeforeCut;
    part.isKnownLonger = this.isKnownLonger;
    part.isAgain = this.isAgain;
    return part;
  }

  /** The same window, or one that ends there, to be read again by itself, whatever it was a part of. */
  again(until = this.window.until): Slice {
    const again = new Slice({ since: this.window.since, until }, this.kind, this.purpose);
    again.isAgain = true;
    return again;
  }

  /**
   * The same window, to be read once more for what came in since. What this one has seen that its bounds leave out counts
   * there, too, since the server gave it for the same bounds; undefined where it counts other events as well.
   */
  next(): Slice | undefined {
    if (this.isStrict || this.isNarrowed) {
      return undefined;
    }
    const next = new Slice(this.window, this.kind, this.purpose, { isOfHead: this.isOfHead });
    next.#seen = this.#seen;
    next.isNext = true;
    return next;
  }

  /** The same window, narrowed. What lies between its bounds and was read before need not pass the facets. */
  narrowed(facets: EventsFilter): Slice {
    const narrowed = new Slice(this.window, this.kind, this.purpose, {
      facets: { ...this.facets, ...facets },
      isStrict: true,
    });
    narrowed.#whole = this;
    return narrowed;
  }

  /** Whether it is a part of another slice by type, outcome or ecosystem, which accounts for what lacks in it. */
  get isNarrowed(): boolean {
    return this.facets !== NO_FACETS;
  }

  /** Whether the present offset is that of a page that is read again because rows of it were damaged. */
  get isRereading(): boolean {
    return this.#isRereading;
  }

  get hasDamagedPages(): boolean {
    return this.#damagedPages.size > 0;
  }

  /** Takes note of what contradicts its total. */
  noteDoubt(doubt: FeedDoubt): void {
    this.#doubt ??= doubt;
  }

  /** What contradicted its total first. */
  get doubt(): FeedDoubt | undefined {
    return this.#doubt;
  }

  /** Takes note that the page at the present offset held damaged rows. */
  noteDamagedPage(): void {
    this.#damagedPages.set(this.offset, this.#damagedPages.get(this.offset) ?? 0);
  }

  /** Moves to a page with damaged rows that is worth another try; returns whether there is one. */
  goToDamagedPage(): boolean {
    for (const [offset, tries] of this.#damagedPages) {
      if (tries < MOST_TRIES_OF_DAMAGED_PAGE) {
        this.#damagedPages.set(offset, tries + 1);
        this.offset = offset;
        this.#isRereading = true;
        return true;
      }
    }
    return false;
  }

  /** Takes note of an event of its own pages; `time` in milliseconds. */
  see(id: string, time: number | undefined): void {
    const began = this.startedAt ?? Number.POSITIVE_INFINITY;
    const isOlder = time === undefined || time < began - JUST_NOW || time > began + FAR_AHEAD;
    this.foundOlder ||= isOlder && !this.#seen.has(id);
    if (this.isStrict || !this.#isInside(time)) {
      this.#seen.add(id);
    }
    this.#whole?.see(id, time);
  }

  /** How many distinct events are known to be in it. */
  counted(known: KnownEvents, bounds: BoundsKnowledge): number {
    if (this.isStrict) {
      return this.#seen.size;
    }
    let count = known.countInside(this.window) + this.#seen.size;
    for (const bound of ['since', 'until'] as const) {
      const second = this.window[bound];
      const isWholeIncluded = bounds.includes(bound, true) === true;
      const isPartIncluded = bounds.includes(bound, false) === true;
      if (second !== undefined && (isWholeIncluded || isPartIncluded)) {
        known.eachAt(second, (id, isWhole) => {
          count += (isWhole ? isWholeIncluded : isPartIncluded) && !this.#seen.has(id) ? 1 : 0;
        });
      }
    }
    return count;
  }

  /** Learns from a complete slice whether the server counts events of the second of a bound. */
  teach(known: KnownEvents, bounds: BoundsKnowledge): void {
    if (this.facets === NO_FACETS) {
      this.#eachAtBounds(known, (bound, id, isWhole) => bounds.observe(bound, isWhole, this.#seen.has(id)));
    }
  }

  /** Begins at the start of the list again. */
  startPass(counted: number): void {
    this.passes++;
    this.offset = 0;
    this.#isRereading = false;
    this.saidEnd = false;
    this.scantPages = 0;
    this.resumeAt = undefined;
    this.foundOlder = false;
    this.totalAtPassStart = this.total;
    this.countedAtPassStart = counted;
  }

  /** Counts nothing but its own pages from now on, and begins again. */
  startStrictly(): void {
    this.isStrict = true;
    this.#seen.clear();
    this.#damagedPages.clear();
    this.passes = 0;
    this.countedAtLastPage = 0;
    this.fruitlessPages = 0;
    this.pagesOfPass = 0;
    this.startPass(0);
  }

  #isInside(time: number | undefined): boolean {
    const { since, until = Number.POSITIVE_INFINITY } = this.window;
    return time !== undefined && time >= (since + 1) * 1000 && time < until * 1000;
  }

  #eachAtBounds(
    known: KnownEvents,
    visit: (bound: 'since' | 'until', id: string, isWhole: boolean) => void,
  ): void {
    for (const bound of ['since', 'until'] as const) {
      const second = this.window[bound];
      if (second !== undefined) {
        known.eachAt(second, (id, isWhole) => visit(bound, id, isWhole));
      }
    }
  }
}
