import type { FeedDoubt } from '../../stores/events/feed-standing.ts';
import type { Slice } from './slice.ts';

/** What a page told, as far as it matters for what to read next. */
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
  /** Whether its totals are believed. */
  readonly isCountBelieved: boolean;
}

/**
 * - `next`: read on, at the slice's offset.
 * - `cut`: read it in smaller parts, or narrower ones where it cannot be cut; or read on where that is not needed.
 * - `verify`: as many as the server counts, but the count is suspiciously round: see whether its parts add up, or whether
 *   anything comes after it.
 * - `probe`: as many as the server counts; see whether anything comes after it.
 * - `give-up`: what lacks cannot be had now.
 */
export type Judgement =
  | { readonly kind: 'next' }
  | { readonly kind: 'complete'; readonly isVerified: boolean }
  | { readonly kind: 'cut'; readonly isUnstable: boolean; readonly isNeeded: boolean }
  | { readonly kind: 'verify' }
  | { readonly kind: 'probe' }
  | { readonly kind: 'give-up'; readonly missing: number };

/** What of a page contradicts what its server says of the list; undefined when nothing does. */
export function contradictionIn(
  slice: Slice,
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
function isAnotherPage({ lastRows }: Slice, rows: number): boolean {
  return rows >= Math.max(lastRows, LEAST_PAGE);
}

/** No server has smaller pages but one whose first page is. */
export const LEAST_PAGE = 5;

const NEXT: Judgement = { kind: 'next' };
const CUT: Judgement = { kind: 'cut', isUnstable: false, isNeeded: true };
const BETTER_CUT: Judgement = { kind: 'cut', isUnstable: false, isNeeded: false };

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
 * Decides what to do after a page was taken into a slice that now counts `counted` events, and moves the slice on. The
 * rules are those of "Count certificate" in the design of the tail.
 */
export function judgePage(slice: Slice, page: PageFacts, list: ListFacts, counted: number): Judgement {
  slice.pages++;
  const before = slice.total;
  slice.total = page.total;
  if (slice.pages === 1) {
    slice.totalAtPassStart = page.total;
  }
  const { total } = page;
  if (total === undefined || slice.countsByHasMore) {
    return judgeWithoutTotal(slice, page, list, counted);
  }
  if (!list.isCountBelieved) {
    return withoutTotal(slice);
  }
  if (slice.isProbingEnd) {
    slice.isProbingEnd = false;
    return judgeEnd(slice, page, before, counted);
  }
  if (slice.resumeAt !== undefined) {
    return judgeBehindKnown(slice, page, list, total, counted);
  }
  if (before !== undefined && total < before) {
    // A total that falls voids all that was counted, and what was seen of its end: rows are only ever added.
    slice.startStrictly();
    slice.isEndProven = false;
    slice.largestTotal = Math.max(slice.largestTotal, before);
    slice.falls++;
    return slice.falls > PASSES_OVER_GROWTH ? withoutTotal(slice) : NEXT;
  }
  const isLastPage = page.isEnd || page.isScant || slice.offset + page.rows >= total;
  if (isLastPage && page.rows > 0 && page.hasMore === true) {
    slice.noteDoubt('promises-more');
    return isRound(total) && !slice.isEndProven ? { kind: 'verify' } : withoutTotal(slice);
  }
  if (slice.offset + page.rows > total && page.rows > 0) {
    // Rows that the total denies, though none of them may be known by its id.
    return judgeSurplus(slice, list, total);
  }
  if (counted === total) {
    if (total < LEAST_LEFT * slice.largestTotal) {
      // So many are not gone within one reading: rather the answers are wrong, and what was counted is there.
      return withoutTotal(slice);
    }
    // What was read by its facets added up to it.
    const isSuspicious =
      isRound(total) && !slice.isEndProven && (slice.roundTotal ?? total) === total && !slice.wasNarrowed;
    if (isSuspicious) {
      return { kind: 'verify' };
    }
    // A full page that is all there is may be one of a server that counts the rows of its page.
    return page.rows === total && total > 0 && list.isEndUnproven && !slice.isEndProven
      ? { kind: 'probe' }
      : { kind: 'complete', isVerified: true };
  }
  if (counted > total) {
    return judgeSurplus(slice, list, total);
  }
  return isLastPage || slice.isRereading
    ? judgeEndOfPass(slice, page, list, total, counted)
    : judgeMiddle(slice, page, list, total, counted);
}

/** Judges what stands after as many events as the server counts: nothing, if the count is true. */
function judgeEnd(slice: Slice, page: PageFacts, before: number | undefined, counted: number): Judgement {
  const { rows, total } = page;
  if (rows > 0 && total === before) {
    return withoutTotal(slice);
  }
  const end = slice.offset + rows;
  if (isAnotherPage(slice, rows) && total === end) {
    // A count that goes no further than the page: then that goes on.
    slice.isProbingEnd = true;
    slice.offset = end;
    return NEXT;
  }
  slice.isEndProven = true;
  if (counted === total) {
    return { kind: 'complete', isVerified: true };
  }
  slice.startPass(counted);
  return NEXT;
}

/**
 * Judges what stands after as many events as are known: where nothing does, all that is listed is known, whatever the
 * order is, and what more is counted is not given.
 */
function judgeBehindKnown(
  slice: Slice,
  page: PageFacts,
  list: ListFacts,
  total: number,
  counted: number,
): Judgement {
  if (counted < total && isAllListed(slice, page, list, counted)) {
    return judgeShortList(slice, page, total - counted);
  }
  slice.offset = slice.resumeAt ?? 0;
  slice.resumeAt = undefined;
  slice.isKnownLonger = true;
  return counted < total ? BETTER_CUT : NEXT;
}

/** Whether all rows of a list that ended are known. */
function isAllListed(slice: Slice, page: PageFacts, list: ListFacts, counted: number): boolean {
  const isEnd = page.isEnd || page.isScant;
  const isWhole = counted >= slice.offset + page.rows && !slice.hasDamagedPages;
  return isEnd && isWhole && !isCutOff(slice, page, list);
}

/** Whether a list ends with a full page: it may go on where the server does not give it, and its parts then have the rest. */
function isCutOff(slice: Slice, page: PageFacts, { mostRows }: ListFacts): boolean {
  const end = slice.offset + page.rows;
  return page.rows === 0 && end >= LEAST_PAGE && end % mostRows === 0;
}

/** Of a list that ends before its total: it is asked for its end once more, since one empty page may be a mistake. */
function judgeShortList(slice: Slice, page: PageFacts, missing: number): Judgement {
  const isSure = slice.endSeenAt === slice.offset || (page.isEnd && page.rows > 0);
  slice.endSeenAt = slice.offset;
  return isSure ? { kind: 'give-up', missing } : NEXT;
}

/** More is known than the server counts: events are gone there, or it does not say the truth. */
function judgeSurplus(slice: Slice, { pageRows }: ListFacts, total: number): Judgement {
  if (slice.isStrict) {
    return withoutTotal(slice);
  }
  if (!slice.wasNarrowed && total > PAGES_OF_A_PART * pageRows) {
    return CUT;
  }
  slice.startStrictly();
  return NEXT;
}

function judgeMiddle(
  slice: Slice,
  page: PageFacts,
  list: ListFacts,
  total: number,
  counted: number,
): Judgement {
  const { pageRows, isUnstable } = list;
  slice.offset += page.rows;
  if (slice.wasNarrowed) {
    return NEXT;
  }
  if (!page.isFull) {
    return NEXT;
  }
  if (isUnstable) {
    return CUT;
  }
  const pagesLeft = Math.ceil((total - slice.offset) / pageRows);
  // A list in order has the rest to read behind what this pass has read; in any other, half of it tells where all lies.
  const isMostlyKnown = total - counted < (page.isFalling ? total - slice.offset : total) / 2;
  const isWorthHalving =
    (isMostlyKnown || list.reachesNow) && pagesLeft > PAGES_WORTH_HALVING && slice.passes === 0;
  if (isMostlyKnown && isWorthHalving && !slice.isKnownLonger) {
    slice.resumeAt = slice.offset;
    slice.offset = counted;
    return NEXT;
  }
  return isWorthHalving || (!page.isNewestFirst && pagesLeft > PAGES_OF_A_PART) ? BETTER_CUT : NEXT;
}

function judgeEndOfPass(
  slice: Slice,
  page: PageFacts,
  list: ListFacts,
  total: number,
  counted: number,
): Judgement {
  if (slice.goToDamagedPage()) {
    return NEXT;
  }
  if (!slice.isRereading && isAllListed(slice, page, list, counted)) {
    return judgeShortList(slice, page, total - counted);
  }
  // Its end and its total are of one answer: with nothing gone between them, they do not go together.
  const isShort = page.isEnd || page.isScant;
  const hasGrown = slice.totalAtPassStart !== total;
  const foundAny = counted > slice.countedAtPassStart;
  const isFirst = slice.passes === 0;
  // One page holds the same in any order.
  const isSteady = !hasGrown && (!list.isUnstable || total <= list.pageRows);
  const isLikelyAll = isSteady && !slice.hasDamagedPages && !isCutOff(slice, page, list);
  if (isLikelyAll && !isFirst && !foundAny) {
    return { kind: 'give-up', missing: total - counted };
  }
  slice.startPass(counted);
  if (slice.wasNarrowed) {
    // A list that ends before its total does so in any order.
    const most = isShort ? PASSES_OVER_GROWTH : PASSES_OVER_UNSTABLE;
    return slice.passes < most ? NEXT : { kind: 'give-up', missing: total - counted };
  }
  if (hasGrown && !isShort && slice.passes <= PASSES_OVER_GROWTH) {
    return NEXT;
  }
  if (isLikelyAll && isFirst) {
    // Whether another pass over a list that stands still finds any tells whether it does.
    return NEXT;
  }
  const isSpoilt = slice.hasDamagedPages || total <= list.pageRows;
  if (isSpoilt && slice.passes <= PASSES_OVER_GROWTH) {
    // Smaller windows would not help: rows were damaged, or one page should have held it all.
    return NEXT;
  }
  const isUnstable = !hasGrown && foundAny && !isFirst && !slice.hasDamagedPages;
  return { kind: 'cut', isUnstable, isNeeded: true };
}

function isRound(total: number): boolean {
  return total >= ROUND && total % ROUND === 0;
}

/** Reads on by `has_more`, since the count cannot be trusted: what is read so is never certain to be complete. */
function withoutTotal(slice: Slice): Judgement {
  slice.countsByHasMore = true;
  slice.startStrictly();
  return NEXT;
}

function judgeWithoutTotal(slice: Slice, page: PageFacts, list: ListFacts, counted: number): Judgement {
  slice.fruitlessPages = counted > slice.countedAtLastPage ? 0 : slice.fruitlessPages + 1;
  slice.countedAtLastPage = counted;
  // A server that gives the same rows at any offset would go on for ever.
  const isGoingRound = slice.fruitlessPages > (slice.passes === 0 ? FRUITLESS_PAGES : slice.pagesOfPass);
  // Behind the end stands what came in since the last page; that is for the next poll, however long it goes on coming in.
  slice.scantPages = page.isScant ? slice.scantPages + 1 : 0;
  const isBehindEnd = slice.scantPages >= SCANT_PAGES;
  // A server that does not even say whether more follows is asked until it gives nothing: a short page can be its largest.
  const isEnd = page.hasMore === false && !list.isEndWrong && !list.isEndUnproven;
  slice.saidEnd = page.hasMore === false;
  if (page.rows > 0 && !isEnd && !isGoingRound && !isBehindEnd) {
    slice.offset += page.rows;
    slice.pagesOfPass += slice.passes === 0 ? 1 : 0;
    return !page.isNewestFirst && slice.pages > slice.pagesBeforeCut && slice.passes === 0
      ? BETTER_CUT
      : NEXT;
  }
  const isOnePage = slice.offset === 0 || (page.rows === 0 && slice.pages === 2);
  // As many events as the list has rows are all of them, as with a total.
  const isAll = counted >= slice.offset + page.rows;
  if (!isAll && !isOnePage && slice.foundOlder && slice.passes < PASSES_OVER_UNSTABLE) {
    slice.startPass(counted);
    return NEXT;
  }
  return { kind: 'complete', isVerified: false };
}
