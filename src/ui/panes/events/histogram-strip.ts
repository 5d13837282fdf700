import { formatClock, type TimeStyle } from '../../../lib/format-time.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { EventHistogram } from '../../../stores/events/event-histogram.ts';
import { bucketAt, endOf, type TimeBuckets, type TimeRange } from '../../../stores/rows/time-buckets.ts';
import type { Style, Theme } from '../../theme.ts';
import {
  columnsOfBucket,
  histogramLines,
  onlyOutcomeOf,
  type AlarmingOutcome,
} from '../../widgets/charts/histogram.ts';
import { fit, own, type Line } from '../../widgets/line.ts';

/** Room for what stands beside the bars: how many are the most, how long a bar is, and where they begin and end. */
const MARGIN = 14;

/** Columns that the bars have on a screen of that width. */
export function chartColumns(columns: number): number {
  return Math.max(8, columns - 2 * MARGIN);
}

/** How many rows the strip has on a pane of that height: none where the list needs them all. */
export function stripRows(paneRows: number, hasDetailBelow: boolean): number {
  const rows = hasDetailBelow ? paneRows - 14 : paneRows;
  return rows >= 36 ? 4 : rows >= 19 ? 3 : rows >= 16 ? 2 : 0;
}

/** Where something is on the axis, in milliseconds. */
export interface AxisMarks {
  /** What the list shows, or what is chosen. */
  readonly shown: TimeRange | undefined;
  readonly cursor: number | undefined;
}

interface Looks {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly theme: Theme;
}

/**
 * Bars over an axis: at their left how many the highest stands for and when they begin, at their right how long each is
 * and when they end. Where all is of one alarming outcome, its sign and its word stand there too. The axis shows which times the list is at, and where the cursor is.
 */
export function histogramStrip(histogram: EventHistogram, marks: AxisMarks, looks: Looks): readonly Line[] {
  const { buckets, counts } = histogram;
  const { columns, rows, now, timeStyle, theme } = looks;
  const width = chartColumns(columns);
  const only = onlyOutcomeOf(counts);
  const bars = histogramLines(counts, { columns: width, rows: rows - 1, theme, only });
  const most = counts.reduce((greatest, { total }) => Math.max(greatest, total), 0);
  const clock = (time: number) => formatClock(time, now, timeStyle === 'local' ? 'local' : 'utc');
  const line = (left: Line, middle: Line, right: string): Line => [
    ...fit(left, MARGIN - 1, { right: true, ascii: theme.ascii }),
    own(' '),
    ...middle,
    own(` ${right}`, 'dim'),
  ];
  return [
    ...bars.map((bar, index) =>
      line(
        index === 0
          ? [...signOf(only, theme), own(`most ${formatCount(most)}`, 'dim')]
          : index === 1 && only !== undefined
            ? [own(only.toUpperCase(), only)]
            : [],
        bar,
        index === 0 ? `per ${stepWords(buckets.step)}` : '',
      ),
    ),
    line([own(clock(buckets.since), 'dim')], axis(histogram, marks, width, theme), clock(endOf(buckets))),
  ];
}

/** The sign of the only outcome there is: its bars do not show it. */
function signOf(only: AlarmingOutcome | undefined, theme: Theme): Line {
  return only === undefined ? [] : [own(`${theme.glyph(only)} `, only)];
}

/** `10 s`, `5 min`, `2 h`, `1 d`. */
export function stepWords(step: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
  ] as const;
  const [unit, length] = units.find((candidate) => step >= candidate[1]) ?? (['s', 1000] as const);
  return `${step / length} ${unit}`;
}

/** What stands on the axis: the cursor, the times that are shown, and where not all was read. */
function axis(
  { buckets, coveredFrom }: EventHistogram,
  { shown, cursor }: AxisMarks,
  width: number,
  theme: Theme,
): Line {
  const cells = Array<readonly [string, Style]>(width).fill([theme.glyph('horizontal'), 'dim']);
  const mark = (from: number, to: number, glyph: string, style: Style) => {
    const [first] = columnsOfBucket(from, buckets.count, width);
    const [, end] = columnsOfBucket(to, buckets.count, width);
    cells.fill([glyph, style], first, end);
  };
  if (coveredFrom !== undefined && coveredFrom >= buckets.since + buckets.step) {
    mark(0, bucketAt(buckets, coveredFrom - buckets.step), theme.glyph('unread'), 'dim');
  }
  if (shown !== undefined && isWithin(buckets, shown.since, shown.until)) {
    mark(bucketAt(buckets, shown.since), bucketAt(buckets, shown.until), theme.glyph('marked'), 'accent');
  }
  if (cursor !== undefined && isWithin(buckets, cursor, cursor)) {
    const [first] = columnsOfBucket(bucketAt(buckets, cursor), buckets.count, width);
    cells[first] = [theme.glyph('newer'), 'accent'];
  }
  return runsOf(cells);
}

function isWithin(buckets: TimeBuckets, since: number, until: number): boolean {
  return until >= buckets.since && since < endOf(buckets);
}

function runsOf(cells: readonly (readonly [string, Style])[]): Line {
  const runs: { text: string; style: Style }[] = [];
  for (const [glyph, style] of cells) {
    const last = runs.at(-1);
    if (last?.style === style) {
      last.text += glyph;
    } else {
      runs.push({ text: glyph, style });
    }
  }
  return runs.map(({ text, style }) => own(text, style));
}
