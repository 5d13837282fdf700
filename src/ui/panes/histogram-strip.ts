import { formatClock, type TimeStyle, zoneOf } from '../../lib/format-time.ts';
import { formatCount, shortCount } from '../../lib/format-number.ts';
import type { EventCounts, EventHistogram } from '../../stores/events/event-histogram.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { bucketAt, endOf, type TimeBuckets, type TimeRange } from '../../stores/base/time-buckets.ts';
import type { PolicyMark } from '../../stores/policy/policy-marks.ts';
import type { Style, Theme } from '../theme.ts';
import { columnsOfBucket, histogramLines, mergedCounts, scaleOf } from '../widgets/charts/histogram.ts';
import { fit, lineColumns, trusted, type Line } from '../widgets/line.ts';

/** Room beside the bars: for what a row counts and its highest bar, and for how long a bar is or what is cut. */
export const STRIP_LEFT = 23;
const RIGHT = 13;

/** Columns that the bars have on a screen of that width. */
export function chartColumns(columns: number): number {
  return Math.max(8, columns - STRIP_LEFT - RIGHT);
}

/** How many rows the strip has on a pane of that height: none where the list needs them all. */
export function stripRows(paneRows: number, hasDetailBelow: boolean): number {
  const rows = hasDetailBelow ? paneRows - 14 : paneRows;
  return rows >= 36 ? 5 : rows >= 28 ? 4 : rows >= 18 ? 3 : 0;
}

/** Where something is on the axis, in milliseconds. */
export interface AxisMarks {
  /** What the list shows, or what is chosen. */
  readonly shown: TimeRange | undefined;
  readonly cursor: number | undefined;
  /** When versions of the policy began. */
  readonly policies: readonly PolicyMark[];
}

interface Looks {
  readonly columns: number;
  readonly rows: number;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly theme: Theme;
}

/**
 * Bars over an axis: a row or several for all events and one for what is alarming, each with a scale of its own. At their
 * left stands what a row counts and how many its highest bar stands for, at the right how long a bar is, or where bars are
 * cut since a burst would flatten all others, and how many events are in no bar since they carry no time. The axis says when they begin and end, which times the list is at, where the
 * cursor is, since when a version of the policy holds, and what was not read.
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
      policies: readonly PolicyMark[],
    ) => {
      const shown = from === undefined || to === undefined ? undefined : ([from, to] as const);
      return stripAxis(histogram, { shown, cursor, policies }, { columns, rows, now, timeStyle, theme });
    },
  );
  return (histogram, marks, looks) => {
    const { columns, rows, now, timeStyle, theme } = looks;
    const looked = [histogram, columns, rows, now, timeStyle, theme] as const;
    const { shown, cursor, policies } = placesOnAxis(histogram, marks, looks);
    return [...bars(...looked), axis(...looked, shown?.[0], shown?.[1], cursor, policies)];
  };
}

type Counted = 'all' | 'review' | 'block';

/** What is counted in rows of its own: each outcome that is alarming, unless all events are of that one. */
interface Series {
  readonly of: Counted;
  readonly rows: number;
}

const STYLES: Readonly<Record<Counted, Style>> = { all: 'key', review: 'review', block: 'block' };

function countsOf(of: Counted, counts: readonly EventCounts[]): readonly number[] {
  return counts.map(({ total, parts }) => (of === 'all' ? total : parts[of]));
}

/** The rows of the strip from the top, so many in all. Blocks come before reviews where there is no room for both. */
function seriesOf(counts: readonly EventCounts[], rows: number): readonly Series[] {
  const only = (['block', 'review'] as const).find(
    (of) => counts.some(({ total }) => total > 0) && counts.every(({ total, parts }) => total === parts[of]),
  );
  if (only !== undefined || rows < 2) {
    return [{ of: only ?? 'all', rows }];
  }
  const alarming: readonly Series[] =
    rows < 3
      ? [{ of: 'block', rows: 1 }]
      : [
          { of: 'review', rows: 1 },
          { of: 'block', rows: 1 },
        ];
  return [{ of: 'all', rows: rows - alarming.length }, ...alarming];
}

