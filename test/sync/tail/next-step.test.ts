import { describe, expect, it } from 'vitest';

import {
  afterPage,
  contradictionIn,
  type ListFacts,
  type Move,
  type PageFacts,
} from '../../../src/sync/tail/next-step.ts';
import { UNREAD, type SliceState } from '../../../src/sync/tail/slice-state.ts';

/** A full page of a hundred, newest first, of a list of 250. */
const PAGE: PageFacts = {
  rows: 100,
  total: 250,
  hasMore: true,
  isNewestFirst: true,
  isFalling: true,
  isFull: true,
  isEnd: false,
  isScant: false,
};
const LAST: Partial<PageFacts> = { rows: 50, hasMore: false, isFull: false };
const BEHIND: Partial<PageFacts> = { rows: 0, hasMore: false, isFull: false, isEnd: true };

const LIST: ListFacts = {
  pageRows: 100,
  mostRows: 100,
  isUnstable: false,
  reachesNow: false,
  isEndUnproven: false,
  isEndWrong: false,
  isCountBelieved: true,
};

/** The state after the first two of three pages. */
const TWO_READ: Partial<SliceState> = {
  pages: 2,
  offset: 200,
  total: 250,
  totalAtPassStart: 250,
  lastRows: 100,
};
/** After a pass that met 240 of 250, and another one but for its last page. */
const SECOND_PASS: Partial<SliceState> = { ...TWO_READ, passes: 1, countedAtPassStart: 240 };
/** Counting by `has_more` from the third of some pages on. */
const UNCOUNTED: Partial<SliceState> = {
  ...TWO_READ,
  total: undefined,
  countsByHasMore: true,
  isStrict: true,
  passes: 1,
  pagesOfPass: 2,
  countedAtLastPage: 200,
};

const NEXT: Move = { kind: 'next' };
const ALL: Move = { kind: 'complete', isVerified: true };
const CUT: Move = { kind: 'cut', isUnstable: false, isNeeded: true };
const BETTER_CUT: Move = { kind: 'cut', isUnstable: false, isNeeded: false };
const AGAIN = { offset: 0, saidEnd: false, resumeAt: undefined };
const STRICTLY = { ...AGAIN, isStrict: true, strictStarts: 1, countedAtPassStart: 0, passes: 1 };

interface Row {
  readonly what: string;
  readonly state?: Partial<SliceState>;
  readonly page?: Partial<PageFacts>;
  readonly list?: Partial<ListFacts>;
  readonly counted: number;
  readonly move: Move;
  /** What of the state is otherwise then, beside the pages and what the last one told. */
  readonly then?: Partial<SliceState>;
}

