import { dayOf } from '../../lib/days.ts';
import { onWall, type Zone } from '../../lib/zoned-time.ts';
import { memoizeLast, memoizeSame } from '../base/memoize-last.ts';
import type { TimeRange } from '../base/time-buckets.ts';
import { selectCoveredFrom } from '../events/select-events.ts';
import { EVENT_QUERY } from '../events/events-view.ts';
import { LLM_QUERY } from '../llm/llm-view.ts';
import { parseQuery } from '../query/parse-query.ts';
import { findField, type ListQuery } from '../query/query-fields.ts';
import { queryClock } from '../query/query-time.ts';
import { windowOf } from '../query/time-bounds.ts';
import { SESSION_QUERY } from '../sessions/sessions-view.ts';
import type { CountedListId } from './count-measures.ts';
import { timeFieldOfList } from './listed-counts.ts';
import type { CountsSlice } from './select-counts.ts';

/** The times that the small bars of counts are about. */
export interface CountedTimes extends TimeRange {
  /** What they are called above the bars: `LAST 24 H`, `11-20 to 11-22`. */
  readonly title: string;
  /** From when on all rows are here; undefined where nobody can say. */
  readonly knownFrom: number | undefined;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** So far back the bars go where no filter names a time; agents say only when each was seen last. */
const USUAL: Readonly<Record<CountedListId, number | undefined>> = {
  events: DAY,
  llm: DAY,
  sessions: 30 * DAY,
  agents: undefined,
};

const QUERIES: Readonly<Record<Exclude<CountedListId, 'agents'>, ListQuery>> = {
  events: EVENT_QUERY,
  sessions: SESSION_QUERY,
  llm: LLM_QUERY,
};

/** Days of another year than the last one are named with it. */
const YEAR = 365 * DAY;

const queryOf = memoizeLast((text: string, of: Exclude<CountedListId, 'agents'>) =>
  parseQuery(text, QUERIES[of]),
);

const same = memoizeSame<CountedTimes>();

/** The times that the filters of a list name, else the recent past; undefined where rows are of no time. */
export function selectCountedTimes(
  stores: CountsSlice,
  of: CountedListId,
  now: number,
): CountedTimes | undefined {
  const usual = USUAL[of];
  if (of === 'agents' || usual === undefined) {
    return undefined;
  }
  const view = stores.view.getState();
  const clock = queryClock(view);
  const field = of === 'events' ? 'time' : timeFieldOfList(stores, of, now);
  const path = field === undefined ? undefined : findField(QUERIES[of], field).field.paths[0];
  const named = windowOf(queryOf(view[of].text, of), path ?? '', clock);
  const range = of === 'events' ? view.events.range : undefined;
  const from = Math.max(named.from, range?.since ?? Number.NEGATIVE_INFINITY);
  const to = Math.min(named.to, range?.until ?? Number.POSITIVE_INFINITY);
  // The clock of a query moves on by whole minutes: what came in since belongs to the last bar.
  const end = clock.now + MINUTE;
  const until = Math.min(to, end);
  const since = Number.isFinite(from) ? Math.min(from, until - MINUTE) : until - usual;
  const knownFrom = of === 'events' ? selectCoveredFrom(stores) : undefined;
  return same({
    since,
    until,
    title:
      to >= end
        ? titleUpToNow(since, clock.now, usual, clock.zone, !Number.isFinite(from))
        : titleOf(since, until, clock),
    knownFrom,
  });
}

function titleUpToNow(since: number, now: number, usual: number, zone: Zone, isUsual: boolean): string {
  const span = isUsual ? usual : now - since;
  const unit = (
    [
      ['D', DAY],
      ['H', HOUR],
      ['MIN', MINUTE],
    ] as const
  ).find(([name, length]) => span % length === 0 && span >= (name === 'D' ? 2 : 1) * length);
  const count = unit === undefined ? 0 : span / unit[1];
  return unit === undefined || count > 99 ? `since ${dayName(since, now, zone)}` : `LAST ${count} ${unit[0]}`;
}

function titleOf(
  since: number,
  until: number,
  { now, zone }: { readonly now: number; readonly zone: Zone },
): string {
  const [first, last] = [dayName(since, now, zone), dayName(until - 1, now, zone)];
  return first === last && until - since < DAY
    ? `${clockName(since, zone)} to ${clockName(until - 1, zone)}`
    : first === last
      ? first
      : `${first} to ${last}`;
}

function dayName(time: number, now: number, zone: Zone): string {
  const day = dayOf(time, zone);
  return now - time < YEAR ? day.slice('YYYY-'.length) : day;
}

function clockName(time: number, zone: Zone): string {
  return new Date(onWall(time, zone)).toISOString().slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);
}
