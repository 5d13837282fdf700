import { append } from '../../lib/long-lists.ts';
import type { Client } from '../../api/client.ts';
import type { DamagedRow } from '../../contract/pagination.ts';
import type { Session } from '../../contract/session.ts';
import { utcDaysOf, boundsOfDay, dayOf, type DayZone } from '../../lib/days.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ListDoubt, Listing } from '../../stores/base/listing.ts';
import type { CountTrust } from './count-trust.ts';
import { KEPT_FOR, type PagedList } from './paged-list.ts';
import {
  createSessionList,
  ofProject,
  questionOf,
  readSessionPage,
  SESSION_PAGE,
  type SessionFilters,
} from './read-sessions.ts';
import { parseTime } from '../../lib/format-time.ts';

/** A day of more is clipped, and says so. */
const MOST_OF_A_DAY = 5000;

/** The days in UTC that a day touches. */
interface Days {
  readonly key: string;
  readonly lists: readonly PagedList<Session>[];
  /** Those that were read to their end before another one failed, and when, by their places. */
  readonly read: Map<number, { readonly listing: Listing<Session>; readonly at: number }>;
}

/**
 * Reads the sessions of a day in another zone than UTC: those of the days in UTC that it touches, told apart here, since
 * what `tz` takes is not shown.
 */
export class LocalDayReader {
  readonly #client: Client;
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #ends: CountTrust;
  readonly #dayFields = new DayFieldKnowledge();
  #days: Days | undefined;

  constructor(client: Client, clock: Pick<Clock, 'monotonic'>, ends: CountTrust) {
    this.#client = client;
    this.#clock = clock;
    this.#ends = ends;
  }

  /** Pages that were read of the day that was asked for last. */
  get pagesRead(): number {
    return (this.#days?.lists ?? []).reduce((sum, list) => sum + list.pagesRead, 0);
  }

  /** The sessions of that day that the filters let through. Throws what a request throws. */
  async read(
    filters: SessionFilters,
    date: string,
    signal: AbortSignal | undefined,
  ): Promise<Listing<Session>> {
    const dates = utcDaysOf(date, 'local');
    const key = JSON.stringify([questionOf(filters, date), dates]);
    if (this.#days?.key !== key) {
      const lists = dates.map(() => createSessionList(this.#clock, MOST_OF_A_DAY, this.#ends));
      this.#days = { key, lists, read: new Map() };
    }
    const { lists, read } = this.#days;
    const days: { date: string; rows: readonly Session[] }[] = [];
    const damaged: DamagedRow[] = [];
    let unread = 0;
    let doubt: ListDoubt | undefined;
    for (const [index, list] of lists.entries()) {
      const question = questionOf(filters, dates[index]);
      const kept = read.get(index);
      const isKept = kept !== undefined && this.#clock.monotonic() - kept.at <= KEPT_FOR;
      const listing = isKept
        ? kept.listing
        : await list.read((offset) =>
            readSessionPage(this.#client, question, { limit: SESSION_PAGE, offset }, signal),
          );
      if (!isKept) {
        read.set(index, { listing, at: this.#clock.monotonic() });
      }
      days.push({ date: dates[index] ?? date, rows: listing.rows });
      append(damaged, listing.damaged);
      doubt ??= listing.doubt;
      unread += Math.max(0, (listing.total ?? 0) - listing.rows.length - listing.damaged.length);
    }
    read.clear();
    const rows = sessionsOfDay(days, { date, zone: 'local' }, this.#dayFields.learn(days));
    const all = ofProject({ rows, total: undefined, damaged }, filters.project);
    return doubt === undefined ? { ...all, total: all.rows.length + unread } : { ...all, doubt };
  }
}

/** The times by which a server may put a session on a date; which of them is not shown. */
const DAY_FIELDS = ['created_at', 'modified_at'] as const;
type DayField = (typeof DAY_FIELDS)[number];

/** What a server listed for one day in UTC. */
interface AskedDay {
  readonly date: string;
  readonly rows: readonly Session[];
}

/**
 * The times by which a server may have put those sessions on their dates: each that lies on the day asked for in every
 * session of it. Both where nothing distinguishes them, and none where the server's own days are not those of UTC.
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
 * A session without a time is kept.
 */
function sessionsOfDay(
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

/** By which times the server takes the day: what one answer shows is remembered, and where nothing shows it, it is the start. */
class DayFieldKnowledge {
  #known: DayField | undefined;

  /** Learns from these answers; gives the times by which they are to be told apart. */
  learn(days: readonly AskedDay[]): readonly DayField[] {
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
