import { INVERSE, PLAIN } from './attributes.ts';
import type { CellRow } from './cell-row.ts';

/** What rules are drawn with: three bytes a cell, and nothing is said by them. */
const RULE = /^[─━┈]$/;
/** Fills its cell as a blank in its colour does, which takes a byte. */
const SOLID = '█';
/** Shorter ones stand for something, as in the place of a figure or before a title, or take no more bytes than their look. */
const SHORTEST = 4;

const lean = new WeakMap<CellRow, CellRow>();

/** The same row without its rules, and its bars in fewer bytes; the row itself where it has neither. */
export function leanRow(row: CellRow): CellRow {
  let made = lean.get(row);
  if (made === undefined) {
    made = makeLean(row);
    lean.set(row, made);
  }
  return made;
}

function makeLean(row: CellRow): CellRow {
  const glyphs = [...row.glyphs];
  const attributes = [...row.attributes];
  let from = 0;
  for (let column = 1; column <= glyphs.length; column++) {
    const glyph = row.glyphs[from] as string;
    const worn = row.attributes[from] ?? PLAIN;
    if (row.glyphs[column] === glyph && row.attributes[column] === worn) {
      continue;
    }
    const isSolid = glyph === SOLID && (worn & INVERSE) === 0;
    if (column - from >= SHORTEST && (isSolid || RULE.test(glyph))) {
      glyphs.fill(' ', from, column);
      attributes.fill(isSolid ? worn | INVERSE : PLAIN, from, column);
    }
    from = column;
  }
  return glyphs.some((glyph, column) => glyph !== row.glyphs[column]) ? { glyphs, attributes } : row;
}
