import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import {
  bucketsOnAxis,
  histogramOf,
  timesOnAxis,
  type AxisTimes,
  type EventHistogram,
} from '../events/event-histogram.ts';
import { parseQuery } from '../query/parse-query.ts';
import { queryClock, type QueryClock } from '../query/query-time.ts';
import { windowOf } from '../query/time-bounds.ts';
import type { EventDigest } from './event-digest.ts';
import type { EntitySlice } from './entity-slice.ts';
import { queryOfPage } from './page-query.ts';
import type { OpenPage } from './page-subject.ts';
import type { PageContents } from './select-page.ts';

const namedTimes = memoizeLast(
  (kind: OpenPage['subject']['kind'], text: string, now: number, zone: QueryClock['zone']) => {
    const subject = { kind } as OpenPage['subject'];
    return windowOf(parseQuery(text, queryOfPage(subject)), 'timestamp', { now, zone });
  },
);

/** The times that a page is about: those that its query names of all from which on its events are here, up to now. */
export function selectPageTimes(
  stores: EntitySlice,
  { page, from = BEFORE_ALL_TIMES, entityEvents: { digest } }: PageContents,
  now: number,
): AxisTimes {
  const clock = queryClock(stores.view.getState());
  const named = namedTimes(page.subject.kind, page.text, clock.now, clock.zone);
  const { first = now, last = now } = digest?.whole ?? {};
  // Where all were read, the time before the first of them is of no interest.
  return timesOnAxis(named, { oldest: from === BEFORE_ALL_TIMES ? first : from, newest: last }, now);
}

const rememberHistogram = memoizeLast(
  (
    digest: EventDigest | undefined,
    since: number,
    step: number,
    count: number,
    from: number,
    to: number,
    coveredFrom: number | undefined,
  ): EventHistogram => {
    const { rows: all = [], byOutcome: { block = [], review = [], other = [], untimed = [] } = {} } =
      digest ?? {};
    const rows = { all, block, review, other, untimed };
    return histogramOf(rows, { since, step, count }, { from, to }, coveredFrom);
  },
);

/** The events of a page over time, in at most so many bars: the same object for as long as the counts are the same. */
export function selectPageHistogram(
  stores: EntitySlice,
  contents: PageContents,
  most: number,
  now: number,
): EventHistogram {
  const times = selectPageTimes(stores, contents, now);
  const { since, step, count } = bucketsOnAxis(times, most);
  const { from, to } = times.named;
  return rememberHistogram(contents.entityEvents.digest, since, step, count, from, to, contents.from);
}