const ROWS: readonly Row[] = [
  { what: 'reads on behind a page of more', counted: 100, move: NEXT, then: { offset: 100 } },
  {
    what: 'is done when as many are known as are counted',
    state: TWO_READ,
    page: LAST,
    counted: 250,
    move: ALL,
  },
  { what: 'is done before the list ends where the rest was known', counted: 250, move: ALL },
  {
    what: 'does not believe a page that may be cut off to be all',
    page: { total: 100, hasMore: false },
    list: { isEndUnproven: true },
    counted: 100,
    move: { kind: 'probe' },
  },
  {
    what: 'looks whether the parts of a round count add up',
    state: { pages: 9, offset: 900, total: 1000 },
    page: { total: 1000, hasMore: false },
    counted: 1000,
    move: { kind: 'verify' },
  },
  {
    what: 'believes a round count whose end was seen',
    state: { pages: 9, offset: 900, total: 1000, isEndProven: true },
    page: { total: 1000, hasMore: false },
    counted: 1000,
    move: ALL,
  },
  {
    what: 'begins again where the total falls, counting what it then reads alone',
    state: { ...TWO_READ, total: 260, isEndProven: true },
    counted: 200,
    move: NEXT,
    then: { ...STRICTLY, falls: 1, largestTotal: 260, isEndProven: false },
  },
  {
    what: 'does not believe a count that falls again and again',
    state: { ...TWO_READ, total: 260, falls: 2, largestTotal: 270 },
    counted: 200,
    move: NEXT,
    then: {
      ...STRICTLY,
      strictStarts: 2,
      falls: 3,
      largestTotal: 270,
      isEndProven: false,
      countsByHasMore: true,
    },
  },
  {
    what: 'does not believe that so many are gone',
    state: { ...TWO_READ, falls: 1, largestTotal: 300, isStrict: true },
    page: LAST,
    counted: 250,
    move: NEXT,
    then: { ...STRICTLY, falls: 1, largestTotal: 300, countsByHasMore: true },
  },
  {
    what: 'reads by has_more where the last page by the count promises more',
    state: TWO_READ,
    page: { rows: 50, isFull: false },
    counted: 250,
    move: NEXT,
    then: { ...STRICTLY, countsByHasMore: true, doubt: 'promises-more' },
  },
  {
    what: 'counts anew where more is known than there is',
    state: TWO_READ,
    page: LAST,
    counted: 251,
    move: NEXT,
    then: STRICTLY,
  },
  {
    what: 'cuts what is long before it counts it anew',
    page: { total: 1001 },
    counted: 1002,
    move: CUT,
  },
  {
    what: 'reads by has_more where its own rows are more than are counted',
    state: { ...TWO_READ, isStrict: true },
    page: LAST,
    counted: 251,
    move: NEXT,
    then: { ...STRICTLY, countsByHasMore: true },
  },
  {
    what: 'asks for what stands behind as many as are known, where that is most of a long list',
    page: { total: 1000 },
    counted: 990,
    move: NEXT,
    then: { offset: 990, resumeAt: 100 },
  },
  {
    what: 'reads on where it was when something stands there, better in parts',
    state: { pages: 1, offset: 990, resumeAt: 100, total: 1000, totalAtPassStart: 1000 },
    page: { rows: 10, total: 1000, hasMore: false, isFull: false },
    counted: 995,
    move: BETTER_CUT,
    then: { offset: 100, resumeAt: undefined, isKnownLonger: true },
  },
  {
    what: 'asks once more for the end that comes before the total, of which all rows are known',
    state: { ...TWO_READ, offset: 240 },
    page: BEHIND,
    counted: 240,
    move: NEXT,
    then: { endSeenAt: 240 },
  },
  {
    what: 'gives up what is counted behind an end that was seen twice',
    state: { ...TWO_READ, offset: 240, endSeenAt: 240 },
    page: BEHIND,
    counted: 240,
    move: { kind: 'give-up', missing: 10 },
  },
  {
    what: 'goes through a list again that stood still and lacks some',
    state: TWO_READ,
    page: LAST,
    counted: 240,
    move: NEXT,
    then: { ...AGAIN, passes: 1, countedAtPassStart: 240 },
  },
  {
    what: 'gives up what another pass did not find either',
    state: SECOND_PASS,
    page: LAST,
    counted: 240,
    move: { kind: 'give-up', missing: 10 },
  },
  {
    what: 'cuts a list whose order changes, as another pass has shown',
    state: SECOND_PASS,
    page: LAST,
    counted: 245,
    move: { kind: 'cut', isUnstable: true, isNeeded: true },
    then: { ...AGAIN, passes: 2, countedAtPassStart: 245 },
  },
  {
    what: 'reads a page with damaged rows again before anything is given up',
    state: { ...TWO_READ, damagedPages: new Map([[100, 1]]) },
    page: LAST,
    counted: 249,
    move: NEXT,
    then: { offset: 100, isRereading: true, damagedPages: new Map([[100, 2]]) },
  },
  {
    what: 'cuts what comes in another order each time',
    list: { isUnstable: true },
    counted: 100,
    move: CUT,
    then: { offset: 100 },
  },
  {
    what: 'cuts a long list that is not newest first',
    page: { total: 2000, isNewestFirst: false, isFalling: false },
    counted: 100,
    move: BETTER_CUT,
    then: { offset: 100 },
  },
  {
    what: 'counts no more once no count is believed',
    state: TWO_READ,
    list: { isCountBelieved: false },
    counted: 200,
    move: NEXT,
    then: { ...STRICTLY, countsByHasMore: true },
  },
  {
    what: 'believes the end behind as many as are counted',
    state: { ...TWO_READ, offset: 250, isProbingEnd: true },
    page: BEHIND,
    counted: 250,
    move: ALL,
    then: { isProbingEnd: false, isEndProven: true },
  },
  {
    what: 'does not believe a count that stays as it is though rows stand behind it',
    state: { ...TWO_READ, offset: 250, isProbingEnd: true },
    counted: 350,
    move: NEXT,
    then: { ...STRICTLY, isProbingEnd: false, countsByHasMore: true },
  },
  {
    what: 'goes on where a count goes no further than its page',
    state: { ...TWO_READ, offset: 250, isProbingEnd: true },
    page: { total: 350 },
    counted: 350,
    move: NEXT,
    then: { offset: 350, isProbingEnd: true },
  },
  {
    what: 'is done, unverified, where a list without a count ends',
    state: UNCOUNTED,
    page: { ...LAST, total: undefined },
    counted: 250,
    move: { kind: 'complete', isVerified: false },
    then: { countedAtLastPage: 250, saidEnd: true },
  },
  {
    what: 'reads a list without a count on where ends were wrong',
    state: UNCOUNTED,
    page: { ...LAST, total: undefined },
    list: { isEndWrong: true },
    counted: 250,
    move: NEXT,
    then: { offset: 250, countedAtLastPage: 250, saidEnd: true },
  },
  {
    what: 'ends a list without a count that gives the same rows for ever',
    state: { ...UNCOUNTED, fruitlessPages: 2 },
    page: { total: undefined },
    counted: 200,
    move: { kind: 'complete', isVerified: false },
    then: { fruitlessPages: 3 },
  },
  {
    what: 'goes through a list without a count again that has older events which it did not show before',
    state: { ...UNCOUNTED, foundOlder: true },
    page: { ...LAST, total: undefined },
    counted: 249,
    move: NEXT,
    then: {
      ...AGAIN,
      passes: 2,
      countedAtPassStart: 249,
      countedAtLastPage: 249,
      foundOlder: false,
      totalAtPassStart: undefined,
    },
  },
];