function stripBars({ buckets, counts, untimed }: EventHistogram, looks: Looks): readonly Line[] {
  const { columns, rows, theme } = looks;
  const width = chartColumns(columns);
  const lines = seriesOf(counts, rows - 1).flatMap(({ of, rows: height }, place) => {
    const shown = mergedCounts(countsOf(of, counts), width);
    const scale = scaleOf(shown);
    const most = shown.reduce((greatest, count) => Math.max(greatest, count), 0);
    const bars = histogramLines(shown, { columns: width, rows: height, theme, style: STYLES[of], scale });
    const right = scale.isCut
      ? `cut at ${formatCount(scale.top)}`
      : place === 0
        ? `per ${stepWords(buckets.step)}`
        : '';
    return bars.map((bar, row) =>
      row === 0 ? { left: labelOf(of, most, theme), bar, right } : { left: [], bar, right: '' },
    );
  });
  const free = lines.findIndex(({ right }) => right === '');
  // How many are missing says more than where the last bars are cut, which can be seen.
  const place = untimed === 0 ? -1 : free < 0 ? lines.length - 1 : free;
  return lines.map(({ left, bar, right }, index) =>
    stripLine(left, bar, index === place ? `${shortCount(untimed)} no time` : right, theme),
  );
}

/** `✖ block   most     9`: what a row counts, and how many its highest bar stands for, also where it is cut. */
function labelOf(of: Counted, most: number, theme: Theme): Line {
  const sign = of === 'all' ? trusted('  ') : trusted(`${theme.glyph(of)} `, of);
  const amount = most === 0 ? 'none' : `most ${formatCount(most)}`;
  return [trusted(' '), sign, trusted(of.padEnd(7), of === 'all' ? 'plain' : of), trusted(amount, 'dim')];
}

function stripAxis(histogram: EventHistogram, places: AxisPlaces, looks: Looks): Line {
  const { columns, now, timeStyle, theme } = looks;
  const clock = (time: number) => formatClock(time, now, zoneOf(timeStyle));
  const width = chartColumns(columns);
  const { since, until } = timesOnStrip(histogram);
  const [start] = columnsOfTimes(histogram.buckets, { since, until }, width);
  const cells = axis(histogram, places, width, theme);
  // What is left free before the first bar is no time: when it begins stands where it does.
  const isFree = cells.slice(0, start).every(([glyph]) => glyph === ' ');
  return axisLine(
    clock(isFree ? since : histogram.buckets.since),
    runsOf(isFree ? cells.slice(start) : cells),
    clock(until),
    theme,
    {
      free: isFree ? start : 0,
    },
  );
}

/** The times that the bars are of: those that were named of the times of the buckets. */
function timesOnStrip({ buckets, named }: Pick<EventHistogram, 'buckets' | 'named'>): TimeRange {
  const times = { since: buckets.since, until: endOf(buckets) };
  const since = Math.max(times.since, named.from);
  const until = Math.min(times.until, named.to);
  return since < until ? { since, until } : times;
}

/** The line under bars, with the times at which it begins and ends; it begins behind so many free columns. */
export function axisLine(
  begin: string,
  cells: Line,
  end: string,
  theme: Theme,
  { legend = [], free = 0 }: { readonly legend?: Line; readonly free?: number } = {},
): Line {
  const indent = ' '.repeat(Math.max(0, STRIP_LEFT - 1 + free - lineColumns(legend) - begin.length));
  return stripLine([...legend, trusted(indent), trusted(begin, 'dim')], cells, end, theme, STRIP_LEFT + free);
}

/** A line of a strip: what a row counts, its bars, and what is said at their right. */
export function stripLine(
  left: Line,
  middle: Line,
  right: string,
  theme: Theme,
  leftColumns: number = STRIP_LEFT,
): Line {
  return [
    ...fit(left, leftColumns - 1, theme),
    trusted(' '),
    ...middle,
    trusted(right === '' ? '' : ` ${right}`, 'dim'),
  ];
}

