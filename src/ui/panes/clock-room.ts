import { clockColumns, CLOCK_COLUMNS, formatClock, type TimeStyle } from '../../lib/format-time.ts';
import { largest, smallest } from '../../lib/long-lists.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The first and the last of some times; undefined when there is none. */
export type TimeSpan = { readonly first: number; readonly last: number } | undefined;

/** The span of the times of rows, those without a time left out. */
export function spanOf<Row>(rows: readonly Row[], timeOf: (row: Row) => number | undefined): TimeSpan {
  const times = rows.flatMap((row) => timeOf(row) ?? []);
  const [first] = times;
  return first === undefined ? undefined : { first: smallest(times, first), last: largest(times, first) };
}

/**
 * How many columns of a list its times take: as many as the widest that any of them may be, so that scrolling moves nothing.
 * It is reckoned by whole days, and so hardly ever anew.
 */
export function createClockRoom(): (span: TimeSpan, now: number, timeStyle: TimeStyle) => number {
  const roomOf = memoizeLast((first: number, last: number, minute: number, timeStyle: TimeStyle) =>
    clockColumns(first, last, minute, timeStyle),
  );
  return (span, now, timeStyle) =>
    span === undefined
      ? CLOCK_COLUMNS
      : roomOf(
          Math.floor(span.first / DAY) * DAY,
          Math.ceil(span.last / DAY) * DAY - 1,
          Math.floor(now / 60_000) * 60_000,
          timeStyle,
        );
}

/** A few times below each other, each as wide as the widest. */
export function clocksBelow(
  times: readonly number[],
  now: number,
  timeStyle: TimeStyle,
): (time: number) => string {
  const room = largest(
    times.map((time) => formatClock(time, now, timeStyle).length),
    CLOCK_COLUMNS,
  );
  return (time) => formatClock(time, now, timeStyle).padEnd(room);
}
