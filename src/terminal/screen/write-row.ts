import { PLAIN, type Attributes } from './attributes.ts';
import type { CellRow } from './cell-row.ts';
import { glyphOf, isAscii, type Glyph } from './glyph.ts';
import type { Pen } from './pen.ts';
import { attributesOfBlank } from './row-builder.ts';
import { sgrBetween } from './sgr.ts';

/** So many blanks cost no more than erasing them. */
const FEW_BLANKS = 3;

/** Turns the row that the terminal shows into the next one with few bytes. Both were sanitized. */
export function writeRow(pen: Pen, row: number, shown: CellRow, next: CellRow): void {
  const columns = next.glyphs.length;
  const tail = startOfTail(next);
  let written = 0;
  // Up to where an untrusted grapheme may have spilled.
  let spilled = 0;
  for (;;) {
    let column = written;
    while (column < columns && column >= spilled && isUnchanged(shown, next, column)) {
      column++;
    }
    if (column >= columns) {
      return;
    }
    if (column >= tail) {
      writeTail(pen, row, column, Math.max(endOfChanges(shown, next), Math.min(spilled, columns)));
      return;
    }
    reachCell(pen, row, next, written, column);
    const grapheme = next.glyphs[column] as string;
    if (isAscii(grapheme)) {
      pen.wear(lookFor(pen, shown, next, column));
      pen.put(grapheme);
      written = column + 1;
      continue;
    }
    const glyph = glyphOf(grapheme) as Glyph;
    pen.wear(next.attributes[column] as Attributes);
    if (glyph.width === 2 && (column + 1 < spilled || !wouldLeaveBlank(shown, next, column))) {
      // A terminal that takes the grapheme for a narrow one would leave there what was there.
      putBlanks(pen, 2);
      pen.moveTo(row, column);
    }
    pen.put(grapheme);
    spilled = Math.max(spilled, column + glyph.reach);
    written = column + glyph.width;
  }
}

function isUnchanged(old: CellRow, next: CellRow, column: number): boolean {
  return old.glyphs[column] === next.glyphs[column] && old.attributes[column] === next.attributes[column];
}

function isBlank(row: CellRow, column: number): boolean {
  return row.glyphs[column] === ' ' && attributesOfBlank(row.attributes[column] as Attributes) === PLAIN;
}

/** The column after the last one that is not blank. */
function startOfTail(row: CellRow): number {
  let column = row.glyphs.length;
  while (column > 0 && isBlank(row, column - 1)) {
    column--;
  }
  return column;
}

function endOfChanges(old: CellRow, next: CellRow): number {
  let column = next.glyphs.length;
  while (column > 0 && isUnchanged(old, next, column - 1)) {
    column--;
  }
  return column;
}

/** Blanks the columns from one up to another; whatever is after them is blank already. */
function writeTail(pen: Pen, row: number, from: number, to: number): void {
  pen.moveTo(row, from);
  if (to - from > FEW_BLANKS) {
    pen.eraseToEnd();
  } else {
    pen.wearBlank();
    putBlanks(pen, to - from);
  }
}

function putBlanks(pen: Pen, count: number): void {
  for (let put = 0; put < count; put++) {
    pen.put(' ');
  }
}

/** Goes to a cell over cells that need no change, or writes those again when that takes fewer bytes. */
function reachCell(pen: Pen, row: number, next: CellRow, from: number, to: number): void {
  if (pen.isAt(row, to)) {
    return;
  }
  if (pen.isAt(row, from) && isCheaperToRewrite(pen, next, from, to)) {
    for (let column = from; column < to; column++) {
      pen.wear(lookFor(pen, undefined, next, column));
      pen.put(next.glyphs[column] as string);
    }
  } else {
    pen.moveTo(row, to);
  }
}

function isCheaperToRewrite(pen: Pen, next: CellRow, from: number, to: number): boolean {
  const target = isBlank(next, to) ? undefined : next.attributes[to];
  const direct = target === undefined ? 0 : sgrBetween(pen.attributes, target).length;
  const limit = pen.costOfSkip(to - from) + direct;
  if (to - from >= limit) {
    return false;
  }
  let worn = pen.attributes;
  let cost = 0;
  for (let column = from; column < to; column++) {
    const grapheme = next.glyphs[column] as string;
    if (isAscii(grapheme)) {
      cost++;
    } else {
      const glyph = glyphOf(grapheme);
      if (glyph === undefined || !glyph.isTrusted) {
        return false;
      }
      cost += glyph.bytes.length;
    }
    const wanted = next.attributes[column] as Attributes;
    if (
      worn !== wanted &&
      !(isBlank(next, column) && worn !== undefined && attributesOfBlank(worn) === PLAIN)
    ) {
      cost += sgrBetween(worn, wanted).length;
      worn = wanted;
    }
    if (cost >= limit) {
      return false;
    }
  }
  return cost + (target === undefined ? 0 : sgrBetween(worn, target).length) < limit;
}

/**
 * What to wear for a cell. A blank looks the same in any colour: it is written in what is worn, or in what the next
 * letter after it will need.
 */
function lookFor(pen: Pen, old: CellRow | undefined, next: CellRow, column: number): Attributes {
  const attributes = next.attributes[column] as Attributes;
  if (!isBlank(next, column)) {
    return attributes;
  }
  if (pen.isBlankPlain) {
    return pen.attributes as Attributes;
  }
  let after = column + 1;
  while (after < next.glyphs.length && isBlank(next, after)) {
    after++;
  }
  const look = next.attributes[after];
  const isWritten = look !== undefined && (old === undefined || !isUnchanged(old, next, after));
  return isWritten && attributesOfBlank(look) === PLAIN ? look : PLAIN;
}

/** Whether the right half of a wide grapheme is blank on the screen as well where it is not drawn. */
function wouldLeaveBlank(old: CellRow, next: CellRow, column: number): boolean {
  const right = old.glyphs[column + 1];
  return (
    (right === ' ' || right === '') &&
    attributesOfBlank(old.attributes[column + 1] as Attributes) ===
      attributesOfBlank(next.attributes[column] as Attributes)
  );
}
