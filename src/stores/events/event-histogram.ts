import type { EventRow } from './event-row.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { selectCoveredFrom, selectEventsByOutcome } from './select-events.ts';
import type { Rows } from '../base/row-list.ts';
import { countSince } from './sorted-events.ts';
import type { EventsSlice } from './events-slice.ts';
import { parseQuery } from '../query/parse-query.ts';
import { queryClock } from '../query/query-time.ts';
import { windowOf, type TimeBounds } from '../query/time-bounds.ts';
import { EVENT_QUERY } from './events-view.ts';
import type { TimeBuckets, TimeRange } from '../base/time-buckets.ts';

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
}

export interface EventHistogram {
  readonly buckets: TimeBuckets;
  readonly counts: readonly EventCounts[];
  /** From when on all is here that passes the filters; undefined before anything was read. */
  readonly coveredFrom: number | undefined;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** What is dated later than this after now is not the present, and would leave no room for it. */
const FUTURE = 5 * MINUTE;

/** An event from the beginning of the epoch would make one bucket of all others. */
const LONGEST = 60 * DAY;

/** How many events are in each bucket. What it costs follows the number of buckets, not that of events. */
export function countEvents(
  { all, block, review, other }: RowsByOutcome,
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
function countsOf(rows: Rows<EventRow>, { since, step, count }: TimeBuckets): readonly number[] {
  let older = countSince(rows, since);
  return Array.from({ length: count }, (_, index) => {
    const newer = countSince(rows, since + (index + 1) * step);
    const inBucket = older - newer;
    older = newer;
    return inBucket;
  });
}

const histogramOf = memoizeLast(
  (
    all: Rows<EventRow>,
    block: Rows<EventRow>,
    review: Rows<EventRow>,
    other: Rows<EventRow>,
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
export function selectHistogram(stores: EventsSlice, { since, step, count }: TimeBuckets): EventHistogram {
  const { all, block, review, other } = selectEventsByOutcome(stores);
  return histogramOf(all, block, review, other, since, step, count, selectCoveredFrom(stores));
}

const queryOf = memoizeLast((text: string) => parseQuery(text, EVENT_QUERY));

/** The times that the feed is about: the chosen range, or those that its filter names of all that is here up to now. */
export function selectShownTimes(stores: EventsSlice, now: number): TimeRange {
  const view = stores.view.getState();
  const { range, text } = view.events;
  if (range !== undefined) {
    return range;
  }
  const named = windowOf(queryOf(text), 'timestamp', queryClock(view));
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
): TimeRange {
  const until = Math.max(now, Math.min(newest, now + FUTURE)) + 1;
  const since = Math.max(oldest, until - LONGEST);
  const begin = Number.isFinite(named.from) ? named.from : since;
  const end = Math.min(until, named.to);
  // A query may name times before all that is here, or after now.
  return end - begin >= MINUTE ? { since: begin, until: end } : { since: end - MINUTE, until: end };
}
