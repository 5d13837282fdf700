/** Times as people read them. Every function takes milliseconds since the epoch. */

import { clocksGoBackBetween, isShownTwice, offsetText, onWall, type Zone } from './zoned-time.ts';

export type TimeStyle = 'utc' | 'local' | 'age';

/** The zone of times that are no ages. */
export function zoneOf(style: TimeStyle): Zone {
  return style === 'local' ? 'local' : 'utc';
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const NOT_A_TIME = 'not a time';

/** Before all times that can be written with four digits of the year, whatever their zone. */
export const BEFORE_ALL_TIMES = Date.parse('0000-01-01T00:00:00Z') - DAY;
const END_OF_TIME = Date.parse('9999-12-31T00:00:00Z') + 2 * DAY;

const ZERO = '0'.charCodeAt(0);
const DASH = '-'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const DOT = '.'.charCodeAt(0);
const LETTER_T = 'T'.charCodeAt(0);
const LETTER_Z = 'Z'.charCodeAt(0);

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?::?\d{2}(?::\d{2})?)?)?)?$/i;

const FINER = /[.,]\d{3}(\d+)(?=[Z+-]|$)/i;

/**
 * Reads an ISO 8601 time, one without a zone as UTC; undefined when absent or not a time, such as February 30th. `T` and `Z`
 * may be small, and a zone may be `+02`, `+0200` or `+02:00`, and long ago `+00:53:28`. A leap second is the first moment of the next minute (RFC 3339).
 */
export function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const usual = parseUsualTime(text);
  if (usual !== undefined) {
    return usual;
  }
  const match = ISO_8601.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, ...parts] = match;
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const offset = offsetOf(parts[7]);
  // Years before 100 would be taken for those of the last century.
  const date = new Date(0).setUTCFullYear(year, month - 1, day);
  const isDay = new Date(date).getUTCDate() === day && new Date(date).getUTCMonth() === month - 1;
  const fraction = Math.trunc(Number(`0.${parts[6] ?? '0'}`) * SECOND);
  const isClock =
    (hour < 24 || (hour === 24 && minute === 0 && second === 0 && fraction === 0)) &&
    minute < 60 &&
    second <= 60;
  if (!isDay || !isClock || offset === undefined) {
    return undefined;
  }
  return date + hour * HOUR + minute * MINUTE + second * SECOND + fraction - offset;
}

/** Of a time that is read in whole milliseconds, the part of one that was sent beyond them: from 0 to below 1. */
export function partOfMillisecond(text: string | undefined): number {
  // The usual ones have none, and lists hold very many.
  const isUsual = text === undefined || text.length < 24 || (text.length === 24 && text.endsWith('Z'));
  const [, digits] = isUsual ? [] : (FINER.exec(text) ?? []);
  return digits === undefined ? 0 : Number(`0.${digits}`);
}

/** Milliseconds east of UTC; undefined for a zone that there is not. */
function offsetOf(zone: string | undefined): number | undefined {
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /^([+-])(\d{2}):?(\d{2})?:?(\d{2})?$/.exec(zone ?? '') ?? [];
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND;
  return Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59
    ? undefined
    : sign === '-'
      ? -size
      : size;
}

/**
 * Reads `2026-03-02T09:47:31Z` and `2026-03-02T09:47:31.250Z`, the ways in which nearly all times are written, several
 * times faster than a pattern does: lists hold very many. Undefined for any other text, and for what only the calendar
 * shows to be a time; what it reads can be written again to the letter.
 */
export function parseUsualTime(text: string): number | undefined {
  const { length } = text;
  if (
    (length !== 20 && length !== 24) ||
    text.charCodeAt(4) !== DASH ||
    text.charCodeAt(7) !== DASH ||
    text.charCodeAt(10) !== LETTER_T ||
    text.charCodeAt(13) !== COLON ||
    text.charCodeAt(16) !== COLON ||
    text.charCodeAt(length - 1) !== LETTER_Z ||
    (length === 24 && text.charCodeAt(19) !== DOT)
  ) {
    return undefined;
  }
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 2);
  const day = digitsAt(text, 8, 2);
  const hour = digitsAt(text, 11, 2);
  const minute = digitsAt(text, 14, 2);
  const second = digitsAt(text, 17, 2);
  const fraction = length === 24 ? digitsAt(text, 20, 3) : 0;
  const isSure =
    year >= 1000 &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= 28 &&
    hour >= 0 &&
    hour <= 23 &&
    minute >= 0 &&
    minute <= 59 &&
    second >= 0 &&
    second <= 59 &&
    fraction >= 0;
  return isSure ? Date.UTC(year, month - 1, day, hour, minute, second, fraction) : undefined;
}

/** The number that so many digits make; -1 when one of them is none. */
function digitsAt(text: string, start: number, count: number): number {
  let number = 0;
  for (let place = start; place < start + count; place++) {
    const digit = text.charCodeAt(place) - ZERO;
    if (digit < 0 || digit > 9) {
      return -1;
    }
    number = number * 10 + digit;
  }
  return number;
}

