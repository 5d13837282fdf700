import type { Style, Theme } from '../../theme.ts';
import { trusted, type Line } from '../line.ts';
import { amountOf, greatestOf, groupedInto, stepsOf } from './amount.ts';

/** Steps that one cell can show. */
const STEPS = 8;

/** Up to which count bars are drawn in proportion, and whether there are higher ones, which are cut there. */
export interface Scale {
  readonly top: number;
  readonly isCut: boolean;
}

/** Fewer bars than these have no usual height. */
const LEAST_BARS = 8;
/** So many of the bars, the lowest first, are usual. */
const USUAL_SHARE = 0.9;
/** So many times as much as is usual is a burst; the scale goes up to half of that. */
const BURST = 4;

/**
 * A scale that a burst does not own: where the highest bar is many times as high as is usual, the scale ends before it, and
 * what is higher is cut. Bars without anything say nothing of what is usual.
 */
export function scaleOf(counts: readonly number[]): Scale {
  const most = greatestOf(counts);
  const sorted = counts.filter((count) => amountOf(count) > 0).sort((left, right) => left - right);
  const usual = sorted[Math.max(0, Math.ceil(USUAL_SHARE * sorted.length) - 1)] ?? 0;
  return sorted.length >= LEAST_BARS && most > BURST * usual
    ? { top: roundUp((BURST / 2) * usual), isCut: true }
    : { top: most, isCut: false };
}

/** A figure that can be read beside bars and is hardly more: a whole number, of less than one two digits. */
function roundUp(amount: number): number {
  const unit = amount >= 1 ? 1 : 10 ** (Math.floor(Math.log10(amount)) - 1);
  return Math.ceil(amount / unit) * unit;
}

/** Neighbours added up, so that no more than so many counts are left. What is counted stays the same. */
export function mergedCounts(counts: readonly number[], most: number): readonly number[] {
  return groupedInto(counts, most).map((group) =>
    amountOf(group.reduce((sum, count) => sum + amountOf(count), 0)),
  );
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

export interface HistogramOptions {
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  readonly style: Style;
  /** That of the bars as they are drawn, where it is known already. */
  readonly scale?: Scale;
}

/**
 * Counts as bars that stand, the last one at the right edge, exactly as many lines as asked and none wider. What there is
 * any of can be seen, however little it is; what is higher than the scale is cut. Counts that have no column are added to
 * their neighbours.
 */
export function histogramLines(
  counts: readonly number[],
  { columns, rows, theme, style, scale }: HistogramOptions,
): readonly Line[] {
  const shown = mergedCounts(counts, columns);
  const { top } = scale ?? scaleOf(shown);
  const width = shown.length === 0 ? 0 : Math.floor(columns / shown.length);
  const start = ' '.repeat(Math.max(0, columns - width * shown.length));
  const steps = shown.map((count) => stepsOf(Math.min(count, top), top, rows * STEPS));
  return Array.from({ length: Math.max(0, rows) }, (_, row): Line => {
    const floor = (rows - 1 - row) * STEPS;
    const cells = steps.map((step) =>
      (theme.rising[Math.min(STEPS, Math.max(0, step - floor))] ?? ' ').repeat(width),
    );
    return [trusted(start + cells.join(''), style)];
  });
}
