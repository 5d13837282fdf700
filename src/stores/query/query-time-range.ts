import { resolveTime, type QueryClock, type QueryTime } from './query-time.ts';

const DAY = 24 * 60 * 60 * 1000;
/** The next time that a clock shows something is no further away, on the day on which it is set back either. */
const NEXT_CLOCK = 25 * 60 * 60 * 1000;
const NEXT_YEAR = 366 * DAY;

/** From here on a clock is in the second half of the day, and a date in that of the year. */
const NOON = 12;
const JULY = 7;

/**
 * Whether a range ends before it begins, whatever time it is. A range of clocks from the evening to the morning goes over
 * midnight, and one of days without a year from the second half of it to the first one over new year.
 */
export function endsBeforeItBegins(from: QueryTime, to: QueryTime): boolean {
  if (from.kind === 'ago' && to.kind === 'ago') {
    return from.milliseconds < to.milliseconds;
  }
  if (from.kind === 'day' && to.kind === 'day') {
    return from.daysAgo < to.daysAgo;
  }
  if (from.kind === 'clock' && to.kind === 'clock') {
    const isOverMidnight = from.parts.hour >= NOON && to.parts.hour < NOON;
    return from.utc === to.utc && !isOverMidnight && inDay(from.parts) > inDay(to.parts);
  }
  if (from.kind === 'month-day' && to.kind === 'month-day') {
    const isOverNewYear = from.month >= JULY && to.month < JULY;
    return !isOverNewYear && inYear(from) > inYear(to);
  }
  if (from.kind === 'date' && to.kind === 'date') {
    const [first, last] = [from, to].map((time) => resolveTime(time, { now: 0, zone: 'utc' }).start);
    // What has no zone may be meant in any.
    const unknown = (from.offset === undefined) === (to.offset === undefined) ? 0 : DAY;
    return (first ?? 0) > (last ?? 0) + unknown;
  }
  return false;
}

function inDay({
  hour,
  minute,
  second = 0,
}: {
  hour: number;
  minute: number;
  second: number | undefined;
}): number {
  return (hour * 60 + minute) * 60_000 + second;
}

function inYear({ month, day, parts }: Extract<QueryTime, { kind: 'month-day' }>): number {
  return (month * 31 + day) * DAY + (parts === undefined ? 0 : inDay(parts));
}

/**
 * What the end of a range means: a clock is the first one after its beginning, and not the last one that was; so is a day
 * without a year.
 */
export function resolveEnd(
  to: QueryTime,
  from: QueryTime | undefined,
  clock: QueryClock,
): { readonly start: number; readonly end: number } {
  const end = resolveTime(to, clock);
  if (from?.kind !== to.kind || end.start >= resolveTime(from, clock).start) {
    return end;
  }
  switch (to.kind) {
    case 'clock':
      return resolveTime(to, { ...clock, now: end.start + NEXT_CLOCK });
    case 'month-day':
      return resolveTime(to, { ...clock, now: end.start + NEXT_YEAR });
    default:
      return end;
  }
}
