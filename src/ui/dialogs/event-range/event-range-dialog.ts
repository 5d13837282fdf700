import { chosenRange } from '../../../commands/feed/event-range.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatClock, zoneOf } from '../../../lib/format-time.ts';
import type { EventRangeDialog } from '../../../stores/view/dialog-states.ts';
import { feedCompleteness } from '../../../stores/events/feed-completeness.ts';
import { measureForms } from '../../../stores/base/completeness.ts';
import { selectHistogram, selectTypedTimes } from '../../../stores/events/event-histogram.ts';
import { histogramStrip } from '../../panes/histogram-strip.ts';
import { rangeWords } from '../../panes/events/summary.ts';
import type { TimeRange } from '../../../stores/base/time-buckets.ts';
import { fitParts, leftOut, part, shorter } from '../../widgets/fitted-parts.ts';
import { fitLines, trusted, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import type { DialogContext, PaintedView } from '../base/dialog-view.ts';

/** What the dialog needs beside the chart: its title, and what is chosen. */
const RANGE_WORDS = 2;

/** The feed over time, the range that is chosen, and what is in it. */
export const eventRangeView: PaintedView<EventRangeDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines' },
  height: (_dialog, _context, { rows }) => RANGE_WORDS + Math.min(8, Math.max(2, Math.floor(rows / 4))),
  paint: (dialog, context, size) => ({ lines: rangeLines(dialog, context, size) }),
};

function rangeLines(
  dialog: EventRangeDialog,
  { commands: { stores }, theme, now }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const histogram = selectHistogram(stores, dialog.buckets, selectTypedTimes(stores));
  const { timeStyle } = stores.view.getState();
  const range = chosenRange(dialog);
  const moved = dialog.end === 'from' ? range.since : range.until - 1;
  const inside = histogram.counts.slice(dialog.from, dialog.to + 1);
  const sum = (count: (bucket: (typeof inside)[number]) => number) =>
    formatCount(inside.reduce((total, bucket) => total + count(bucket), 0));
  const state = stores.events.getState();
  const isRead = state.receivedAt !== undefined;
  const measures = measureForms(feedCompleteness(state)).map((measure) => trusted(measure, 'warn'));
  const [measure = trusted(''), ...briefer] = measures;
  const found = trusted(`${sum(({ total }) => total)} events`);
  const isUnread = histogram.coveredFrom !== undefined && range.since < histogram.coveredFrom;
  const counts = [
    part([found, measure], ...briefer.map((brief) => shorter(4, [found, brief]))),
    part([trusted(`${sum(({ parts }) => parts.block)} BLOCK`, 'block')]),
    part([trusted(`${sum(({ parts }) => parts.review)} REVIEW`, 'review')], leftOut(2)),
    isUnread
      ? part(
          [trusted('not all read: the server is asked for it', 'warn')],
          shorter(3, [trusted('not all read', 'warn')]),
        )
      : part([]),
  ];
  return fitLines(
    [
      ruleLine(columns, theme, [trusted('Range', 'heading')]),
      [
        trusted(' '),
        ...fitParts(
          [
            part([
              trusted(
                theme.sideBySide
                  ? rangeWords(range, now, timeStyle)
                  : movedFirst(range, dialog.end, (time) => formatClock(time, now, zoneOf(timeStyle))),
                'accent',
              ),
            ]),
            ...(isRead ? counts : [part([trusted('not read yet', 'warn')])]),
          ],
          columns - 2,
          { separator: trusted('  ') },
        ),
      ],
      ...(theme.sideBySide && isRead
        ? histogramStrip(
            histogram,
            {
              shown: { since: range.since, until: range.until - 1 },
              cursor: moved,
              policies: stores.policyMarks.getState().marks,
            },
            { columns, rows: Math.max(2, rows - RANGE_WORDS), now, timeStyle, theme },
          )
        : []),
    ],
    rows,
  );
}

/** The end that the arrows move comes first where there is no chart to show it: `until 09:00, from 08:00`. */
function movedFirst(
  { since, until }: TimeRange,
  end: EventRangeDialog['end'],
  clock: (time: number) => string,
): string {
  const ends = [`from ${clock(since)}`, `until ${clock(until)}`];
  return (end === 'from' ? ends : ends.reverse()).join(', ');
}
