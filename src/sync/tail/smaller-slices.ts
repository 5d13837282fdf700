import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../contract/values.ts';
import type { BoundsKnowledge } from './bounds-knowledge.ts';
import type { KnownEvents } from './known-events.ts';
import type { ListOrder } from './list-order.ts';
import type { ServerTime } from './server-time.ts';
import type { Slice } from './slice.ts';
import { tryFacets } from './slice-state.ts';
import { cutAt, startForMiddle, type EventsFilter, type Window } from './window.ts';

/** What a slice can be narrowed by, the most selective first. */
const FACETS = [
  ['outcome', OUTCOMES],
  ['ecosystem', ECOSYSTEMS],
  ['type', EVENT_TYPES],
] as const;

export interface SmallerSlicesOptions {
  /** Sent with every request. */
  readonly filter: EventsFilter;
  readonly serverTime: ServerTime;
  readonly known: KnownEvents;
  readonly bounds: BoundsKnowledge;
  readonly order: ListOrder;
}

/** What is read in the place of a slice that is too much: its parts by time, or by type, outcome and ecosystem. */
export class SmallerSlices {
  readonly #options: SmallerSlicesOptions;

  constructor(options: SmallerSlicesOptions) {
    this.#options = options;
  }

  /** Whether a window grows at its newer end. */
  reachesNow({ until }: Window): boolean {
    return until === undefined || until * 1000 > this.#options.serverTime.now();
  }

  /**
   * The newer and the older part of a slice, of which the totals should add up to `roundTotal` where that is given; undefined when
   * it cannot be cut. `overlap` is that of SliceReader.step, and `isSample` says that the last page is of all of the slice.
   */
  byTime(
    slice: Slice,
    overlap: number,
    isSample: boolean,
    roundTotal?: number,
  ): readonly Slice[] | undefined {
    const { serverTime, known, bounds } = this.#options;
    const now = Math.floor(serverTime.now() / 1000);
    if (slice.isNarrowed || bounds.isCutUseless(slice.window, now)) {
      return undefined;
    }
    const counted = slice.counted(known, bounds);
    const isConclusive = isSample || counted > (slice.total ?? 0) / 2;
    for (const second of this.#placesToCut(slice, overlap, isConclusive)) {
      const parts = cutAt(slice.window, second);
      if (parts !== undefined) {
        return slice.parts(parts, counted, roundTotal);
      }
    }
    return undefined;
  }

  /**
   * The slice by the values of one more facet, and itself again after them, to see whether they were all of it; undefined where it
   * is to be gone on with as it is.
   */
  byFacet(slice: Slice): readonly Slice[] | undefined {
    const { filter, known, bounds, order } = this.#options;
    const facet = FACETS.find(([name]) => filter[name] === undefined && slice.facets[name] === undefined);
    slice.moveTo(tryFacets(slice.state, slice.counted(known, bounds)));
    // What is there for all that lies outside the window is there by facets, too: in a steady order it is read as it is.
    if (facet === undefined || (bounds.spill > 0 && !order.isUnstable)) {
      return undefined;
    }
    const [name, values] = facet;
    return [...values.map((value) => slice.narrowed({ [name]: value })), slice];
  }

  /** Seconds to try one after the other. What is known shows where half of a slice lies unless it is all of one end. */
  #placesToCut({ window }: Slice, overlap: number, isConclusive: boolean): readonly number[] {
    const { serverTime, known } = this.#options;
    const { since, until } = window;
    const now = Math.floor(serverTime.now() / 1000);
    const median = known.medianSecond(window);
    const start = startForMiddle(window);
    const middle = until === undefined ? start + 1 : Math.floor((start + until) / 2);
    // Nothing is looked for in the future but what is known to be dated there by another clock than the server's.
    const isAheadAllowed = !serverTime.hasFallen;
    const places = [median ?? start + 1, middle].filter(
      (second) => second <= now || (second === median && isAheadAllowed),
    );
    if (!this.reachesNow(window)) {
      return isConclusive ? places : places.reverse();
    }
    // Before now, where events hardly come in any more: what is older then stands still while it is read.
    const frozen = now - overlap;
    return [...(frozen > since + 1 ? [frozen] : []), ...places];
  }
}
