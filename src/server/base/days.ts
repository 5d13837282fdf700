import type { Choices } from './choices.ts';

/** Days in a time zone. Dates are written YYYY-MM-DD, times are milliseconds since the epoch. */

const DAY = 24 * 60 * 60 * 1000;
const OFFSET = /^(?:Z|([+-])(\d{2}):?(\d{2}))$/;

/** Gives the offset from UTC, in milliseconds, that is in force at a time. */
export type TimeZone = (time: number) => number;

export const UTC: TimeZone = () => 0;

/** Reads `tz` of GET /sessions, in the format that the choices say; undefined when it is not one. */
export function readTimeZone(text: string, format: Choices['time-zone-format']): TimeZone | undefined {
  const offset = OFFSET.exec(text);
  if (offset !== null) {
    return format === 'iana' ? undefined : fixedOffset(offset);
  }
  return format === 'offset' ? undefined : namedZone(text);
}

/** The first moment of the date in the zone, and the first moment after it. A day may have 23 or 25 hours. */
export function dayBounds(date: string, zone: TimeZone): { readonly from: number; readonly to: number } {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return { from: fromLocal(midnight, zone), to: fromLocal(midnight + DAY, zone) };
}

/** The date in UTC of a time. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** The date that many days later (or, negative, earlier). */
export function addDays(date: string, days: number): string {
  return dateOf(Date.parse(`${date}T00:00:00Z`) + days * DAY);
}

/** How many days lie between two dates; 0 for the same date, negative when `last` is before `first`. */
export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY);
}

function fixedOffset([text, sign, hours, minutes]: RegExpExecArray): TimeZone | undefined {
  if (text === 'Z') {
    return UTC;
  }
  const total = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || total > 18 * 60) {
    return undefined;
  }
  const offset = (sign === '-' ? -1 : 1) * total * 60_000;
  return () => offset;
}

function namedZone(name: string): TimeZone | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return undefined;
  }
  return (time) => {
    const parts = new Map(format.formatToParts(time).map((part) => [part.type, Number(part.value)]));
    const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    const local = Date.UTC(
      get('year'),
      get('month') - 1,
      get('day'),
      get('hour'),
      get('minute'),
      get('second'),
    );
    return local - Math.floor(time / 1000) * 1000;
  };
}

/**
 * The moment at which a clock in the zone shows `local`. The offset is looked up twice, as the first guess may lie on
 * the other side of a change; a midnight that a change skips becomes the moment of the change.
 */
function fromLocal(local: number, zone: TimeZone): number {
  const guess = local - zone(local);
  return local - zone(guess);
}
