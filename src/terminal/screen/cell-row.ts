import { PLAIN, type Attributes } from './attributes.ts';

/**
 * One row of the screen, cell by cell. It never changes once it is made, so that two frames that hold the same object
 * hold the same row.
 */
export interface CellRow {
  /** One grapheme a cell; the right half of a wide one is the empty string. */
  readonly glyphs: readonly string[];
  /** As many as glyphs. Both halves of a wide one have the same. */
  readonly attributes: readonly Attributes[];
}

/** What the screen shows: as many rows as it has, each as wide as it is. */
export type Frame = readonly CellRow[];

const blanks = new Map<number, CellRow>();

/** A row of nothing. The same object for the same width. */
export function blankRow(columns: number): CellRow {
  let row = blanks.get(columns);
  if (row === undefined) {
    row = { glyphs: Array<string>(columns).fill(' '), attributes: Array<Attributes>(columns).fill(PLAIN) };
    blanks.set(columns, row);
  }
  return row;
}

/** The rows as text, without the blanks at their ends. */
export function frameText(frame: Frame): readonly string[] {
  return frame.map((row) => row.glyphs.join('').trimEnd());
}
