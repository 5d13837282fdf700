/** Times as people read them. Every function takes milliseconds since the epoch. */

export type TimeStyle = 'utc' | 'local' | 'age';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const NOT_A_TIME = 'not a time';
const FIRST_TIME = Date.parse('0000-01-02T00:00:00Z');
const LAST_TIME = Date.parse('9999-12-30T23:59:59Z');

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Reads an ISO 8601 time, one without a zone as UTC; undefined when absent or not a time. */
export function parseTime(text: string | undefined): number | undefined {
  const match = text === undefined ? null : ISO_8601.exec(text);
  if (match === null) {
    return undefined;
  }
  const [whole, zone] = match;
  const time = Date.parse(whole.length > 10 && zone === undefined ? `${whole}Z` : whole);
  return Number.isNaN(time) ? undefined : time;
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
