import type { Calendar, Session } from '../../contract/session.ts';
import { dayOf, type DayZone } from '../../lib/days.ts';
import { parseTime } from '../../lib/format-time.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { Listing } from '../base/listing.ts';
import type { SessionsSlice } from './sessions-slice.ts';
import type { SessionsView } from './sessions-view.ts';

/** Sessions by day. */
export interface DayCounts {
  readonly days: readonly { readonly date: string; readonly count?: number | undefined }[];
  /** Whose days they are: those of the server, of which those in UTC are the likeliest, or those of the zone asked for. */
  readonly by: 'server' | 'zone';
  /** The count of a day that is not among `days`; undefined where nothing is known of it. */
  readonly otherwise: 0 | undefined;
}

/** More are not gone through between two frames. */
const MOST_COUNTED = 5000;

/** The times by which a server may put a session on a day; which of them is not shown. */
const FIELDS = ['created_at', 'modified_at'] as const;

/**
 * How many sessions each day holds. In another zone than UTC they are counted here where every session is in the list;
 * otherwise it is the calendar of the server (GET /sessions/calendar), which knows no zone. Undefined before either was read.
 */
export function selectDayCounts(stores: SessionsSlice, zone: DayZone): DayCounts | undefined {
  const calendar = stores.calendar.getState().data;
  const listing = stores.sessions.getState().data;
  return zone === 'local' && isWhole(listing, stores.view.getState().sessions)
    ? countHere(listing, calendar)
    : asServerCounts(calendar);
}

function isWhole(
  listing: Listing<Session> | undefined,
  { date, project, branch, clientId, agentId }: SessionsView,
): listing is Listing<Session> {
  const narrowed = [date, project, branch, clientId, agentId].some((filter) => filter !== undefined);
  return (
    !narrowed &&
    listing !== undefined &&
    listing.reading === undefined &&
    listing.damaged.length === 0 &&
    listing.rows.length <= MOST_COUNTED &&
    listing.total !== undefined &&
    listing.rows.length >= listing.total
  );
}

const asServerCounts = memoizeLast((calendar: Calendar | undefined): DayCounts | undefined =>
  calendar === undefined ? undefined : { days: calendar.days, by: 'server', otherwise: undefined },
);

const countHere = memoizeLast((listing: Listing<Session>, calendar: Calendar | undefined): DayCounts => {
  const field = fieldOf(listing.rows, calendar);
  const days = [...countDays(listing.rows, field, 'local')].map(([date, count]) => ({ date, count }));
  return { days, by: 'zone', otherwise: 0 };
});

/** The time by which the counts come nearer to those of the server; the start where nothing shows it. */
function fieldOf(rows: readonly Session[], calendar: Calendar | undefined): (typeof FIELDS)[number] {
  const [start, last] = FIELDS.map((field) => {
    const counts = countDays(rows, field, 'utc');
    return (calendar?.days ?? []).reduce(
      (sum, { date, count }) => sum + Math.abs((count ?? 0) - (counts.get(date) ?? 0)),
      0,
    );
  });
  return (last ?? 0) < (start ?? 0) ? 'modified_at' : 'created_at';
}

function countDays(
  rows: readonly Session[],
  field: (typeof FIELDS)[number],
  zone: DayZone,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const time = parseTime(row[field]);
    if (time !== undefined) {
      const date = dayOf(time, zone);
      counts.set(date, (counts.get(date) ?? 0) + 1);
    }
  }
  return counts;
}
