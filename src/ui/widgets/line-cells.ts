import type { CellRow } from '../../terminal/screen/cell-row.ts';
import { cellRowOf } from '../../terminal/screen/cell-row-of.ts';
import type { Theme } from '../theme.ts';
import type { Line } from './line.ts';

/** Turns lines into rows of cells. A line that was turned before gives the same row, for as long as it is held. */
export function createLineEncoder(theme: Theme): (line: Line, columns: number) => CellRow {
  const known = new WeakMap<Line, CellRow>();
  return (line, columns) => {
    const before = known.get(line);
    if (before?.glyphs.length === columns) {
      return before;
    }
    const row = cellRowOf(
      line.map(({ text, style }) => ({ text: theme.shown(text), attributes: theme.attributesOf(style) })),
      columns,
    );
    known.set(line, row);
    return row;
  };
}
