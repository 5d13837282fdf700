import type { EventRow } from './event-row.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { selectCoveredFrom, selectEventsByOutcome } from './select-events.ts';
import type { Rows } from '../base/row-list.ts';
import { countSince } from './sorted-events.ts';
import type { EventsSlice } from './events-slice.ts';
import { parseQuery } from '../query/parse-query.ts';
import { queryClock } from '../query/query-time.ts';
import type { TimeBounds } from '../query/time-bounds.ts';
import { namedTimes } from './named-times.ts';
import { EVENT_QUERY } from './events-view.ts';
import { bucketsOver, bucketsWithin, type TimeBuckets, type TimeRange } from '../base/time-buckets.ts';

/** How many events there are in a stretch of time; those of an unknown outcome in the total alone. */
export interface EventCounts {
  readonly total: number;
  readonly parts: { readonly block: number; readonly review: number; readonly allow: number };
}

/** Events of one list by what became of them, each newest first; what was allowed is the rest. */
export interface RowsByOutcome {
  readonly all: Rows<EventRow>;
  readonly block: Rows<EventRow>;
  readonly review: Rows<EventRow>;
  /** With an outcome that nobody knows, or none. */
  readonly other: Rows<EventRow>;
  /** Without a time that can be read, of whatever outcome; they stand in no other list but that of all. */
  readonly untimed: Rows<EventRow>;
}

export interface EventHistogram {
  readonly buckets: TimeBuckets;
  readonly counts: readonly EventCounts[];
  /** From when on all is here that passes the filters; undefined before anything was read. */
  readonly coveredFrom: number | undefined;
  /** The times that were named; what lies outside of them is counted in no bucket. */
  readonly named: TimeBounds;
  /** How many pass the filters and carry no time that can be read, and so are in no bucket. */
  readonly untimed: number;
}

/** The times that an axis is about, and between which of them rows can be by what was named. */
export interface AxisTimes extends TimeRange {
  readonly named: TimeBounds;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** What is dated later than this after now is not the present, and would leave no room for it. */
const FUTURE = 5 * MINUTE;

/** An event from the beginning of the epoch would make one bucket of all others. */
const LONGEST = 60 * DAY;

/**
 * The histogram of some events: how many with a time are in each bucket, between the times that were named. What it costs
 * follows the number of buckets, not that of events.
 */
export function histogramOf(
  { all, block, review, other, untimed }: RowsByOutcome,
  buckets: TimeBuckets,
  named: TimeBounds,
  coveredFrom: number | undefined,
): EventHistogram {
  const [everything, without, blocks, reviews, others] = [all, untimed, block, review, other].map((rows) =>
    countsOf(rows, buckets, named),
  ) as [readonly number[], ...(readonly number[])[]];
  const counts = everything.map((count, index): EventCounts => {
    const at = (list: readonly number[] | undefined) => list?.[index] ?? 0;
    const total = count - at(without);
    const parts = { block: at(blocks), review: at(reviews) };
    return {
      total,
      parts: { ...parts, allow: Math.max(0, total - parts.block - parts.review - at(others)) },
    };
  });
  // The list has them where they arrived, and so they are among what the filters let through of those times.
  const listedFrom = Math.max(named.from, coveredFrom ?? Number.NEGATIVE_INFINITY);
  const listed = countSince(untimed, listedFrom) - countSince(untimed, named.to);
  return { buckets, counts, coveredFrom, named, untimed: Math.max(0, listed) };
}

/** The rows are sorted by time: how many are in a bucket is the difference of two places. */
function countsOf(
  rows: Rows<EventRow>,
  { since, step, count }: TimeBuckets,
  { from, to }: TimeBounds,
): readonly number[] {
  const countFrom = (time: number) => countSince(rows, Math.min(Math.max(time, from), to));
  let older = countFrom(since);
  return Array.from({ length: count }, (_, index) => {
    const newer = countFrom(since + (index + 1) * step);
    const inBucket = older - newer;
    older = newer;
    return inBucket;
  });
}

const rememberHistogram = memoizeLast(
  (
    all: Rows<EventRow>,
    block: Rows<EventRow>,
    review: Rows<EventRow>,
    other: Rows<EventRow>,
    untimed: Rows<EventRow>,
    since: number,
    step: number,
    count: number,
    from: number,
    to: number,
    coveredFrom: number | undefined,
  ): EventHistogram =>
    histogramOf({ all, block, review, other, untimed }, { since, step, count }, { from, to }, coveredFrom),
);

/**
 * The events that pass the filters, over time, as far as they lie between the times that are named: the same object for as
 * long as the counts are the same.
 */
export function selectHistogram(
  stores: EventsSlice,
  { since, step, count }: TimeBuckets,
  { from, to }: TimeBounds,
): EventHistogram {
  const { all, block, review, other, untimed } = selectEventsByOutcome(stores);
  const coveredFrom = selectCoveredFrom(stores);
  return rememberHistogram(all, block, review, other, untimed, since, step, count, from, to, coveredFrom);
}

const queryOf = memoizeLast((text: string) => parseQuery(text, EVENT_QUERY));

/** The times that the typed query of the feed names. */
export function selectTypedTimes({ view }: Pick<EventsSlice, 'view'>): TimeBounds {
  const state = view.getState();
  return namedTimes(queryOf(state.events.text), queryClock(state));
}

/** The times that its query and the chosen range let through together. */
export function selectNamedTimes(stores: Pick<EventsSlice, 'view'>): TimeBounds {
  const { range } = stores.view.getState().events;
  const { from, to } = selectTypedTimes(stores);
  return range === undefined
    ? { from, to }
    : { from: Math.max(from, range.since), to: Math.min(to, range.until) };
}

/** The times that the feed is about: the chosen range, or those that its filter names of all that is here up to now. */
export function selectShownTimes(stores: EventsSlice, now: number): AxisTimes {
  const { range } = stores.view.getState().events;
  const named = selectNamedTimes(stores);
  if (range !== undefined) {
    return { ...range, named };
  }
  const { rows } = stores.events.getState();
  const { time: newest = now } = rows.at(0) ?? {};
  const oldest = Math.max(selectCoveredFrom(stores) ?? 0, rows.at(-1)?.time ?? now);
  return timesOnAxis(named, { oldest, newest }, now);
}

/** The times of an axis: those that are named of all that there is from the oldest through now. */
export function timesOnAxis(
  named: TimeBounds,
  { oldest, newest }: { readonly oldest: number; readonly newest: number },
  now: number,
): AxisTimes {
  const until = Math.max(now, Math.min(newest, now + FUTURE)) + 1;
  const since = Math.max(oldest, until - LONGEST);
  const begin = Number.isFinite(named.from) ? named.from : since;
  const end = Math.min(until, named.to);
  // A query may name times before all that is here, or after now.
  return end - begin >= MINUTE
    ? { since: begin, until: end, named }
    : { since: end - MINUTE, until: end, named };
}

/** The buckets of an axis, at most so many. Where it begins was named or not: only then there is something before it. */
export function bucketsOnAxis({ since, until, named }: AxisTimes, most: number): TimeBuckets {
  return Number.isFinite(named.from)
    ? bucketsWithin({ since, until }, most)
    : bucketsOver({ since, until }, most);
}
