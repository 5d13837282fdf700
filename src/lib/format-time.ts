/** Times as people read them. Every function takes milliseconds since the epoch. */

export type TimeStyle = 'utc' | 'local' | 'age';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const NOT_A_TIME = 'not a time';
const FIRST_TIME = Date.parse('0000-01-02T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-30T23:59:59Z');

const ZERO = '0'.charCodeAt(0);
const DASH = '-'.charCodeAt(0);
const COLON = ':'.charCodeAt(0);
const DOT = '.'.charCodeAt(0);
const LETTER_T = 'T'.charCodeAt(0);
const LETTER_Z = 'Z'.charCodeAt(0);

const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reads an ISO 8601 time, one without a zone as UTC; undefined when absent or not a time, such as February 30th. `T` and `Z`
 * may be small, and a zone may be `+02`, `+0200` or `+02:00`. A leap second is the first moment of the next minute (RFC 3339).
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

/** Milliseconds east of UTC; undefined for a zone that there is not. */
function offsetOf(zone: string | undefined): number | undefined {
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
  const size = Number(hours) * HOUR + Number(minutes) * MINUTE;
  return Number(hours) > 23 || Number(minutes) > 59 ? undefined : sign === '-' ? -size : size;
}

/**
 * Reads `2026-03-02T09:47:31Z` and `2026-03-02T09:47:31.250Z`, the ways in which nearly all times are written, several
 * times faster than a pattern does: lists hold very many. Undefined for any other text, and for what only the calendar
 * can tell to be a time; what it reads can be written again to the letter.
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

/** `09:47:31Z`, `11:47:31` in the local zone, or `3m`; times of another day as `03-01 09:47Z`. */
export function formatClock(time: number, now: number, style: TimeStyle): string {
  if (!isShowable(time)) {
    return NOT_A_TIME;
  }
  if (style === 'age') {
    return formatAge(now - time);
  }
  const whole = formatDateTime(time, style);
  if (whole.startsWith(formatDateTime(now, style).slice(0, 10))) {
    return whole.slice(11);
  }
  return `${whole.slice(5, 16)}${style === 'utc' ? 'Z' : ''}`;
}

/** `2026-03-02 09:47:31Z`, or without the Z in the local zone. */
export function formatDateTime(time: number, style: TimeStyle): string {
  if (!isShowable(time)) {
    return NOT_A_TIME;
  }
  if (style === 'local') {
    const date = new Date(time);
    const shifted = new Date(time - date.getTimezoneOffset() * MINUTE);
    return shifted.toISOString().slice(0, 19).replace('T', ' ');
  }
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

/** `2026-03-02`, in UTC. */
export function formatDate(time: number): string {
  return isShowable(time) ? new Date(time).toISOString().slice(0, 10) : NOT_A_TIME;
}

/** A duration in one unit: `4s`, `12m`, `3h`, `9d`. What lies in the future carries a plus. */
export function formatAge(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  const sign = milliseconds <= -SECOND ? '+' : '';
  if (size < MINUTE) {
    return `${sign}${Math.floor(size / SECOND)}s`;
  }
  if (size < HOUR) {
    return `${sign}${Math.floor(size / MINUTE)}m`;
  }
  return size < 2 * DAY ? `${sign}${Math.floor(size / HOUR)}h` : `${sign}${Math.floor(size / DAY)}d`;
}

/** A countdown as `0:18`. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Whether its year has four digits in every zone. */
function isShowable(time: number): boolean {
  return time >= FIRST_TIME && time <= LAST_TIME;
}
