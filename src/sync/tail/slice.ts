import type { SecurityEvent } from '../../contract/event.ts';
import type { BoundsKnowledge } from './bounds-knowledge.ts';
import type { KnownEvents } from './known-events.ts';
import { noteDamagedPage, unreadPart, UNREAD, type SliceState } from './slice-state.ts';
import type { EventsFilter, Window } from './window.ts';

/** What is dated so shortly before reading began, in milliseconds, may have come in since; the next poll reads it again. */
const JUST_NOW = 4000;

/** What is dated so far ahead, in milliseconds, did not just come in for all that is known. */
const FAR_AHEAD = 60_000;

/** What a slice is read for; events of the past are no news. */
export type SliceKind = 'live' | 'history' | 'audit';

/** A moment in milliseconds: of the server's time, and on our own clock that never jumps. */
export interface Started {
  readonly at: number;
  readonly steadily: number;
}

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
  /** Whether the same window was read whole just before. */
  readonly isNext: boolean;
  /** Whether it is read again for what was missing before. */
  readonly isAgain: boolean;
  /** The events of the last page, in the order of the server. */
  lastPage: readonly SecurityEvent[] = [];
  /** With which events the list began when it was last read from its beginning, and its total then, for its order. */
  beginning: { readonly ids: readonly string[]; readonly total: number | undefined } | undefined;
  /** When the first request was made; undefined before it. */
  started: Started | undefined;
  #state: SliceState;
  /** What it is a narrowed part of, in which its events are, too. */
  #whole: Slice | undefined;
  #expectedLacking = 0;
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
      isOfHead = false,
      isNext = false,
      isAgain = false,
      state = UNREAD,
    }: Partial<Pick<Slice, 'facets' | 'isOfHead' | 'isNext' | 'isAgain' | 'state'>> = {},
  ) {
    this.window = window;
    this.kind = kind;
    this.purpose = purpose;
    this.facets = facets;
    this.isOfHead = isOfHead;
    this.isNext = isNext;
    this.isAgain = isAgain;
    this.#state = state;
  }

  /** How far reading it has come. */
  get state(): SliceState {
    return this.#state;
  }

  /** The `total` of the last page; undefined before it, and when the server does not count. */
  get total(): number | undefined {
    return this.#state.total;
  }

  /** Reading has come so far. */
  moveTo(state: SliceState): void {
    if (state.strictStarts !== this.#state.strictStarts) {
      this.#seen.clear();
    }
    this.#state = state;
  }

  /** How many events it lacks, as far as is known. */
  lacking(counted: number): number {
    return Math.max(0, this.#state.pages === 0 ? this.#expectedLacking : (this.total ?? 0) - counted);
  }

  /**
   * Its newer and its older part, of which it is not known yet how much of what lacks is in which; `roundTotal` is its total where
   * it is seen whether those of the parts add up to it.
   */
  parts(
    { newer, older }: { readonly newer: Window; readonly older: Window },
    counted: number,
    roundTotal?: number,
  ): readonly [Slice, Slice] {
    const parts = [this.part(newer, roundTotal), this.part(older, roundTotal)] as const;
    const lacking = this.lacking(counted);
    parts[0].#expectedLacking = lacking / 2;
    parts[1].#expectedLacking = lacking / 2;
    parts[0].#partner = { slice: parts[1], lacking };
    return parts;
  }

  /** After the first page: what does not lack here lacks in the other part. */
  reportToPartner(counted: number): void {
    if (this.#partner !== undefined && this.#partner.slice.state.pages === 0) {
      this.#partner.slice.#expectedLacking = Math.max(0, this.#partner.lacking - this.lacking(counted));
    }
    this.#partner = undefined;
  }

  /** A smaller window of the same reading. */
  part(window: Window, roundTotal?: number): Slice {
    const { facets, isOfHead, isAgain } = this;
    const state = { ...unreadPart(this.#state), roundTotal };
    return new Slice(window, this.kind, this.purpose, { facets, isOfHead, isAgain, state });
  }

  /** The same window, or one that ends there, to be read again by itself, whatever it was a part of. */
  again(until = this.window.until): Slice {
    const window = { since: this.window.since, until };
    return new Slice(window, this.kind, this.purpose, { isAgain: true });
  }

  /**
   * The same window, to be read once more for what came in since. What this one has seen that its bounds leave out counts
   * there, too, since the server gave it for the same bounds; undefined where it counts other events as well.
   */
  next(): Slice | undefined {
    if (this.#state.isStrict || this.isNarrowed) {
      return undefined;
    }
    const { isOfHead } = this;
    const next = new Slice(this.window, this.kind, this.purpose, { isOfHead, isNext: true });
    next.#seen = this.#seen;
    return next;
  }

  /** The same window, narrowed. What lies between its bounds and was read before need not pass the facets. */
  narrowed(facets: EventsFilter): Slice {
    const narrowed = new Slice(this.window, this.kind, this.purpose, {
      facets: { ...this.facets, ...facets },
      state: { ...UNREAD, isStrict: true },
    });
    narrowed.#whole = this;
    return narrowed;
  }

  /** Whether it is a part of another slice by type, outcome or ecosystem, which accounts for what lacks in it. */
  get isNarrowed(): boolean {
    return this.facets !== NO_FACETS;
  }

  /** Takes note that the page at the present offset held damaged rows. */
  noteDamagedPage(): void {
    this.#state = noteDamagedPage(this.#state);
  }

  /** Takes note of an event of its own pages; `time` in milliseconds. */
  see(id: string, time: number | undefined): void {
    const began = this.started?.at ?? Number.POSITIVE_INFINITY;
    const isOlder = time === undefined || time < began - JUST_NOW || time > began + FAR_AHEAD;
    if (!this.#state.foundOlder && isOlder && !this.#seen.has(id)) {
      this.#state = { ...this.#state, foundOlder: true };
    }
    if (this.#state.isStrict || !this.#isInside(time)) {
      this.#seen.add(id);
    }
    this.#whole?.see(id, time);
  }

  /** How many distinct events are known to be in it. */
  counted(known: KnownEvents, bounds: BoundsKnowledge): number {
    if (this.#state.isStrict) {
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