/** Columns of the widest `formatClock` of a time in the year that is now. */
export const CLOCK_COLUMNS = 12;

/** Columns that the year takes where it is another one, and those that an offset takes. */
const YEAR_COLUMNS = 5;
const OFFSET_COLUMNS = 5;

/**
 * `09:47:31Z`, `11:47:31` in the local zone, or `3m`; times of another day as `03-01 09:47Z`, of another year as
 * `2025-03-01 09:47Z`. What local clocks show twice has its offset: `02:30:00+01:00`.
 */
export function formatClock(time: number, now: number, style: TimeStyle): string {
  if (!isShowable(time)) {
    return NOT_A_TIME;
  }
  if (style === 'age') {
    return formatAge(now - time);
  }
  const [wall, present] = [onWall(time, style), onWall(now, style)];
  const offset = style === 'utc' ? 'Z' : isShownTwice(time) ? offsetText(time, style) : '';
  const { year, date, clock } = textOnWall(wall);
  if (Math.floor(wall / DAY) === Math.floor(present / DAY)) {
    return `${clock}${offset}`;
  }
  const isThisYear = new Date(wall).getUTCFullYear() === new Date(present).getUTCFullYear();
  return `${isThisYear ? '' : `${year}-`}${date} ${clock.slice(0, 5)}${offset}`;
}

/** Columns of the widest `formatClock` of times from the first to the last. */
export function clockColumns(first: number, last: number, now: number, style: TimeStyle): number {
  if (style === 'age' || !isShowable(first) || !isShowable(last)) {
    return CLOCK_COLUMNS;
  }
  const [from, to, here] = [first, last, now].map((time) => new Date(onWall(time, style)).getUTCFullYear());
  return (
    CLOCK_COLUMNS +
    (from === here && to === here ? 0 : YEAR_COLUMNS) +
    (style === 'local' && clocksGoBackBetween(first, last) ? OFFSET_COLUMNS : 0)
  );
}

/** `2026-03-02 09:47:31Z`, or in the local zone `2026-03-02 11:47:31+02:00`. */
export function formatDateTime(time: number, zone: Zone): string {
  if (!isShowable(time)) {
    return NOT_A_TIME;
  }
  const { year, date, clock } = textOnWall(onWall(time, zone));
  return `${year}-${date} ${clock}${offsetText(time, zone)}`;
}

/** `2026-03-02 09:47Z`, or in the local zone `2026-03-02 11:47+02:00`. */
export function formatMinute(time: number, zone: Zone): string {
  return formatDateTime(time, zone).replace(/:\d\d(?=[Z+-])/, '');
}

/** `09:47:31Z`, or in the local zone `11:47:31+02:00`. */
export function formatTimeOfDay(time: number, zone: Zone): string {
  return formatDateTime(time, zone).replace(/^.* /, '');
}

/** `2026-03-02`, in UTC. */
export function formatDate(time: number): string {
  if (!isShowable(time)) {
    return NOT_A_TIME;
  }
  const { year, date } = textOnWall(time);
  return `${year}-${date}`;
}

/** A duration in one unit: `4s`, `12m`, `3h`, `9d`. What lies in the future is `in 4s`. */
export function formatAge(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  const sign = milliseconds <= -SECOND ? 'in ' : '';
  if (size < MINUTE) {
    return `${sign}${Math.floor(size / SECOND)}s`;
  }
  if (size < HOUR) {
    return `${sign}${Math.floor(size / MINUTE)}m`;
  }
  return size < 2 * DAY ? `${sign}${Math.floor(size / HOUR)}h` : `${sign}${Math.floor(size / DAY)}d`;
}

/** How long ago something was, `4s ago`, or when it will be, `in 4d`: clocks that differ by less than a minute are none to speak of. */
export function formatAgo(milliseconds: number): string {
  return milliseconds <= -MINUTE ? formatAge(milliseconds) : `${formatAge(Math.max(0, milliseconds))} ago`;
}

/** A countdown as `0:18`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** What clocks and calendars show as text; a year has four digits, and five in zones where 9999 is over already. */
function textOnWall(wall: number): { readonly year: string; readonly date: string; readonly clock: string } {
  const text = new Date(wall).toISOString();
  const isUsual = !text.startsWith('+') && !text.startsWith('-');
  const rest = text.slice(isUsual ? 5 : 8);
  const year = isUsual ? text.slice(0, 4) : text.slice(0, 7).replace(/^(-?)\+?0{0,2}/, '$1');
  return { year, date: rest.slice(0, 5), clock: rest.slice(6, 14) };
}

/** Whether it is in the years 0 to 9999, in UTC or in another zone. */
function isShowable(time: number): boolean {
  return time >= BEFORE_ALL_TIMES && time < END_OF_TIME;
}
