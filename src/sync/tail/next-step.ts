import type { FeedDoubt } from '../../stores/events/feed-status.ts';
import {
  countByHasMore,
  goToDamagedPage,
  noteDoubt,
  startPass,
  startStrictly,
  type SliceState,
} from './slice-state.ts';

/** What a page reported, as far as it matters for what to read next. */
export interface PageFacts {
  /** Rows on the page, damaged ones included. */
  readonly rows: number;
  readonly total: number | undefined;
  readonly hasMore: boolean | undefined;
  /** Whether the page begins with its newest row and goes on to its oldest. */
  readonly isNewestFirst: boolean;
  /** Whether no row is newer than the one before it: what is read so far says nothing of what follows. */
  readonly isFalling: boolean;
  /** Whether it has as many rows as a page can have, so that more may follow. */
  readonly isFull: boolean;
  /** Whether the list ends here: nothing is on the page, or it is no full one and says so, which was always true. */
  readonly isEnd: boolean;
  /** Whether it is not the first and holds hardly any rows, which is no page but the last, or of what came in since. */
  readonly isScant: boolean;
}

/** What is known of the server. */
export interface ListFacts {
  /** Rows of a full page, and of the largest that was seen. */
  readonly pageRows: number;
  readonly mostRows: number;
  /** Whether the order was seen to change between two requests. */
  readonly isUnstable: boolean;
  /** Whether the slice grows at its newer end, where the part that stands still is better read by itself. */
  readonly reachesNow: boolean;
  /** Whether the page may be full although nothing is said to follow: no page so large was seen to be the end. */
  readonly isEndUnproven: boolean;
  /** Whether only an empty page ends a list, since rows followed where none should. */
  readonly isEndWrong: boolean;
  /** Whether its totals are trusted. */
  readonly isCountBelieved: boolean;
}

/**
 * - `next`: read on, at the offset of the state.
 * - `cut`: read it in smaller parts, or narrower ones where it cannot be cut; or read on where that is not needed.
 * - `verify`: as many as the server counts, but the count is suspiciously round: see whether its parts add up, or whether
 *   anything comes after it.
 * - `probe`: as many as the server counts; see whether anything comes after it.
 * - `give-up`: what lacks cannot be had now.
 */
export type Move =
  | { readonly kind: 'next' }
  | { readonly kind: 'complete'; readonly isVerified: boolean }
  | { readonly kind: 'cut'; readonly isUnstable: boolean; readonly isNeeded: boolean }
  | { readonly kind: 'verify' }
  | { readonly kind: 'probe' }
  | { readonly kind: 'give-up'; readonly missing: number };

/** How a slice goes on after a page: how far it has come, and what is done next. */
export interface Step {
  readonly state: SliceState;
  readonly move: Move;
}

/** What of a page contradicts what its server says of the list; undefined when nothing does. */
export function contradictionIn(
  slice: SliceState,
  { rows, total, isScant, isEnd }: PageFacts,
): FeedDoubt | undefined {
  if (rows > 0 && (slice.isProbingEnd || slice.saidEnd)) {
    return isAnotherPage(slice, rows) || (slice.isProbingEnd && total === slice.total)
      ? 'more-after-end'
      : undefined;
  }
  if (total === undefined || slice.countsByHasMore || slice.isProbingEnd) {
    return undefined;
  }
  if (rows > 0 && slice.offset + rows > total) {
    return 'denies-rows';
  }
  return (isEnd || isScant) && slice.offset + rows < total ? 'exceeds-rows' : undefined;
}

/** Whether as many rows follow as there were before: fewer may have come in at this very moment. */
function isAnotherPage({ lastRows }: SliceState, rows: number): boolean {
  return rows >= Math.max(lastRows, LEAST_PAGE);
}

/** No server has smaller pages but one whose first page is. */
export const LEAST_PAGE = 5;

const NEXT: Move = { kind: 'next' };
/** Read it in smaller parts. */
export const CUT: Move = { kind: 'cut', isUnstable: false, isNeeded: true };
const BETTER_CUT: Move = { kind: 'cut', isUnstable: false, isNeeded: false };

