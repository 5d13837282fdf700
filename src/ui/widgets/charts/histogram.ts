import type { Style, Theme } from '../../theme.ts';
import { lineColumns, trusted, type Line, type Span } from '../line.ts';
import { amountOf, greatestOf, groupedInto, stepsOf } from './amount.ts';

/** Steps that one cell can show. */
const STEPS = 8;

/** What happened in a stretch of time. Outcomes of other names count in the total alone. */
export interface HistogramBucket {
  readonly total: number;
  readonly parts: { readonly block: number; readonly review: number; readonly allow: number };
}

/** The outcomes that have signs of their own in the bars. */
export type AlarmingOutcome = 'block' | 'review';

/** The outcome that all of the buckets are of; undefined where there are others too, or nothing is counted. */
export function onlyOutcomeOf(buckets: readonly HistogramBucket[]): AlarmingOutcome | undefined {
  const isOnly = (outcome: AlarmingOutcome) =>
    buckets.every(({ total, parts }) => amountOf(total) === amountOf(parts[outcome]));
  const hasAny = buckets.some(({ total }) => amountOf(total) > 0);
  return !hasAny ? undefined : isOnly('block') ? 'block' : isOnly('review') ? 'review' : undefined;
}

export interface HistogramOptions {
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  /** The first and the last bucket that are marked; all others are dimmed. */
  readonly selection?: readonly [from: number, to: number] | undefined;
  /**
   * The outcome of all that is counted, where it is shown beside the bars: they are filled then, and show the amounts to an
   * eighth of a cell.
   */
  readonly only?: AlarmingOutcome | undefined;
  /** What stands at the ends of the axis; without them there is an axis only where something is marked. */
  readonly labels?: readonly [Line, Line] | undefined;
}

/** Neighbours added up, so that no more than so many buckets are left. What is counted stays the same. */
export function mergedBuckets(buckets: readonly HistogramBucket[], most: number): readonly HistogramBucket[] {
  return groupedInto(buckets, most).map((group) => ({
    total: sumOf(group.map(({ total }) => total)),
    parts: {
      block: sumOf(group.map(({ parts }) => parts.block)),
      review: sumOf(group.map(({ parts }) => parts.review)),
      allow: sumOf(group.map(({ parts }) => parts.allow)),
    },
  }));
}

function sumOf(values: readonly number[]): number {
  return amountOf(values.reduce((sum, value) => sum + amountOf(value), 0));
}

/** The columns that a bucket takes, from the left of the chart: the first one, and the one behind the last. */
export function columnsOfBucket(
  bucket: number,
  buckets: number,
  columns: number,
): readonly [first: number, end: number] {
  if (buckets <= columns) {
    const width = Math.floor(columns / Math.max(1, buckets));
    const start = columns - width * buckets;
    return [start + bucket * width, start + (bucket + 1) * width];
  }
  const groups = groupedInto([...Array(buckets).keys()], columns);
  const place = groups.findIndex((group) => group.includes(bucket));
  return [place, place + 1];
}

/**
 * Buckets as bars that stand, the last one at the right edge, exactly as many lines as asked and none wider. Blocks lie
 * at the bottom as their sign, reviews above them as theirs, and the rest is filled: what is alarming can be seen without
 * colours, and takes a cell of its own however rare it is. As low bars have few cells, the sign itself is heavier the more
 * of its kind it stands for. Buckets that have no column are added to their neighbours.
 */
export function histogramLines(
  buckets: readonly HistogramBucket[],
  { columns, rows, theme, selection, only, labels }: HistogramOptions,
): readonly Line[] {
  const hasAxis = rows > 1 && (selection !== undefined || labels !== undefined);
  const height = Math.max(0, hasAxis ? rows - 1 : rows);
  const shown = mergedBuckets(buckets, columns);
  const most: Most = {
    total: greatestOf(shown.map(({ total }) => total)),
    block: greatestOf(shown.map(({ parts }) => parts.block)),
    review: greatestOf(shown.map(({ parts }) => parts.review)),
  };
  const width = shown.length === 0 ? 0 : Math.floor(columns / shown.length);
  const isMarked = markedPlaces(buckets.length, columns, shown.length, selection);
  const start = trusted(' '.repeat(Math.max(0, columns - width * shown.length)));
  const stacks = shown.map((bucket, place) => {
    const look = (style: Style): Style => (isMarked(place) ? style : 'dim');
    return only === undefined
      ? stackOf(bucket, most, height, look, theme)
      : filledCells(stepsOf(bucket.total, most.total, height * STEPS), look(only), theme);
  });
  const lines = Array.from({ length: height }, (_, row): Line => [
    start,
    ...stacks.map((cells) => {
      const { glyph, style } = cells[height - 1 - row] ?? EMPTY;
      return trusted(glyph.repeat(width), style);
    }),
  ]);
  return hasAxis
    ? [...lines, axisLine({ columns, width, places: shown.length, isMarked, labels, selection, theme })]
    : lines;
}

