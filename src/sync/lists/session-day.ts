import type { Session } from '../../contract/session.ts';
import { boundsOfDay, dayOf, type DayZone } from '../../lib/days.ts';
import { parseTime } from '../../lib/format-time.ts';

/** The times by which a server may put a session on a date; which of them is not shown. */
const DAY_FIELDS = ['created_at', 'modified_at'] as const;
export type DayField = (typeof DAY_FIELDS)[number];

/** What a server listed for one day in UTC. */
export interface AskedDay {
  readonly date: string;
  readonly rows: readonly Session[];
}

/**
 * The times by which a server may have put those sessions on their dates: each that lies on the day asked for in every
 * session of it. Both where nothing tells them apart, and none where the server's own days are not those of UTC.
 */
function possibleDayFields(days: readonly AskedDay[]): readonly DayField[] {
  return DAY_FIELDS.filter((field) =>
    days.every(({ date, rows }) =>
      rows.every((row) => {
        const time = parseTime(row[field]);
        return time === undefined || dayOf(time, 'utc') === date;
      }),
    ),
  );
}

/**
 * Of the sessions that a server listed for the days in UTC that a day touches, those of the day, by any of these times.
 * A session whose time is not told is kept.
 */
export function sessionsOfDay(
  days: readonly AskedDay[],
  { date, zone }: { readonly date: string; readonly zone: DayZone },
  fields: readonly DayField[],
): readonly Session[] {
  const { from, to } = boundsOfDay(date, zone);
  const isWithin = (time: number | undefined) => time === undefined || (time >= from && time < to);
  const byId = new Map<string, Session>();
  for (const session of days.flatMap(({ rows }) => rows)) {
    if (fields.some((field) => isWithin(parseTime(session[field])))) {
      byId.set(session.id, session);
    }
  }
  return [...byId.values()];
}

/** By which times the day is told: what one answer shows is remembered, and where nothing shows it, it is the start. */
export class DayFieldKnowledge {
  #known: DayField | undefined;

  /** Learns from these answers; gives the times by which they are to be told apart. */
  judge(days: readonly AskedDay[]): readonly DayField[] {
    const possible = possibleDayFields(days);
    if (possible.length === 0) {
      return DAY_FIELDS;
    }
    if (possible.length === 1) {
      this.#known = possible[0];
    }
    return [this.#known ?? 'created_at'];
  }
}
