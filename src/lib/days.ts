/** Calendar days, written YYYY-MM-DD, in UTC or in the zone of this machine. Times are milliseconds since the epoch. */

import { localZoneName } from './zone-names.ts';
import { momentAt, onWall, type Zone } from './zoned-time.ts';

export type DayZone = Zone;

const DAY = 24 * 60 * 60 * 1000;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a date that the calendar has. */
export function isDate(text: string): boolean {
  return DATE.test(text) && addDays(text, 0) === text;
}

/** The day on which a time lies. */
export function dayOf(time: number, zone: DayZone): string {
  return isoDate(onWall(time, zone));
}

/** The first moment of a day and the first one after it; with a change of the clocks it has 23 or 25 hours. */
export function boundsOfDay(date: string, zone: DayZone): { readonly from: number; readonly to: number } {
  return { from: startOf(date, zone), to: startOf(addDays(date, 1), zone) };
}

/** The date that many days later or, negative, earlier. An impossible date is taken for the one that it overflows to. */
export function addDays(date: string, days: number): string {
  const { year, month, day } = partsOf(date);
  return isoDate(momentAt(year, month, day + days, 0, 'utc'));
}

/** The same day so many months later or, negative, earlier; the last of a month that has no such day. */
export function addMonths(date: string, months: number): string {
  const { year, month, day } = partsOf(date);
  const last = new Date(momentAt(year, month + months + 1, 0, 0, 'utc')).getUTCDate();
  return isoDate(momentAt(year, month + months, Math.min(day, last), 0, 'utc'));
}

/** 0 for a Monday to 6 for a Sunday. */
export function weekdayOf(date: string): number {
  return (new Date(startOf(date, 'utc')).getUTCDay() + 6) % 7;
}

/** The days in UTC that a day touches: itself, and in another zone often one of its neighbours. */
export function utcDaysOf(date: string, zone: DayZone): readonly string[] {
  const { from, to } = boundsOfDay(date, zone);
  return [...new Set([isoDate(from), isoDate(to - 1)])];
}

/** The name of the zone in the time zone database: `UTC`, `Europe/Oslo`. */
export function zoneName(zone: DayZone): string {
  return zone === 'utc' ? 'UTC' : localZoneName();
}

function startOf(date: string, zone: DayZone): number {
  const { year, month, day } = partsOf(date);
  return momentAt(year, month, day, 0, zone);
}

function partsOf(date: string) {
  const [, year, month, day] = DATE.exec(date) ?? [];
  return { year: Number(year), month: Number(month), day: Number(day) };
}

function isoDate(time: number): string {
  return Number.isFinite(time) ? new Date(Math.floor(time / DAY) * DAY).toISOString().slice(0, 10) : '';
}