/** A list that is not newest first is read in parts of at most so many pages. */
const PAGES_OF_A_PART = 10;

/**
 * With more pages left than this, the few events that lack of a slice that is mostly known are looked for by halving,
 * and a slice that reaches up to now is cut where it stands still.
 */
const PAGES_WORTH_HALVING = 3;

/** Passes over a list that grows while it is read, before it is cut. */
const PASSES_OVER_GROWTH = 2;

/** Passes over a list that cannot be cut and has another order each time: each pass finds two thirds of what lacks. */
const PASSES_OVER_UNSTABLE = 15;

/** Pages in a row that bring nothing new, before a list without a count is taken for read. */
const FRUITLESS_PAGES = 3;

/** Pages in a row of hardly any rows, before they are taken for what comes in meanwhile. */
const SCANT_PAGES = 2;

/** Where less than this part is left of what was counted, that is doubted. */
const LEAST_LEFT = 0.9;

/** Servers that count no further than some number use a round one. */
const ROUND = 1000;

/**
 * Decides what to do after a page was taken into a slice that now counts `counted` events. The rules are those of "Count
 * certificate" in the design of the tail.
 */
export function afterPage(before: SliceState, page: PageFacts, list: ListFacts, counted: number): Step {
  const { state, move } = decide(before, page, list, counted);
  const isEndReported = page.rows > 0 && page.hasMore === false;
  return { state: { ...state, lastRows: page.rows, isEndReported }, move };
}

function decide(before: SliceState, page: PageFacts, list: ListFacts, counted: number): Step {
  const { total } = page;
  const state: SliceState = {
    ...before,
    pages: before.pages + 1,
    total,
    totalAtPassStart: before.pages === 0 ? total : before.totalAtPassStart,
  };
  if (total === undefined || state.countsByHasMore) {
    return decideWithoutTotal(state, page, list, counted);
  }
  if (!list.isCountBelieved) {
    return next(countByHasMore(state));
  }
  if (state.isProbingEnd) {
    return decideAtEnd({ ...state, isProbingEnd: false }, page, before.total, counted);
  }
  if (state.resumeAt !== undefined) {
    return decideBehindKnown(state, page, list, total, counted);
  }
  if (before.total !== undefined && total < before.total) {
    return decideOnFall(state, before.total);
  }
  const isLastPage = page.isEnd || page.isScant || state.offset + page.rows >= total;
  if (isLastPage && page.rows > 0 && page.hasMore === true) {
    const doubted = noteDoubt(state, 'promises-more');
    return isRound(total) && !state.isEndProven
      ? { state: doubted, move: { kind: 'verify' } }
      : next(countByHasMore(doubted));
  }
  if (counted > total || (state.offset + page.rows > total && page.rows > 0)) {
    // In the second case rows that the total denies, though none of them may be known by its id.
    return decideOnSurplus(state, list, total);
  }
  if (counted === total) {
    return decideWhenAllKnown(state, page, list, total);
  }
  return isLastPage || state.isRereading
    ? decideAtEndOfPass(state, page, list, total, counted)
    : decideInMiddle(state, page, list, total, counted);
}

function next(state: SliceState): Step {
  return { state, move: NEXT };
}

/** A total that falls voids all that was counted, and what was seen of its end: rows are only ever added. */
function decideOnFall(state: SliceState, before: number): Step {
  const fallen = startStrictly({
    ...state,
    isEndProven: false,
    largestTotal: Math.max(state.largestTotal, before),
    falls: state.falls + 1,
  });
  return next(fallen.falls > PASSES_OVER_GROWTH ? countByHasMore(fallen) : fallen);
}

/** As many are known as the server counts. */
function decideWhenAllKnown(state: SliceState, page: PageFacts, list: ListFacts, total: number): Step {
  if (total < LEAST_LEFT * state.largestTotal) {
    // So many are not gone within one reading: rather the answers are wrong, and what was counted is there.
    return next(countByHasMore(state));
  }
  // What was read by its facets added up to it.
  const isSuspicious =
    isRound(total) && !state.isEndProven && (state.roundTotal ?? total) === total && !state.wasNarrowed;
  if (isSuspicious) {
    return { state, move: { kind: 'verify' } };
  }
  // A full page that is all there is may be one of a server that counts the rows of its page.
  return page.rows === total && total > 0 && list.isEndUnproven && !state.isEndProven
    ? { state, move: { kind: 'probe' } }
    : { state, move: { kind: 'complete', isVerified: true } };
}