describe('after a page, a slice', () => {
  it.each(ROWS)('$what', ({ state = {}, page = {}, list = {}, counted, move, then = {} }) => {
    const before = Object.freeze({ ...UNREAD, ...state });
    const given = { ...PAGE, ...page };
    const step = afterPage(before, given, { ...LIST, ...list }, counted);
    expect(step.move).toEqual(move);
    expect(step.state).toEqual({
      ...before,
      pages: before.pages + 1,
      total: given.total,
      totalAtPassStart:
        before.pages === 0 || then.passes !== undefined ? given.total : before.totalAtPassStart,
      lastRows: given.rows,
      isEndReported: given.rows > 0 && given.hasMore === false,
      ...then,
    });
  });
});

describe('what a server says of a list is contradicted', () => {
  it.each<readonly [string, Partial<SliceState>, Partial<PageFacts>, ReturnType<typeof contradictionIn>]>([
    ['by nothing that is as it says', TWO_READ, LAST, undefined],
    ['by rows beyond the total', { ...TWO_READ, offset: 201 }, LAST, 'denies-rows'],
    ['by an end before the total', TWO_READ, BEHIND, 'exceeds-rows'],
    ['by a page behind the end', { ...TWO_READ, saidEnd: true }, {}, 'more-after-end'],
    ['not by the few that came in since', { ...TWO_READ, saidEnd: true }, { rows: 4, total: 254 }, undefined],
    ['by rows behind a total that stays', { ...TWO_READ, isProbingEnd: true }, { rows: 4 }, 'more-after-end'],
    ['not where the count is not believed', { ...UNCOUNTED, offset: 900 }, {}, undefined],
  ])('%s', (_what, state, page, doubt) => {
    expect(contradictionIn({ ...UNREAD, ...state }, { ...PAGE, ...page })).toBe(doubt);
  });
});
