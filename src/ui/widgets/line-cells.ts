import type { CellRow } from '../../terminal/screen/cell-row.ts';
import type { RejectedCells } from '../../terminal/screen/rejected-cells.ts';
import { cellRowOf } from '../../terminal/screen/row-builder.ts';
import type { Theme } from '../theme.ts';
import { cutWithMark, inPlace, type Line } from './line.ts';

/** Turns lines into rows of cells, a mark at the end of one that was cut, and counts what is none. A line that was turned before gives the same row, for as long as it is held. */
export function createLineEncoder(
  theme: Theme,
  dropped: RejectedCells,
): (line: Line, columns: number) => CellRow {
  let known = new WeakMap<Line, CellRow>();
  let { generation } = theme;
  return (line, columns) => {
    if (generation !== theme.generation) {
      generation = theme.generation;
      known = new WeakMap();
    }
    const before = known.get(line);
    if (before?.glyphs.length === columns) {
      return before;
    }
    const row = cellRowOf(
      inPlace(cutWithMark(line, columns, theme), theme).map(({ text, style }) => ({
        text: theme.shown(text),
        attributes: theme.attributesOf(style),
      })),
      columns,
      dropped,
    );
    known.set(line, row);
    return row;
  };
}
