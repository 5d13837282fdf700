import { cellsOf } from '../../lib/safe-text/graphemes.ts';
import { INVERSE, PLAIN, UNDERLINED, type Attributes } from './attributes.ts';
import type { CellRow } from './cell-row.ts';
import type { RejectedCells } from './rejected-cells.ts';
import { glyphOf, isAscii, trustedCharacter } from './glyph.ts';

/** Printable ASCII by its code; nothing for the control characters before it. */
const ASCII = Array.from({ length: 0x7f }, (_, code) =>
  code < 0x20 ? undefined : String.fromCharCode(code),
);
const NARROW = { width: 1 } as const;

/** Text of one look. */
export interface Piece {
  readonly text: string;
  readonly attributes: Attributes;
}

/** What a blank shows of attributes: only some of them can be seen without a letter. */
export function attributesOfBlank(attributes: Attributes): Attributes {
  return (attributes & (INVERSE | UNDERLINED)) === 0 ? PLAIN : attributes;
}

/**
 * A row of exactly `columns` cells out of pieces of text, cut or padded with blanks. A wide grapheme that would be cut
 * becomes a blank. What cannot be a cell (control characters, marks without a base, lone surrogates, whatever has no
 * known width) is left out and counted.
 */
export function cellRowOf(pieces: readonly Piece[], columns: number, dropped?: RejectedCells): CellRow {
  const row = new RowBuilder(columns, dropped);
  for (const { text, attributes } of pieces) {
    row.append(text, attributes);
  }
  return row.finish();
}

/** Collects the cells of one row from left to right. */
export class RowBuilder {
  readonly #columns: number;
  readonly #dropped: RejectedCells | undefined;
  readonly #glyphs: string[];
  readonly #attributes: Attributes[];
  #used = 0;

  constructor(columns: number, dropped?: RejectedCells) {
    this.#columns = columns;
    this.#dropped = dropped;
    this.#glyphs = Array<string>(columns).fill(' ');
    this.#attributes = Array<Attributes>(columns).fill(PLAIN);
  }

  /** Adds the cells of a text; what lies beyond the last column is left out. */
  append(text: string, attributes: Attributes): void {
    const glyphs = this.#glyphs;
    const worn = this.#attributes;
    const ofBlank = attributesOfBlank(attributes);
    const first = this.#used;
    const room = this.#columns - first;
    // One more than fits: it may be a mark on the last character.
    const end = room === 0 ? 0 : Math.min(text.length, room + 1);
    for (let index = 0; index < end; index++) {
      const code = text.charCodeAt(index);
      const glyph = code < 0x7f ? ASCII[code] : trustedCharacter(code);
      if (glyph === undefined) {
        // It may be a mark, and the character before it its base.
        const from = Math.max(0, index - 1);
        this.#used = first + from;
        if (from < index) {
          this.#cell(' ', PLAIN);
          this.#used--;
        }
        this.#appendGraphemes(text.slice(from), attributes, ofBlank);
        return;
      }
      if (index < room) {
        glyphs[first + index] = glyph;
        worn[first + index] = code === 0x20 ? ofBlank : attributes;
      }
    }
    this.#used = Math.min(this.#columns, first + end);
  }

  /** The row; what was not filled is blank. */
  finish(): CellRow {
    return { glyphs: this.#glyphs, attributes: this.#attributes };
  }

  #appendGraphemes(text: string, attributes: Attributes, ofBlank: Attributes): void {
    for (const { segment } of cellsOf(text)) {
      const room = this.#columns - this.#used;
      if (room === 0) {
        return;
      }
      if (segment === ' ') {
        this.#cell(' ', ofBlank);
        continue;
      }
      const glyph = isAscii(segment) ? NARROW : glyphOf(segment);
      if (glyph === undefined) {
        this.#drop();
      } else if (glyph.width > room) {
        this.#cell(' ', ofBlank);
      } else {
        this.#cell(segment, attributes);
        if (glyph.width === 2) {
          this.#cell('', attributes);
        }
      }
    }
  }

  #cell(glyph: string, attributes: Attributes): void {
    this.#glyphs[this.#used] = glyph;
    this.#attributes[this.#used] = attributes;
    this.#used++;
  }

  #drop(): void {
    if (this.#dropped !== undefined) {
      this.#dropped.count++;
    }
  }
}
