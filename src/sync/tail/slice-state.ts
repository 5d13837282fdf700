import type { FeedDoubt } from '../../stores/events/feed-status.ts';

/** A page with damaged rows is read so often again in the hope that they come whole. */
const MOST_TRIES_OF_DAMAGED_PAGE = 3;

/** A list without a count is read in parts of more pages. */
const PAGES_BEFORE_CUT = 10;

/** How far the reading of a slice has come: all that one page leaves to the next. It is replaced, never changed. */
export interface SliceState {
  /**
   * Whether only events of its own pages count. Otherwise events read before count too when their times lie between the
   * bounds, so that a window that is mostly known costs few requests.
   */
  readonly isStrict: boolean;
  /** How often it began to count nothing but its own pages from then on: what was seen before counts no more. */
  readonly strictStarts: number;
  /** The `total` of the last page; undefined before it, and when the server does not count. */
  readonly total: number | undefined;
  readonly offset: number;
  readonly pages: number;
  /** Passes over the whole list. */
  readonly passes: number;
  /** The `total` when reading last began at the start of the list. */
  readonly totalAtPassStart: number | undefined;
  /** How many events counted when reading last began at the start of the list. */
  readonly countedAtPassStart: number;
  /** Whether the facets were tried already. */
  readonly wasNarrowed: boolean;
  /** How often the total fell. */
  readonly falls: number;
  /** The largest total before one that fell. */
  readonly largestTotal: number;
  /** Whether its end is reported by `has_more`, since the total is missing or wrong. */
  readonly countsByHasMore: boolean;
  /** Whether the present request is for what comes after the total, where nothing should be. */
  readonly isProbingEnd: boolean;
  /** Whether it was seen that nothing comes after its total. */
  readonly isEndProven: boolean;
  /** Where its list was seen to end before its total; undefined as long as it was not. */
  readonly endSeenAt: number | undefined;
  /** Where to go on when it is known whether anything stands behind what is known; undefined while that is not asked. */
  readonly resumeAt: number | undefined;
  /** Whether something does. */
  readonly isKnownLonger: boolean;
  /** Rows of the last page, whether it said that nothing follows, and the same of one that is read by `has_more`. */
  readonly lastRows: number;
  readonly isEndReported: boolean;
  readonly saidEnd: boolean;
  /** Of a list without a count: pages in a row that brought nothing new, and what counted after the last one. */
  readonly fruitlessPages: number;
  readonly countedAtLastPage: number;
  /** Of a list without a count: pages in a row of hardly any rows. */
  readonly scantPages: number;
  /** Pages of the first pass over such a list. */
  readonly pagesOfPass: number;
  /** After so many pages such a list is cut unless it is newest first; twice as many of each part, which are read anew. */
  readonly pagesBeforeCut: number;
  /** Whether this pass found any that was there when reading began, and did not just come in. */
  readonly foundOlder: boolean;
  /** The total of the slice that it was cut from in order to see whether the parts add up. */
  readonly roundTotal: number | undefined;
  /** Offsets of pages that held damaged rows, and how often each was read again. */
  readonly damagedPages: ReadonlyMap<number, number>;
  /** Whether the present offset is that of a page that is read again because rows of it were damaged. */
  readonly isRereading: boolean;
  /** What contradicted its total first. */
  readonly doubt: FeedDoubt | undefined;
}

/** Before the first page. */
export const UNREAD: SliceState = {
  isStrict: false,
  strictStarts: 0,
  total: undefined,
  offset: 0,
  pages: 0,
  passes: 0,
  totalAtPassStart: undefined,
  countedAtPassStart: 0,
  wasNarrowed: false,
  falls: 0,
  largestTotal: 0,
  countsByHasMore: false,
  isProbingEnd: false,
  isEndProven: false,
  endSeenAt: undefined,
  resumeAt: undefined,
  isKnownLonger: false,
  lastRows: 0,
  isEndReported: false,
  saidEnd: false,
  fruitlessPages: 0,
  countedAtLastPage: 0,
  scantPages: 0,
  pagesOfPass: 0,
  pagesBeforeCut: PAGES_BEFORE_CUT,
  foundOlder: false,
  roundTotal: undefined,
  damagedPages: new Map(),
  isRereading: false,
  doubt: undefined,
};

/** Of a smaller window of the same reading: what of it holds for that, too. */
export function unreadPart({ isStrict, pagesBeforeCut, isKnownLonger }: SliceState): SliceState {
  return { ...UNREAD, isStrict, pagesBeforeCut: 2 * pagesBeforeCut, isKnownLonger };
}

/** Begins at the start of the list again, when so many events count. */
export function startPass(state: SliceState, counted: number): SliceState {
  return {
    ...state,
    passes: state.passes + 1,
    offset: 0,
    isRereading: false,
    saidEnd: false,
    scantPages: 0,
    resumeAt: undefined,
    foundOlder: false,
    totalAtPassStart: state.total,
    countedAtPassStart: counted,
  };
}

/** Counts nothing but its own pages from now on, and begins again. */
export function startStrictly(state: SliceState): SliceState {
  const cleared = {
    ...state,
    isStrict: true,
    strictStarts: state.strictStarts + 1,
    damagedPages: UNREAD.damagedPages,
    passes: 0,
    countedAtLastPage: 0,
    fruitlessPages: 0,
    pagesOfPass: 0,
  };
  return startPass(cleared, 0);
}

/** Reads on by `has_more`, since the count cannot be trusted: what is read so is never certain to be complete. */
export function countByHasMore(state: SliceState): SliceState {
  return startStrictly({ ...state, countsByHasMore: true });
}

/** Asks next for what comes after as many events as the server counts. */
export function probeEnd(state: SliceState): SliceState {
  return { ...state, isProbingEnd: true, offset: state.total ?? 0 };
}

/** Tries the facets, and begins again after them to see whether they were all of it. */
export function tryFacets(state: SliceState, counted: number): SliceState {
  return startPass({ ...state, wasNarrowed: true }, counted);
}

/** Takes note of what contradicts its total; what did so first counts. */
export function noteDoubt(state: SliceState, doubt: FeedDoubt): SliceState {
  return { ...state, doubt: state.doubt ?? doubt };
}

/** Takes note that the page at the present offset held damaged rows. */
export function noteDamagedPage(state: SliceState): SliceState {
  const { damagedPages, offset } = state;
  return damagedPages.has(offset)
    ? state
    : { ...state, damagedPages: new Map([...damagedPages, [offset, 0]]) };
}

/** Moves to a page with damaged rows that is worth another try; undefined where there is none. */
export function goToDamagedPage(state: SliceState): SliceState | undefined {
  const { damagedPages } = state;
  const worth = [...damagedPages].find(([, tries]) => tries < MOST_TRIES_OF_DAMAGED_PAGE);
  if (worth === undefined) {
    return undefined;
  }
  const [offset, tries] = worth;
  return {
    ...state,
    damagedPages: new Map([...damagedPages, [offset, tries + 1]]),
    offset,
    isRereading: true,
  };
}
