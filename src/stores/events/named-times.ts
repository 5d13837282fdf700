import type { Query } from '../query/query.ts';
import type { QueryClock } from '../query/query-time.ts';
import { windowOf, type TimeBounds } from '../query/time-bounds.ts';
import { EVENT_QUERY } from './events-view.ts';

const [TIME_PATH = ''] = EVENT_QUERY.times;

/** Between which times a query lets events through, by its `since`, `until` and `time`: others need not be read for it. */
export function namedTimes(query: Pick<Query, 'terms'>, clock: QueryClock): TimeBounds {
  return windowOf(query, TIME_PATH, clock);
}