/** Decides by what stands after as many events as the server counts: nothing, if the count is true. */
function decideAtEnd(state: SliceState, page: PageFacts, before: number | undefined, counted: number): Step {
  const { rows, total } = page;
  if (rows > 0 && total === before) {
    return next(countByHasMore(state));
  }
  const end = state.offset + rows;
  if (isAnotherPage(state, rows) && total === end) {
    // A count that goes no further than the page: then that goes on.
    return next({ ...state, isProbingEnd: true, offset: end });
  }
  const proven = { ...state, isEndProven: true };
  return counted === total
    ? { state: proven, move: { kind: 'complete', isVerified: true } }
    : next(startPass(proven, counted));
}

/**
 * Decides by what stands after as many events as are known: where nothing does, all that is listed is known, whatever the
 * order is, and what more is counted is not given.
 */
function decideBehindKnown(
  state: SliceState,
  page: PageFacts,
  list: ListFacts,
  total: number,
  counted: number,
): Step {
  if (counted < total && isAllListed(state, page, list, counted)) {
    return decideOnShortList(state, page, total - counted);
  }
  const resumed = { ...state, offset: state.resumeAt ?? 0, resumeAt: undefined, isKnownLonger: true };
  return { state: resumed, move: counted < total ? BETTER_CUT : NEXT };
}

/** Whether all rows of a list that ended are known. */
function isAllListed(state: SliceState, page: PageFacts, list: ListFacts, counted: number): boolean {
  const isEnd = page.isEnd || page.isScant;
  const isWhole = counted >= state.offset + page.rows && state.damagedPages.size === 0;
  return isEnd && isWhole && !isCutOff(state, page, list);
}

/** Whether a list ends with a full page: it may go on where the server does not give it, and its parts then have the rest. */
function isCutOff({ offset }: SliceState, page: PageFacts, { mostRows }: ListFacts): boolean {
  const end = offset + page.rows;
  return page.rows === 0 && end >= LEAST_PAGE && end % mostRows === 0;
}

/** Of a list that ends before its total: it is asked for its end once more, since one empty page may be a mistake. */
function decideOnShortList(state: SliceState, page: PageFacts, missing: number): Step {
  const isSure = state.endSeenAt === state.offset || (page.isEnd && page.rows > 0);
  const seen = { ...state, endSeenAt: state.offset };
  return isSure ? { state: seen, move: { kind: 'give-up', missing } } : next(seen);
}

/** More is known than the server counts: events are gone there, or it does not say the truth. */
function decideOnSurplus(state: SliceState, { pageRows }: ListFacts, total: number): Step {
  if (state.isStrict) {
    return next(countByHasMore(state));
  }
  return !state.wasNarrowed && total > PAGES_OF_A_PART * pageRows
    ? { state, move: CUT }
    : next(startStrictly(state));
}

function decideInMiddle(
  before: SliceState,
  page: PageFacts,
  { pageRows, isUnstable, reachesNow }: ListFacts,
  total: number,
  counted: number,
): Step {
  const state = { ...before, offset: before.offset + page.rows };
  if (state.wasNarrowed || !page.isFull) {
    return next(state);
  }
  if (isUnstable) {
    return { state, move: CUT };
  }
  const pagesLeft = Math.ceil((total - state.offset) / pageRows);
  // A list in order has the rest to read behind what this pass has read; in any other, half of it shows where all lies.
  const isMostlyKnown = total - counted < (page.isFalling ? total - state.offset : total) / 2;
  const isWorthHalving =
    (isMostlyKnown || reachesNow) && pagesLeft > PAGES_WORTH_HALVING && state.passes === 0;
  if (isMostlyKnown && isWorthHalving && !state.isKnownLonger) {
    return next({ ...state, resumeAt: state.offset, offset: counted });
  }
  const isBetterCut = isWorthHalving || (!page.isNewestFirst && pagesLeft > PAGES_OF_A_PART);
  return { state, move: isBetterCut ? BETTER_CUT : NEXT };
}

