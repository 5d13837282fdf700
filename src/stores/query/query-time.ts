import type { TimeStyle } from '../../lib/format-time.ts';
import { parseSpan } from '../../lib/time-span.ts';
import { momentAt, onWall, type Zone } from '../../lib/zoned-time.ts';

/**
 * Times as they are typed: `1h` for so long ago, `10:30` for the last time that the clock showed it, `2026-03-01` for a
 * day, `2026-03-01T10:30`, `today`, `yesterday`, `now`. Without a zone they are in the one in which times are shown.
 */
export type QueryTime =
  | { readonly kind: 'ago'; readonly milliseconds: number }
  | { readonly kind: 'day'; readonly daysAgo: number }
  /** A day of the last twelve months, as lists print it. */
  | {
      readonly kind: 'month-day';
      readonly month: number;
      readonly day: number;
      readonly parts: ClockParts | undefined;
      readonly utc: boolean;
    }
  | { readonly kind: 'clock'; readonly parts: ClockParts; readonly utc: boolean }
  | {
      readonly kind: 'date';
      readonly date: readonly [year: number, month: number, day: number];
      readonly parts: ClockParts | undefined;
      /** Minutes east of UTC; undefined for the zone in which times are shown. */
      readonly offset: number | undefined;
    };

interface ClockParts {
  readonly hour: number;
  readonly minute: number;
  /** In milliseconds; undefined when the whole minute is meant. */
  readonly second: number | undefined;
}

/** By what times of a query are reckoned. */
export interface QueryClock {
  /** In milliseconds, at the beginning of a minute: what depends on the clock moves on with whole minutes. */
  readonly now: number;
  readonly zone: Zone;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** As lists print an age. */
const AGO = ' ago';
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?(z)?$/i;
const DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[t ](\d{2})(?::?(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?)?(z|[+-]\d{2}(?::?\d{2}(?::\d{2})?)?)?)?$/i;

/** As lists print a time of another day: `11-21 03:15Z`. */
const MONTH_DAY = /^(\d{2})-(\d{2})(?:[t ](\d{2}):(\d{2})(?::(\d{2}(?:\.\d{1,3})?))?)?(z)?$/i;

/** The forms of a time in words, for people who typed another. */
export const TIME_FORMS = '30m, 2h, 1d, 10:30, today, 03-01, 2026-03-01 or 2026-03-01T10:30';

/** Reads a time; undefined when it is none. */
export function readQueryTime(text: string): QueryTime | undefined {
  const word = text.toLowerCase();
  if (word === 'now') {
    return { kind: 'ago', milliseconds: 0 };
  }
  if (word === 'today' || word === 'yesterday') {
    return { kind: 'day', daysAgo: word === 'today' ? 0 : 1 };
  }
  const ago = parseSpan(word.endsWith(AGO) ? word.slice(0, -AGO.length) : word);
  if (ago !== undefined) {
    return { kind: 'ago', milliseconds: ago };
  }
  const [, hour, minute, second, utc] = CLOCK.exec(text) ?? [];
  if (hour !== undefined) {
    const parts = readClock(hour, minute, second);
    return parts && { kind: 'clock', parts, utc: utc !== undefined };
  }
  return readMonthDay(text) ?? readDate(text);
}

function readMonthDay(text: string): QueryTime | undefined {
  const [, month = '', day = '', hour, minute, second, utc] = MONTH_DAY.exec(text) ?? [];
  const parts = hour === undefined ? undefined : readClock(hour, minute, second);
  // A leap year has each day that there can be.
  const isDay = new Date(momentAt(2024, Number(month), Number(day), 0, 'utc')).getUTCDate() === Number(day);
  return month === '' ||
    Number(month) < 1 ||
    Number(month) > 12 ||
    !isDay ||
    (hour !== undefined && parts === undefined)
    ? undefined
    : { kind: 'month-day', month: Number(month), day: Number(day), parts, utc: utc !== undefined };
}

function readClock(
  hour: string,
  minute: string | undefined,
  second: string | undefined,
): ClockParts | undefined {
  const parts = {
    hour: Number(hour),
    minute: Number(minute ?? 0),
    second: second === undefined ? undefined : Math.floor(Number(second) * SECOND),
  };
  return parts.hour < 24 && parts.minute < 60 && (parts.second ?? 0) <= MINUTE ? parts : undefined;
}

function readDate(text: string): QueryTime | undefined {
  const [, year, month, day, hour, minute, second, zone] = DATE.exec(text) ?? [];
  if (year === undefined) {
    return undefined;
  }
  const date = [Number(year), Number(month), Number(day)] as const;
  const parts = hour === undefined ? undefined : readClock(hour, minute, second);
  const isDay = new Date(momentAt(...date, 0, 'utc')).getUTCDate() === date[2];
  if (!isDay || date[1] > 12 || date[1] < 1 || (hour !== undefined && parts === undefined)) {
    return undefined;
  }
  return { kind: 'date', date, parts, offset: readOffset(zone) };
}

function readOffset(zone: string | undefined): number | undefined {
  if (zone === undefined) {
    return undefined;
  }
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^([+-])(\d{2}):?(\d{2})?:?(\d{2})?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes) + Number(seconds) / 60);
}