/** `10 s`, `5 min`, `90 min`, `2 h`, `1 d`: in the largest unit in which it is a whole number. */
export function stepWords(step: number): string {
  const units = [
    ['d', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
  ] as const;
  const [unit, length] = units.find((candidate) => step % candidate[1] === 0) ?? (['s', 1000] as const);
  return `${step / length} ${unit}`;
}

/** The columns of the axis at which marks stand: of what is shown the first one and the one behind the last. */
interface AxisPlaces {
  readonly shown: readonly [first: number, end: number] | undefined;
  readonly cursor: number | undefined;
  readonly policies: readonly PolicyMark[];
}

function placesOnAxis(
  { buckets }: EventHistogram,
  { shown, cursor, policies }: AxisMarks,
  looks: Looks,
): AxisPlaces {
  const width = chartColumns(looks.columns);
  const columnsAt = (time: number) => columnsOfBucket(bucketAt(buckets, time), buckets.count, width);
  return {
    shown:
      shown !== undefined && isWithin(buckets, shown.since, shown.until)
        ? [columnsAt(shown.since)[0], columnsAt(shown.until)[1]]
        : undefined,
    cursor: cursor !== undefined && isWithin(buckets, cursor, cursor) ? columnsAt(cursor)[0] : undefined,
    policies,
  };
}

/** A column of an axis. */
export type Cell = readonly [glyph: string, style: Style];

/** The columns that the buckets of some times take, some of which are in each: the first one, and the one behind the last. */
function columnsOfTimes(
  buckets: TimeBuckets,
  { since, until }: TimeRange,
  width: number,
): readonly [first: number, end: number] {
  const columnsAt = (time: number) => columnsOfBucket(bucketAt(buckets, time), buckets.count, width);
  return [columnsAt(since)[0], columnsAt(until - 1)[1]];
}

/**
 * What stands on the axis: the cursor, the times that are shown, versions of the policy, and where not all was read. It is
 * as long as the times that were named.
 */
function axis(
  { buckets, coveredFrom, named }: EventHistogram,
  { shown, cursor, policies }: AxisPlaces,
  width: number,
  theme: Theme,
): readonly Cell[] {
  const cells = Array<Cell>(width).fill([theme.glyph('horizontal'), 'dim']);
  if (coveredFrom !== undefined && coveredFrom >= buckets.since + buckets.step) {
    const unread = bucketAt(buckets, coveredFrom - buckets.step);
    const [first] = columnsOfBucket(0, buckets.count, width);
    const [, end] = columnsOfBucket(unread, buckets.count, width);
    cells.fill([theme.glyph('unread'), 'dim'], first, end);
  }
  markPolicies(cells, policies, buckets, theme);
  const [start, end] = columnsOfTimes(buckets, timesOnStrip({ buckets, named }), width);
  cells.fill([' ', 'dim'], 0, start).fill([' ', 'dim'], end);
  if (shown !== undefined) {
    cells.fill([theme.glyph('marked'), 'accent'], ...shown);
  }
  if (cursor !== undefined) {
    cells[cursor] = [theme.glyph('here'), 'accent'];
  }
  return cells;
}

/** A sign where each version of the policy began, and its number behind it where there is room before the next. */
function markPolicies(
  cells: Cell[],
  policies: readonly PolicyMark[],
  buckets: TimeBuckets,
  theme: Theme,
): void {
  const placed = policies
    .filter(({ since }) => isWithin(buckets, since, since))
    .map(({ since, version }) => ({
      place: columnsOfBucket(bucketAt(buckets, since), buckets.count, cells.length)[0],
      label: version === undefined ? '' : ` policy ${version} `,
    }));
  for (const [index, { place, label }] of placed.entries()) {
    cells[place] = [theme.glyph('policy'), 'accent'];
    const next = placed[index + 1]?.place ?? cells.length;
    if (place + 1 + label.length <= next) {
      [...label].forEach((letter, offset) => (cells[place + 1 + offset] = [letter, 'dim']));
    }
  }
}

function isWithin(buckets: TimeBuckets, since: number, until: number): boolean {
  return until >= buckets.since && since < endOf(buckets);
}

/** Neighbours that look alike as one span. */
export function runsOf(cells: readonly Cell[]): Line {
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
