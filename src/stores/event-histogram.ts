import type { EventsByOutcome } from './arranged-events.ts';
import type { EventRow } from './event-row.ts';
import { rememberLast } from './remember-last.ts';
import { selectCoveredFrom, selectEventsByOutcome } from './select-events.ts';
import { countSince } from './sorted-events.ts';
import type { Stores } from './stores.ts';
import type { TimeRange } from './view-store.ts';

/** Stretches of time of the same length, one after the other. Times are milliseconds. */
export interface TimeBuckets {
  /** Where the first one begins. */
  readonly since: number;
  /** How long each is. */
  readonly step: number;
  readonly count: number;
}

/** How many events there are in a stretch of time; those of an unknown outcome in the total alone. */
export interface EventCounts {
  readonly total: number;
  readonly parts: { readonly block: number; readonly review: number; readonly allow: number };
}

export interface EventHistogram {
  readonly buckets: TimeBuckets;
  readonly counts: readonly EventCounts[];
  /** From when on all is here that passes the filters; undefined before anything was read. */
  readonly coveredFrom: number | undefined;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Lengths that people reckon in. */
const STEPS: readonly number[] = [
  ...[1, 2, 3, 5, 10, 15, 20, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 3, 5, 10, 15, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * HOUR),
  ...[1, 2, 5, 10, 30].map((days) => days * DAY),
];

/** What is dated later than this after now is not the present, and would leave no room for it. */
const FUTURE = 5 * MINUTE;

/** An event from the beginning of the epoch would make one bucket of all others. */
const LONGEST = 60 * DAY;

/**
 * The shortest buckets that people reckon in of which so many hold a range; they begin at whole ones. As many as there can
 * be are made, those that are left over before the range.
 */
export function bucketsOver({ since, until }: TimeRange, most: number): TimeBuckets {
  const last = STEPS.at(-1) as number;
  const step = STEPS.find((length) => bucketsOf(since, until, length).count <= most) ?? last;
  const { since: first, count: needed } = bucketsOf(since, until, step);
  const count = Math.max(1, most);
  return { since: first + (needed - count) * step, step, count };
}

function bucketsOf(since: number, until: number, step: number): TimeBuckets {
  const first = Math.floor(since / step) * step;
  return { since: first, step, count: Math.max(1, Math.ceil((until - first) / step)) };
}

/** Where the last of them ends. */
export function endOf({ since, step, count }: TimeBuckets): number {
  return since + step * count;
}

/** The bucket that a time is in, the first or the last one for times outside. */
export function bucketAt({ since, step, count }: TimeBuckets, time: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((time - since) / step)));
}

/** How many events are in each bucket. What it costs follows the number of buckets, not that of events. */
export function countEvents(
  { all, block, review, other }: EventsByOutcome & { readonly all: readonly EventRow[] },
  buckets: TimeBuckets,
): readonly EventCounts[] {
  const [total, blocks, reviews, others] = [all, block, review, other].map((rows) =>
    countsOf(rows, buckets),
  ) as [readonly number[], readonly number[], readonly number[], readonly number[]];
  return total.map((count, index) => {
    const [inBlock = 0, inReview = 0, inOther = 0] = [blocks[index], reviews[index], others[index]];
    const allow = Math.max(0, count - inBlock - inReview - inOther);
    return { total: count, parts: { block: inBlock, review: inReview, allow } };
  });
}

/** The rows are sorted by time: how many are in a bucket is the difference of two places. */
function countsOf(rows: readonly EventRow[], { since, step, count }: TimeBuckets): readonly number[] {
  let older = countSince(rows, since);
  return Array.from({ length: count }, (_, index) => {
    const newer = countSince(rows, since + (index + 1) * step);
    const inBucket = older - newer;
    older = newer;
    return inBucket;
  });
}

const histogramOf = rememberLast(
  (
    all: readonly EventRow[],
    block: readonly EventRow[],
    review: readonly EventRow[],
    other: readonly EventRow[],
    since: number,
    step: number,
    count: number,
    coveredFrom: number | undefined,
  ): EventHistogram => {
    const buckets = { since, step, count };
    return { buckets, counts: countEvents({ all, block, review, other }, buckets), coveredFrom };
  },
);

/** The events that pass the filters, over time: the same object for as long as the counts are the same. */
export function selectHistogram(stores: Stores, { since, step, count }: TimeBuckets): EventHistogram {
  const { all, block, review, other } = selectEventsByOutcome(stores);
  return histogramOf(all, block, review, other, since, step, count, selectCoveredFrom(stores));
}

/** The times that the feed is about: the chosen range, or all that is here up to now. */
export function selectShownTimes(stores: Stores, now: number): TimeRange {
  const { range } = stores.view.getState().events;
  if (range !== undefined) {
    return range;
  }
  const { rows } = stores.events.getState();
  const covered = selectCoveredFrom(stores) ?? 0;
  const [newest, oldest] = [rows[0]?.time ?? now, rows.at(-1)?.time ?? now];
  const until = Math.max(now, Math.min(newest, now + FUTURE)) + 1;
  const since = Math.max(covered, oldest, until - LONGEST);
  return { since: Math.min(since, until - MINUTE), until };
}