/** What a time means: from its first millisecond to before `end`; a moment is one millisecond long. */
export function resolveTime(
  time: QueryTime,
  { now, zone }: QueryClock,
): { readonly start: number; readonly end: number } {
  switch (time.kind) {
    case 'ago': {
      const start = now - time.milliseconds;
      return { start, end: start + 1 };
    }
    case 'day': {
      const date = dateOf(now, zone);
      return {
        start: momentOf([date[0], date[1], date[2] - time.daysAgo], undefined, zone),
        end: momentOf([date[0], date[1], date[2] - time.daysAgo + 1], undefined, zone),
      };
    }
    case 'clock': {
      const { parts, utc } = time;
      const in_ = utc ? 'utc' : zone;
      const date = dateOf(now, in_);
      const today = momentOf(date, parts, in_);
      const start = today <= now ? today : momentOf([date[0], date[1], date[2] - 1], parts, in_);
      return { start, end: start + lengthOf(parts) };
    }
    case 'month-day': {
      const { month, day, parts, utc } = time;
      const in_ = utc ? 'utc' : zone;
      const [year] = dateOf(now, in_);
      const ofYear = (of: number) => {
        const start = momentOf([of, month, day], parts, in_);
        const end =
          parts === undefined ? momentOf([of, month, day + 1], parts, in_) : start + lengthOf(parts);
        return { start, end };
      };
      return ofYear(year).start <= now ? ofYear(year) : ofYear(year - 1);
    }
    case 'date': {
      const { date, parts, offset } = time;
      if (offset !== undefined) {
        const start = momentOf(date, parts, 'utc') - Math.round(offset * MINUTE);
        return { start, end: start + lengthOf(parts) };
      }
      const start = momentOf(date, parts, zone);
      const end =
        parts === undefined
          ? momentOf([date[0], date[1], date[2] + 1], parts, zone)
          : start + lengthOf(parts);
      return { start, end };
    }
  }
}

/** Whether what a time means moves on with the clock, minute by minute. */
export function isRelative(time: QueryTime): boolean {
  return time.kind === 'ago';
}

function lengthOf(parts: ClockParts | undefined): number {
  return parts === undefined ? DAY : parts.second === undefined ? MINUTE : SECOND;
}

function dateOf(time: number, zone: Zone): readonly [number, number, number] {
  const date = new Date(onWall(time, zone));
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

function momentOf(
  [year, month, day]: readonly [number, number, number],
  parts: ClockParts | undefined,
  zone: Zone,
): number {
  const { hour = 0, minute = 0, second = 0 } = parts ?? {};
  return momentAt(year, month, day, hour * HOUR + minute * MINUTE + second, zone);
}

/** Whether what a time means depends on the zone in which times are shown. */
export function isOfZone(time: QueryTime): boolean {
  return (
    time.kind === 'day' ||
    ((time.kind === 'clock' || time.kind === 'month-day') && !time.utc) ||
    (time.kind === 'date' && time.offset === undefined)
  );
}

/** What the times of a typed query depend on. */
export interface TimeView {
  /** The beginning of the minute, in milliseconds. */
  readonly minute: number;
  readonly timeStyle: TimeStyle;
}

/** By what the times of a typed query are reckoned: the zone is the one in which times are shown. */
export function queryClock({ minute, timeStyle }: TimeView): QueryClock {
  return { now: minute, zone: timeStyle === 'local' ? 'local' : 'utc' };
}