function decideAtEndOfPass(
  before: SliceState,
  page: PageFacts,
  list: ListFacts,
  total: number,
  counted: number,
): Step {
  const damaged = goToDamagedPage(before);
  if (damaged !== undefined) {
    return next(damaged);
  }
  const missing = total - counted;
  if (!before.isRereading && isAllListed(before, page, list, counted)) {
    return decideOnShortList(before, page, missing);
  }
  const hasDamagedPages = before.damagedPages.size > 0;
  // Its end and its total are of one answer: with nothing gone between them, they do not go together.
  const isShort = page.isEnd || page.isScant;
  const hasGrown = before.totalAtPassStart !== total;
  const foundAny = counted > before.countedAtPassStart;
  const isFirst = before.passes === 0;
  // One page holds the same in any order.
  const isSteady = !hasGrown && (!list.isUnstable || total <= list.pageRows);
  const isLikelyAll = isSteady && !hasDamagedPages && !isCutOff(before, page, list);
  if (isLikelyAll && !isFirst && !foundAny) {
    return { state: before, move: { kind: 'give-up', missing } };
  }
  const state = startPass(before, counted);
  if (state.wasNarrowed) {
    // A list that ends before its total does so in any order.
    const most = isShort ? PASSES_OVER_GROWTH : PASSES_OVER_UNSTABLE;
    return state.passes < most ? next(state) : { state, move: { kind: 'give-up', missing } };
  }
  if (hasGrown && !isShort && state.passes <= PASSES_OVER_GROWTH) {
    return next(state);
  }
  if (isLikelyAll && isFirst) {
    // Whether another pass over a list that stands still finds any shows whether it does.
    return next(state);
  }
  const isSpoilt = hasDamagedPages || total <= list.pageRows;
  if (isSpoilt && state.passes <= PASSES_OVER_GROWTH) {
    // Smaller windows would not help: rows were damaged, or one page should have held it all.
    return next(state);
  }
  const isUnstable = !hasGrown && foundAny && !isFirst && !hasDamagedPages;
  return { state, move: { kind: 'cut', isUnstable, isNeeded: true } };
}

function isRound(total: number): boolean {
  return total >= ROUND && total % ROUND === 0;
}

function decideWithoutTotal(before: SliceState, page: PageFacts, list: ListFacts, counted: number): Step {
  const state = {
    ...before,
    fruitlessPages: counted > before.countedAtLastPage ? 0 : before.fruitlessPages + 1,
    countedAtLastPage: counted,
    // Behind the end stands what came in since the last page; that is for the next poll, however long it goes on coming in.
    scantPages: page.isScant ? before.scantPages + 1 : 0,
    saidEnd: page.hasMore === false,
  };
  // A server that gives the same rows at any offset would go on for ever.
  const isGoingRound = state.fruitlessPages > (state.passes === 0 ? FRUITLESS_PAGES : state.pagesOfPass);
  const isBehindEnd = state.scantPages >= SCANT_PAGES;
  // A server that does not even say whether more follows is asked until it gives nothing: a short page can be its largest.
  const isEnd = page.hasMore === false && !list.isEndWrong && !list.isEndUnproven;
  if (page.rows > 0 && !isEnd && !isGoingRound && !isBehindEnd) {
    const isFirst = state.passes === 0;
    const isBetterCut = !page.isNewestFirst && state.pages > state.pagesBeforeCut && isFirst;
    return {
      state: {
        ...state,
        offset: state.offset + page.rows,
        pagesOfPass: state.pagesOfPass + (isFirst ? 1 : 0),
      },
      move: isBetterCut ? BETTER_CUT : NEXT,
    };
  }
  const isOnePage = state.offset === 0 || (page.rows === 0 && state.pages === 2);
  // As many events as the list has rows are all of them, as with a total.
  const isAll = counted >= state.offset + page.rows;
  return !isAll && !isOnePage && state.foundOlder && state.passes < PASSES_OVER_UNSTABLE
    ? next(startPass(state, counted))
    : { state, move: { kind: 'complete', isVerified: false } };
}
