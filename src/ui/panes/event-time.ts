import { formatClock, type TimeStyle } from '../../lib/format-time.ts';
import { sentForTime, type EventRow } from '../../stores/events/event-row.ts';
import type { Style, Theme } from '../theme.ts';
import { fit, identifier, trusted, type Line } from '../widgets/line.ts';
import { saidUnreadableTime, UNTIMED_MARK } from './unreadable-time.ts';

interface TimeLooks {
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly theme: Theme;
  /** Of a time; plain unless said otherwise. */
  readonly style?: Style;
}

/**
 * The time of an event in so many columns. What is no time stands there as it was sent: the moment at which it was read, where
 * its row stands, says nothing of when it happened.
 */
export function eventClock(
  row: EventRow,
  columns: number,
  { now, timeStyle, theme, style = 'plain' }: TimeLooks,
): Line {
  const sent = sentForTime(row);
  return sent === undefined
    ? [trusted(formatClock(row.time, now, timeStyle).padEnd(columns), style)]
    : fit(
        sent === ''
          ? [trusted('no time', 'warn')]
          : identifier(sent, columns, { style: 'warn', ascii: theme.ascii }),
        columns,
        theme,
      );
}

/** The same with its mark in the same columns, for where no column of marks follows. */
export function eventClockMarked(row: EventRow, columns: number, looks: TimeLooks): Line {
  return sentForTime(row) === undefined
    ? eventClock(row, columns, looks)
    : [...eventClock(row, Math.max(1, columns - 2), looks), trusted(` ${UNTIMED_MARK}`, 'warn')];
}

/** The same as it is said. */
export function saidEventTime(row: EventRow, { now, timeStyle, theme }: TimeLooks): Line {
  const sent = sentForTime(row);
  return sent === undefined
    ? [trusted(formatClock(row.time, now, timeStyle))]
    : saidUnreadableTime(sent, theme);
}