interface Cell {
  readonly glyph: string;
  readonly style: Style;
}

const EMPTY: Cell = { glyph: ' ', style: 'plain' };

/** The most that any of the bars holds, of all and of what is alarming. */
type Most = Readonly<Record<AlarmingOutcome | 'total', number>>;

/** The cells of a bar, from the bottom. */
function stackOf(
  { total, parts }: HistogramBucket,
  most: Most,
  height: number,
  look: (style: Style) => Style,
  theme: Theme,
): readonly Cell[] {
  const rest = amountOf(amountOf(total) - amountOf(parts.block) - amountOf(parts.review));
  const others = (amounts: readonly number[]) => amounts.filter((amount) => amountOf(amount) > 0).length;
  const block = cellsOf(parts.block, most.total, height, height - others([parts.review, rest]));
  const review = cellsOf(parts.review, most.total, height - block, height - block - others([rest]));
  const free = height - block - review;
  const wanted = stepsOf(total, most.total, height * STEPS) - (block + review) * STEPS;
  const steps = rest === 0 ? 0 : Math.min(free * STEPS, Math.max(1, wanted));
  const signs = (outcome: AlarmingOutcome, cells: number) =>
    Array<Cell>(cells).fill({ glyph: crowdOf(outcome, parts, most, theme), style: look(outcome) });
  return [...signs('block', block), ...signs('review', review), ...filledCells(steps, look('key'), theme)];
}

/** The sign for so many of an outcome; the steps go by the square root, so that one lone many does not make all others few. */
function crowdOf(
  outcome: AlarmingOutcome,
  parts: HistogramBucket['parts'],
  most: Most,
  theme: Theme,
): string {
  const signs = theme.crowds[outcome];
  const steps = stepsOf(Math.sqrt(amountOf(parts[outcome])), Math.sqrt(most[outcome]), signs.length);
  return signs[Math.max(0, steps - 1)] ?? theme.glyph(outcome);
}

/** So many eighths of cells, from the bottom. */
function filledCells(steps: number, style: Style, theme: Theme): readonly Cell[] {
  return Array.from({ length: Math.ceil(steps / STEPS) }, (_, cell) => ({
    glyph: theme.rising[Math.min(STEPS, steps - cell * STEPS)] ?? ' ',
    style,
  }));
}

/** The cells of what is alarming: by its share, at least one, and as far as possible one is left for each of the others. */
function cellsOf(amount: number, most: number, height: number, limit: number): number {
  return Math.min(stepsOf(amount, most, height), Math.max(1, limit), Math.max(0, height));
}

/** Whether the bar at a place holds a bucket that is marked; all of them do where nothing is. */
function markedPlaces(
  buckets: number,
  columns: number,
  shown: number,
  selection: HistogramOptions['selection'],
): (place: number) => boolean {
  if (selection === undefined) {
    return () => true;
  }
  const [from, to] = selection;
  const marks = groupedInto([...Array(buckets).keys()], columns).map((group) =>
    group.some((bucket) => bucket >= from && bucket <= to),
  );
  return (place) => place < shown && marks[place] === true;
}

function axisLine({
  columns,
  width,
  places,
  isMarked,
  labels,
  selection,
  theme,
}: {
  readonly columns: number;
  readonly width: number;
  readonly places: number;
  readonly isMarked: (place: number) => boolean;
  readonly labels: HistogramOptions['labels'];
  readonly selection: HistogramOptions['selection'];
  readonly theme: Theme;
}): Line {
  const bare = theme.glyph('horizontal');
  const marked = theme.glyph('marked');
  const axis: Span[] = [trusted(bare.repeat(Math.max(0, columns - width * places)), 'dim')];
  for (let place = 0; place < places; place++) {
    const isInSelection = selection !== undefined && isMarked(place);
    axis.push(trusted((isInSelection ? marked : bare).repeat(width), isInSelection ? 'accent' : 'dim'));
  }
  const [left, right] = labels ?? [[], []];
  const room = columns - lineColumns(left) - lineColumns(right);
  // Over what is marked stands no label: the marks are what the axis is there for.
  return labels === undefined || selection !== undefined || room < 1
    ? axis
    : [...left, trusted(' '.repeat(room)), ...right];
}
