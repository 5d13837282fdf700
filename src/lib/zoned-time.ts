/** What a clock and a calendar on the wall show, in UTC or in the zone of this machine. Times are milliseconds since the epoch. */

export type Zone = 'utc' | 'local';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const WEEK = 7 * DAY;
const YEAR = 366 * DAY;

/** Since then the clocks of all zones differ from UTC by whole minutes. */
const WHOLE_MINUTES_SINCE = Date.UTC(1973, 0, 1);

/** So far back it is looked for whether clocks are put back here. */
const LONGEST_SEARCH = 30 * YEAR;

/** By how much clocks in the zone of this machine are ahead of UTC at a time; negative where they are behind. */
export function localOffset(time: number): number {
  const date = new Date(time);
  if (time >= WHOLE_MINUTES_SINCE) {
    return -date.getTimezoneOffset() * MINUTE;
  }
  const shown = new Date(0);
  shown.setUTCFullYear(date.getFullYear(), date.getMonth(), date.getDate());
  shown.setUTCHours(date.getHours(), date.getMinutes(), date.getSeconds(), date.getMilliseconds());
  return shown.getTime() - time;
}

/** The moment in UTC at which clocks show what they show at a time in a zone: so the calendar of UTC gives the local one. */
export function onWall(time: number, zone: Zone): number {
  return zone === 'utc' ? time : time + localOffset(time);
}

/** Whether clocks in the zone of this machine show the same time twice, since they are put back: before that and after. */
export function isShownTwice(time: number): boolean {
  const offset = localOffset(time);
  return [localOffset(time - DAY), localOffset(time + DAY)].some(
    (other) => other !== offset && localOffset(time + offset - other) === other,
  );
}

/** Whether clocks in the zone of this machine are put back between two times, or a day before or after them. */
export function clocksGoBackBetween(first: number, last: number): boolean {
  const end = last + DAY;
  let before = localOffset(Math.max(first - DAY, last - LONGEST_SEARCH));
  for (let time = Math.max(first - DAY, last - LONGEST_SEARCH); time < end;) {
    time = Math.min(end, time + WEEK);
    const offset = localOffset(time);
    if (offset < before) {
      return true;
    }
    before = offset;
  }
  return false;
}

/** `Z`, or what clocks in the zone of this machine are ahead of UTC by: `+02:00`, `-03:30`, and `+00:53:28` long ago. */
export function offsetText(time: number, zone: Zone): string {
  if (zone === 'utc') {
    return 'Z';
  }
  const offset = localOffset(time);
  const [hours, minutes, seconds] = [3_600_000, MINUTE, SECOND].map((unit, index) =>
    String(Math.floor(Math.abs(offset) / unit) % (index === 0 ? 24 : 60)).padStart(2, '0'),
  );
  return `${offset < 0 ? '-' : '+'}${hours}:${minutes}${seconds === '00' ? '' : `:${seconds}`}`;
}

/**
 * The moment at which clocks show so much since midnight of a day, `month` from 1; of two the first. A day or hour that the
 * calendar or the zone does not have is the one that it overflows to.
 */
export function momentAt(
  year: number,
  month: number,
  day: number,
  sinceMidnight: number,
  zone: Zone,
): number {
  if (zone === 'utc') {
    // Date.UTC takes years before 100 for those of the last century.
    return new Date(0).setUTCFullYear(year, month - 1, day) + sinceMidnight;
  }
  const date = new Date(2000, 0, 1);
  date.setFullYear(year, month - 1, day);
  return date.setHours(0, 0, 0, sinceMidnight);
}
