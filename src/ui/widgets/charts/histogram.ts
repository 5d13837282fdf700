import type { Style, Theme } from '../../theme.ts';
import { lineColumns, own, type Line, type Span } from '../line.ts';
import { amountOf, greatestOf, groupedInto, stepsOf } from './amount.ts';

/** Steps that one cell can show. */
const STEPS = 8;

/** What happened in a stretch of time. Outcomes of other names count in the total alone. */
export interface HistogramBucket {
  readonly total: number;
  readonly parts: { readonly block: number; readonly review: number; readonly allow: number };
}

export interface HistogramOptions {
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  /** The first and the last bucket that are marked; all others are dimmed. */
  readonly selection?: readonly [from: number, to: number] | undefined;
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
 * at the bottom as their sign, reviews above them as theirs, and the rest is filled: what is alarming can be told without
 * colours, and takes a cell of its own however rare it is. Buckets that have no column are added to their neighbours.
 */
export function histogramLines(
  buckets: readonly HistogramBucket[],
  { columns, rows, theme, selection, labels }: HistogramOptions,
): readonly Line[] {
  const hasAxis = rows > 1 && (selection !== undefined || labels !== undefined);
  const height = Math.max(0, hasAxis ? rows - 1 : rows);
  const shown = mergedBuckets(buckets, columns);
  const most = greatestOf(shown.map(({ total }) => total));
  const width = shown.length === 0 ? 0 : Math.floor(columns / shown.length);
  const isMarked = markedPlaces(buckets.length, columns, shown.length, selection);
  const start = own(' '.repeat(Math.max(0, columns - width * shown.length)));
  const stacks = shown.map((bucket, place) => stackOf(bucket, most, height, isMarked(place), theme));
  const lines = Array.from({ length: height }, (_, row): Line => [
    start,
    ...stacks.map((cells) => {
      const { glyph, style } = cells[height - 1 - row] ?? EMPTY;
      return own(glyph.repeat(width), style);
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

/** The cells of a bar, from the bottom. */
function stackOf(
  { total, parts }: HistogramBucket,
  most: number,
  height: number,
  isMarked: boolean,
  theme: Theme,
): readonly Cell[] {
  const rest = amountOf(amountOf(total) - amountOf(parts.block) - amountOf(parts.review));
  const others = (amounts: readonly number[]) => amounts.filter((amount) => amountOf(amount) > 0).length;
  const block = cellsOf(parts.block, most, height, height - others([parts.review, rest]));
  const review = cellsOf(parts.review, most, height - block, height - block - others([rest]));
  const free = height - block - review;
  const wanted = stepsOf(total, most, height * STEPS) - (block + review) * STEPS;
  const steps = rest === 0 ? 0 : Math.min(free * STEPS, Math.max(1, wanted));
  const look = (style: Style): Style => (isMarked ? style : 'dim');
  return [
    ...Array<Cell>(block).fill({ glyph: theme.glyph('block'), style: look('block') }),
    ...Array<Cell>(review).fill({ glyph: theme.glyph('review'), style: look('review') }),
    ...Array.from({ length: Math.ceil(steps / STEPS) }, (_, cell) => ({
      glyph: theme.rising[Math.min(STEPS, steps - cell * STEPS)] ?? ' ',
      style: look('key'),
    })),
  ];
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
  const axis: Span[] = [own(bare.repeat(Math.max(0, columns - width * places)), 'dim')];
  for (let place = 0; place < places; place++) {
    const isInSelection = selection !== undefined && isMarked(place);
    axis.push(own((isInSelection ? marked : bare).repeat(width), isInSelection ? 'accent' : 'dim'));
  }
  const [left, right] = labels ?? [[], []];
  const room = columns - lineColumns(left) - lineColumns(right);
  // Over what is marked stands no label: the marks are what the axis is there for.
  return labels === undefined || selection !== undefined || room < 1
    ? axis
    : [...left, own(' '.repeat(room)), ...right];
}
