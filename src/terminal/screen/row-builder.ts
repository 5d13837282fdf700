import { graphemes } from '../../lib/graphemes.ts';
import { INVERSE, PLAIN, UNDERLINED, type Attributes } from './attributes.ts';
import type { CellRow } from './cell-row.ts';
import type { Dropped } from './dropped.ts';
import { glyphOf } from './glyph.ts';

const ASCII = Array.from({ length: 0x7f }, (_, code) => String.fromCharCode(code));

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
export function cellRowOf(pieces: readonly Piece[], columns: number, dropped?: Dropped): CellRow {
  const row = new RowBuilder(columns, dropped);
  for (const { text, attributes } of pieces) {
    row.append(text, attributes);
  }
  return row.finish();
}

/** Collects the cells of one row from left to right. */
export class RowBuilder {
  readonly #columns: number;
  readonly #dropped: Dropped | undefined;
  readonly #glyphs: string[] = [];
  readonly #attributes: Attributes[] = [];

  constructor(columns: number, dropped?: Dropped) {
    this.#columns = columns;
    this.#dropped = dropped;
  }

  /** Adds the cells of a text; what lies beyond the last column is left out. */
  append(text: string, attributes: Attributes): void {
    const glyphs = this.#glyphs;
    const worn = this.#attributes;
    const ofBlank = attributesOfBlank(attributes);
    const room = this.#columns - glyphs.length;
    // One more than fits: it may be a mark on the last character.
    const end = room === 0 ? 0 : Math.min(text.length, room + 1);
    for (let index = 0; index < end; index++) {
      const code = text.charCodeAt(index);
      if (code < 0x20 || code > 0x7e) {
        const from = Math.max(0, index - 1);
        glyphs.length -= index - from;
        worn.length -= index - from;
        this.#appendGraphemes(text.slice(from), attributes, ofBlank);
        return;
      }
      if (index < room) {
        glyphs.push(ASCII[code] as string);
        worn.push(code === 0x20 ? ofBlank : attributes);
      }
    }
  }

  /** The row, padded with blanks. */
  finish(): CellRow {
    while (this.#glyphs.length < this.#columns) {
      this.#cell(' ', PLAIN);
    }
    return { glyphs: this.#glyphs, attributes: this.#attributes };
  }

  #appendGraphemes(text: string, attributes: Attributes, ofBlank: Attributes): void {
    for (const { segment } of graphemes.segment(text)) {
      const room = this.#columns - this.#glyphs.length;
      if (room === 0) {
        return;
      }
      if (segment === ' ') {
        this.#cell(' ', ofBlank);
        continue;
      }
      const code = segment.charCodeAt(0);
      if (segment.length === 1 && code > 0x20 && code < 0x7f) {
        this.#cell(segment, attributes);
        continue;
      }
      const glyph = glyphOf(segment);
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
    this.#glyphs.push(glyph);
    this.#attributes.push(attributes);
  }

  #drop(): void {
    if (this.#dropped !== undefined) {
      this.#dropped.count++;
    }
  }
}
