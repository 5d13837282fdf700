import fc from 'fast-check';

import {
  BOLD,
  FAINT,
  INVERSE,
  PLAIN,
  UNDERLINED,
  inColour,
  type Attributes,
} from '../../../src/terminal/screen/attributes.ts';
import type { CellRow, Frame } from '../../../src/terminal/screen/cell-row.ts';
import { cellRowOf } from '../../../src/terminal/screen/row-builder.ts';

/** Arbitrary frames, for properties of what draws them. */

const LOOKS: readonly Attributes[] = [
  PLAIN,
  PLAIN,
  BOLD,
  FAINT,
  INVERSE,
  UNDERLINED,
  BOLD | FAINT,
  BOLD | INVERSE,
  inColour(1),
  inColour(9),
  INVERSE | inColour(3),
  BOLD | UNDERLINED | inColour(15),
];

/** Narrow everywhere. */
const WORDS = ['allow', 'BLOCK', '0', ' ', '    ', '            ', 'zz', '│', '▌ ', '✖', '…'];

/** A row of short pieces, some of them out of the given words. */
export function rowOf(columns: number, words: readonly string[]): fc.Arbitrary<CellRow> {
  const piece = fc.record({
    text: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...WORDS) },
      { weight: 2, arbitrary: fc.constantFrom(...words) },
      { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
    ),
    attributes: fc.constantFrom(...LOOKS),
  });
  return fc.array(piece, { maxLength: 8 }).map((pieces) => cellRowOf(pieces, columns));
}

/** One way in which a screen goes on from one frame to the next. */
export type Change =
  | { readonly kind: 'rows'; readonly rows: readonly { readonly at: number; readonly row: CellRow }[] }
  | { readonly kind: 'scroll'; readonly top: number; readonly bottom: number; readonly count: number }
  | { readonly kind: 'cell'; readonly at: number; readonly column: number; readonly row: CellRow }
  | { readonly kind: 'same' };

export function changeOf(columns: number, rows: number, words: readonly string[]): fc.Arbitrary<Change> {
  const at = fc.nat(rows - 1);
  const row = rowOf(columns, words);
  return fc.oneof(
    fc.record({
      kind: fc.constant('rows' as const),
      rows: fc.array(fc.record({ at, row }), { maxLength: rows }),
    }),
    fc.tuple(at, at, fc.integer({ min: -3, max: 3 })).map(([one, other, count]) => ({
      kind: 'scroll' as const,
      top: Math.min(one, other),
      bottom: Math.max(one, other),
      count,
    })),
    fc.record({ kind: fc.constant('cell' as const), at, column: fc.nat(columns), row }),
    fc.constant({ kind: 'same' as const }),
  );
}

/** The frame after the change. Rows that did not change are the same objects. */
export function changed(frame: Frame, change: Change): Frame {
  switch (change.kind) {
    case 'same':
      return [...frame];
    case 'rows':
      return frame.map((row, index) => change.rows.find(({ at }) => at === index)?.row ?? row);
    case 'cell':
      return frame.map((row, index) => (index === change.at ? spliced(row, change.row, change.column) : row));
    case 'scroll':
      return frame.map((row, index) => {
        const isInside = index >= change.top && index <= change.bottom;
        return isInside ? (frame[index + change.count] ?? row) : row;
      });
  }
}

/** The one row up to a column, the other after it, as far as that cuts no wide grapheme. */
function spliced(left: CellRow, right: CellRow, column: number): CellRow {
  if (left.glyphs[column] === '' || right.glyphs[column] === '') {
    return left;
  }
  return {
    glyphs: [...left.glyphs.slice(0, column), ...right.glyphs.slice(column)],
    attributes: [...left.attributes.slice(0, column), ...right.attributes.slice(column)],
  };
}
