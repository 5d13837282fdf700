import { chosenRange } from '../../../commands/event-range.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { EventRangeDialog } from '../../../stores/dialog.ts';
import { selectHistogram } from '../../../stores/event-histogram.ts';
import { histogramStrip } from '../../panes/events/histogram-strip.ts';
import { rangeWords } from '../../panes/events/summary.ts';
import { fitLines, own, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import type { DialogContext } from './dialog-context.ts';

/** What the dialog needs beside the chart: its title, what is chosen, and its keys. */
export const RANGE_WORDS = 3;

/** The feed over time, the range that is chosen, and what is in it. */
export function eventRangeLines(
  dialog: EventRangeDialog,
  { commands: { stores }, theme, now }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const histogram = selectHistogram(stores, dialog.buckets);
  const { timeStyle } = stores.view.getState();
  const range = chosenRange(dialog);
  const moved = dialog.end === 'from' ? range.since : range.until - 1;
  const inside = histogram.counts.slice(dialog.from, dialog.to + 1);
  const sum = (count: (bucket: (typeof inside)[number]) => number) =>
    formatCount(inside.reduce((total, bucket) => total + count(bucket), 0));
  const isUnread = histogram.coveredFrom !== undefined && range.since < histogram.coveredFrom;
  return fitLines(
    [
      ruleLine(columns, theme, [own('Range', 'heading')]),
      [
        own(` ${rangeWords(range, now, timeStyle)}`, 'accent'),
        own(`  ${sum(({ total }) => total)} events`),
        own(`  ${sum(({ parts }) => parts.block)} BLOCK`, 'block'),
        own(`  ${sum(({ parts }) => parts.review)} REVIEW`, 'review'),
        ...(isUnread ? [own('  not all read: the server is asked for it', 'warn')] : []),
      ],
      ...histogramStrip(
        histogram,
        { shown: { since: range.since, until: range.until - 1 }, cursor: moved },
        { columns, rows: Math.max(2, rows - RANGE_WORDS), now, timeStyle, theme },
      ),
      keysLine(theme.ascii),
    ],
    rows,
  );
}

const KEYS = [
  ['← →', 'Left Right', 'move an end'],
  ['Tab', 'Tab', 'the other end'],
  ['+ -', '+ -', 'zoom'],
  ['PgUp PgDn', 'PgUp PgDn', 'earlier, later'],
  ['Enter', 'Enter', 'narrows'],
  ['x', 'x', 'all times'],
  ['Esc', 'Esc', 'closes'],
] as const;

function keysLine(ascii: boolean): Line {
  return [
    own(' '),
    ...KEYS.flatMap(([keys, words, does]) => [own(ascii ? words : keys, 'key'), own(` ${does}  `)]),
  ];
}
