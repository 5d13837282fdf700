import { formatClock, type TimeStyle, zoneOf } from '../../../lib/format-time.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { EventHistogram } from '../../../stores/events/event-histogram.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import { bucketAt, endOf, type TimeBuckets, type TimeRange } from '../../../stores/base/time-buckets.ts';
import type { Style, Theme } from '../../theme.ts';
import {
  columnsOfBucket,
  histogramLines,
  onlyOutcomeOf,
  type AlarmingOutcome,
} from '../../widgets/charts/histogram.ts';
import { fit, trusted, type Line } from '../../widgets/line.ts';

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
 * and when they end. Where all is of one alarming outcome, its sign and its word stand there too. The axis shows which
 * times the list is at, and where the cursor is.
 */
export function histogramStrip(histogram: EventHistogram, marks: AxisMarks, looks: Looks): readonly Line[] {
  return [...stripBars(histogram, looks), stripAxis(histogram, placesOnAxis(histogram, marks, looks), looks)];
}

/** Draws strips one after the other: of the one before, what would look the same is the same again. */
export function createStripPainter(): typeof histogramStrip {
  const bars = memoizeLast(
    (
      histogram: EventHistogram,
      columns: number,
      rows: number,
      now: number,
      timeStyle: TimeStyle,
      theme: Theme,
    ) => stripBars(histogram, { columns, rows, now, timeStyle, theme }),
  );
  const axis = memoizeLast(
    (
      histogram: EventHistogram,
      columns: number,
      rows: number,
      now: number,
      timeStyle: TimeStyle,
      theme: Theme,
      from: number | undefined,
      to: number | undefined,
      cursor: number | undefined,
    ) => {
      const shown = from === undefined || to === undefined ? undefined : ([from, to] as const);
      return stripAxis(histogram, { shown, cursor }, { columns, rows, now, timeStyle, theme });
    },
  );
  return (histogram, marks, looks) => {
    const { columns, rows, now, timeStyle, theme } = looks;
    const looked = [histogram, columns, rows, now, timeStyle, theme] as const;
    const { shown, cursor } = placesOnAxis(histogram, marks, looks);
    return [...bars(...looked), axis(...looked, shown?.[0], shown?.[1], cursor)];
  };
}

function stripBars({ buckets, counts }: EventHistogram, looks: Looks): readonly Line[] {
  const { columns, rows, theme } = looks;
  const only = onlyOutcomeOf(counts);
  const bars = histogramLines(counts, { columns: chartColumns(columns), rows: rows - 1, theme, only });
  const most = counts.reduce((greatest, { total }) => Math.max(greatest, total), 0);
  return bars.map((bar, index) =>
    stripLine(
      index === 0
        ? [...signOf(only, theme), trusted(`most ${formatCount(most)}`, 'dim')]
        : index === 1 && only !== undefined
          ? [trusted(only.toUpperCase(), only)]
          : [],
      bar,
      index === 0 ? `per ${stepWords(buckets.step)}` : '',
      theme,
    ),
  );
}

function stripAxis(histogram: EventHistogram, places: AxisPlaces, looks: Looks): Line {
  const { buckets } = histogram;
  const { columns, now, timeStyle, theme } = looks;
  const clock = (time: number) => formatClock(time, now, zoneOf(timeStyle));
  const cells = axis(histogram, places, chartColumns(columns), theme);
  return stripLine([trusted(clock(buckets.since), 'dim')], cells, clock(endOf(buckets)), theme);
}

function stripLine(left: Line, middle: Line, right: string, theme: Theme): Line {
  return [
    ...fit(left, MARGIN - 1, { right: true, ascii: theme.ascii }),
    trusted(' '),
    ...middle,
    trusted(` ${right}`, 'dim'),
  ];
}

/** The sign of the only outcome there is: its bars do not show it. */
function signOf(only: AlarmingOutcome | undefined, theme: Theme): Line {
  return only === undefined ? [] : [trusted(`${theme.glyph(only)} `, only)];
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

/** The columns of the axis at which marks stand: of what is shown the first one and the one behind the last. */
interface AxisPlaces {
  readonly shown: readonly [first: number, end: number] | undefined;
  readonly cursor: number | undefined;
}

function placesOnAxis({ buckets }: EventHistogram, { shown, cursor }: AxisMarks, looks: Looks): AxisPlaces {
  const width = chartColumns(looks.columns);
  const columnsAt = (time: number) => columnsOfBucket(bucketAt(buckets, time), buckets.count, width);
  return {
    shown:
      shown !== undefined && isWithin(buckets, shown.since, shown.until)
        ? [columnsAt(shown.since)[0], columnsAt(shown.until)[1]]
        : undefined,
    cursor: cursor !== undefined && isWithin(buckets, cursor, cursor) ? columnsAt(cursor)[0] : undefined,
  };
}

/** What stands on the axis: the cursor, the times that are shown, and where not all was read. */
function axis(
  { buckets, coveredFrom }: EventHistogram,
  { shown, cursor }: AxisPlaces,
  width: number,
  theme: Theme,
): Line {
  const cells = Array<readonly [string, Style]>(width).fill([theme.glyph('horizontal'), 'dim']);
  if (coveredFrom !== undefined && coveredFrom >= buckets.since + buckets.step) {
    const unread = bucketAt(buckets, coveredFrom - buckets.step);
    const [first] = columnsOfBucket(0, buckets.count, width);
    const [, end] = columnsOfBucket(unread, buckets.count, width);
    cells.fill([theme.glyph('unread'), 'dim'], first, end);
  }
  if (shown !== undefined) {
    cells.fill([theme.glyph('marked'), 'accent'], ...shown);
  }
  if (cursor !== undefined) {
    cells[cursor] = [theme.glyph('here'), 'accent'];
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
  return runs.map(({ text, style }) => trusted(text, style));
}
