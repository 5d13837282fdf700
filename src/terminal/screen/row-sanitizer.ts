import { append } from '../../lib/long-lists.ts';
import { FAINT, BOLD, INVERSE, PLAIN, UNDERLINED, inColour, type Attributes } from './attributes.ts';
import type { CellRow } from './cell-row.ts';
import type { RejectedCells } from './rejected-cells.ts';
import { glyphOf, isAscii } from './glyph.ts';

const LAST_ATTRIBUTES = inColour(15) | BOLD | FAINT | UNDERLINED | INVERSE;

/** What the screen can take. */
export interface RowSanitizerOptions {
  readonly columns: number;
  /** The terminal can show ASCII alone. */
  readonly asciiOnly: boolean;
  readonly dropped: RejectedCells;
}

/**
 * The last check before the screen: returns a row as it is when all of it is cells and known attributes and it is
 * as wide as the screen, and otherwise makes one like it that is.
 */
export class RowSanitizer {
  readonly #options: RowSanitizerOptions;
  /** Rows do not change: one that was found sound once stays so. */
  readonly #sound = new WeakSet<CellRow>();
  readonly #replaced = new WeakMap<CellRow, CellRow>();
  readonly #replacedLast = new WeakMap<CellRow, CellRow>();

  constructor(options: RowSanitizerOptions) {
    this.#options = options;
  }

  sanitize(row: CellRow): CellRow {
    if (this.#sound.has(row)) {
      return row;
    }
    if (this.#isSound(row)) {
      this.#sound.add(row);
      return row;
    }
    let replaced = this.#replaced.get(row);
    if (replaced === undefined) {
      replaced = this.#mend(row);
      this.#replaced.set(row, replaced);
    }
    return replaced;
  }

  /**
   * The same for the row that the screen ends with: what a terminal might draw past the last column, which would scroll
   * the screen, is blank in it.
   */
  sanitizeLast(row: CellRow): CellRow {
    const sanitized = this.sanitize(row);
    if (!sanitized.glyphs.some((grapheme, column) => this.#couldOverflow(grapheme, column))) {
      return sanitized;
    }
    let replaced = this.#replacedLast.get(row);
    if (replaced === undefined) {
      replaced = this.#withoutOverflow(sanitized);
      this.#replacedLast.set(row, replaced);
    }
    return replaced;
  }

  #couldOverflow(grapheme: string, column: number): boolean {
    const reach = isAscii(grapheme) ? 1 : (glyphOf(grapheme)?.reach ?? 0);
    return column + reach > this.#options.columns;
  }

  #withoutOverflow({ glyphs, attributes }: CellRow): CellRow {
    let isGone = false;
    const kept = glyphs.map((grapheme, column) => {
      isGone = grapheme === '' ? isGone : this.#couldOverflow(grapheme, column);
      return isGone ? ' ' : grapheme;
    });
    return { glyphs: kept, attributes };
  }

  #isSound({ glyphs, attributes }: CellRow): boolean {
    const { columns, asciiOnly } = this.#options;
    if (glyphs.length !== columns || attributes.length !== columns) {
      return false;
    }
    for (let column = 0; column < columns; column++) {
      const grapheme = glyphs[column] as string;
      if (!areKnown(attributes[column] as Attributes)) {
        return false;
      }
      if (isAscii(grapheme)) {
        continue;
      }
      const glyph = asciiOnly ? undefined : glyphOf(grapheme);
      if (glyph === undefined) {
        return false;
      }
      if (glyph.width === 2) {
        column++;
        if (glyphs[column] !== '' || attributes[column] !== attributes[column - 1]) {
          return false;
        }
      }
    }
    return true;
  }

  #mend(row: CellRow): CellRow {
    const { columns, asciiOnly } = this.#options;
    const glyphs: string[] = [];
    const attributes: Attributes[] = [];
    while (glyphs.length < columns) {
      const column = glyphs.length;
      const grapheme = row.glyphs[column] ?? ' ';
      const worn = this.#known(row.attributes[column] ?? PLAIN);
      const width = this.#widthOf(grapheme);
      const fits = width === 1 || (row.glyphs[column + 1] === '' && column + 1 < columns);
      if (width === undefined) {
        this.#options.dropped.count++;
      }
      if (asciiOnly && width !== undefined && fits && !isAscii(grapheme)) {
        this.#options.dropped.count++;
        append(glyphs, '?'.repeat(width));
      } else if (width === undefined || width === 0 || !fits) {
        glyphs.push(' ');
      } else {
        append(glyphs, width === 2 ? [grapheme, ''] : [grapheme]);
      }
      append(attributes, Array<Attributes>(glyphs.length - column).fill(worn));
    }
    return { glyphs, attributes };
  }

  /** Undefined for what is no cell; 0 for the right half of a wide grapheme that has lost its left one. */
  #widthOf(grapheme: string): 0 | 1 | 2 | undefined {
    return grapheme === '' ? 0 : isAscii(grapheme) ? 1 : glyphOf(grapheme)?.width;
  }

  #known(attributes: Attributes): Attributes {
    if (areKnown(attributes)) {
      return attributes;
    }
    this.#options.dropped.count++;
    return PLAIN;
  }
}

function areKnown(attributes: Attributes): boolean {
  return attributes >= PLAIN && attributes <= LAST_ATTRIBUTES && Number.isInteger(attributes);
}
