import type { Style, Theme } from '../../theme.ts';
import { trusted, type Line } from '../line.ts';
import { greatestOf, groupedInto, stepsOf } from './amount.ts';

/** Steps that one cell can show. */
const STEPS = 8;

export interface SparkOptions {
  readonly columns: number;
  readonly rows: number;
  readonly theme: Theme;
  /** How the bar at that place looks, where several values share a bar, at the place of the first. */
  readonly styleOf?: (index: number) => Style;
}

/**
 * Values as bars that stand, each as high as its share of the greatest, in as many rows as asked. Of values that have no
 * column of their own, a bar shows the greatest of its neighbours, so that no peak is lost. What is not known is no bar but
 * a sign. At most so many columns wide.
 */
export function sparkLines(
  values: readonly (number | undefined)[],
  { columns, rows, theme, styleOf = () => 'key' }: SparkOptions,
): readonly Line[] {
  const bars = groupedInto([...values.keys()], columns).map((places) => ({
    value: greatestOf(places.map((place) => values[place] ?? 0)),
    isKnown: places.some((place) => values[place] !== undefined),
    style: styleOf(places[0] ?? 0),
  }));
  // One above the other in a table, full cells would run together.
  const height = rows === 1 ? STEPS - 1 : rows * STEPS;
  const most = greatestOf(values.map((value) => value ?? 0));
  return Array.from({ length: rows }, (_, row): Line => {
    const floor = (rows - 1 - row) * STEPS;
    return bars.map(({ value, isKnown, style }) => {
      if (!isKnown) {
        return row === rows - 1 ? trusted(theme.glyph('unread'), 'dim') : trusted(' ');
      }
      const level = stepsOf(value, most, height) - floor;
      return trusted(theme.rising[Math.min(STEPS, Math.max(0, level))] ?? ' ', style);
    });
  });
}
