import xterm from '@xterm/headless';

import {
  BOLD,
  FAINT,
  INVERSE,
  UNDERLINED,
  inColour,
  type Attributes,
} from '../../../src/terminal/screen/attributes.ts';
import type { Frame } from '../../../src/terminal/screen/cell-row.ts';
import { glyphOf, isAscii } from '../../../src/terminal/screen/glyph.ts';
import { attributesOfBlank } from '../../../src/terminal/screen/row-builder.ts';

/** What one cell of a terminal emulator shows, as text to compare: attributes, a space, the grapheme. */
type ShownCell = string;

/** A terminal emulator, and what its cells show. */
export class EmulatedScreen {
  readonly #emulator: xterm.Terminal;
  /** The emulator's own decoder loses U+2026 when it is cut after its second byte. */
  readonly #decoder = new TextDecoder();

  /**
   * With strange widths, graphemes that are not trusted are narrow where we say wide and the other way round, and marks
   * have a column of their own.
   */
  constructor({ hasStrangeWidths = false }: { readonly hasStrangeWidths?: boolean } = {}) {
    this.#emulator = new xterm.Terminal({ cols: 20, rows: 5, allowProposedApi: true, scrollback: 10 });
    if (hasStrangeWidths) {
      const strange = new StrangeWidths();
      this.#emulator.unicode.register(strange);
      this.#emulator.unicode.activeVersion = strange.version;
    }
    // Stray text, of which nothing may be left, on the alternate screen and without automatic wrapping.
    this.#emulator.write(`\u001b[?1049h\u001b[4;33m${'#'.repeat(100)}\u001b[?7l`);
  }

  write(bytes: Uint8Array): void {
    this.#emulator.write(this.#decoder.decode(bytes, { stream: true }));
  }

  /** After everything written before has been taken in. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.#drained();
    this.#emulator.resize(columns, rows);
  }

  /** Rows of what is shown, once everything written has been taken in. */
  async cells(): Promise<readonly (readonly ShownCell[])[]> {
    await this.#drained();
    const buffer = this.#emulator.buffer.active;
    return Array.from({ length: this.#emulator.rows }, (_, row) => {
      const line = buffer.getLine(buffer.baseY + row);
      return Array.from({ length: this.#emulator.cols }, (_, column) => {
        const cell = line?.getCell(column);
        if (cell === undefined) {
          return 'missing';
        }
        const attributes =
          (cell.isBold() ? BOLD : 0) |
          (cell.isDim() ? FAINT : 0) |
          (cell.isUnderline() ? UNDERLINED : 0) |
          (cell.isInverse() ? INVERSE : 0) |
          (cell.isFgDefault() ? 0 : inColour(cell.getFgColor()));
        const strange = cell.isBgDefault() && !cell.isInvisible() && !cell.isBlink() ? '' : 'strange ';
        return strange + shownCell(cell.getWidth() === 0 ? '' : cell.getChars() || ' ', attributes);
      });
    });
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => this.#emulator.write('', resolve));
  }

  dispose(): void {
    this.#emulator.dispose();
  }
}

/** Widths that no terminal should have. */
class StrangeWidths implements xterm.IUnicodeVersionProvider {
  readonly version = 'strange';

  wcwidth(codepoint: number): 0 | 1 | 2 {
    const character = String.fromCodePoint(codepoint);
    const glyph = glyphOf(character);
    return isAscii(character) || codepoint < 0x20 || glyph?.isTrusted === true || glyph?.width === 2 ? 1 : 2;
  }

  charProperties(codepoint: number): number {
    // As the emulator packs them: nothing joins, so that only the width counts.
    return this.wcwidth(codepoint) << 1;
  }
}

/** What a cell looks like: a blank has no colour. */
export function shownCell(grapheme: string, attributes: Attributes): ShownCell {
  return `${grapheme === ' ' ? attributesOfBlank(attributes) : attributes} ${grapheme}`;
}

/**
 * What a terminal shows that agrees with the frame about every width. In the last row, what might be drawn past the
 * last column is blank.
 */
export function cellsOf(frame: Frame): readonly (readonly ShownCell[])[] {
  return frame.map(({ glyphs, attributes }, row) =>
    glyphs.map((grapheme, column) => {
      const reach = isAscii(grapheme) ? 1 : (glyphOf(grapheme)?.reach ?? 0);
      const isBlank = row === frame.length - 1 && column + reach > glyphs.length;
      return shownCell(isBlank ? ' ' : grapheme, attributes[column] as Attributes);
    }),
  );
}

/** The cells of which all terminals are certain; undefined for the others. */
export function trustedCellsOf(frame: Frame): readonly (readonly (ShownCell | undefined)[])[] {
  return cellsOf(frame).map((row) => row.map((cell) => (isTrusted(cell) ? cell : undefined)));
}

/** Whether all terminals agree about what is in the cell. */
export function isTrusted(cell: ShownCell): boolean {
  const grapheme = cell.slice(cell.indexOf(' ') + 1);
  return isAscii(grapheme) || glyphOf(grapheme)?.isTrusted === true;
}

/** Whether nothing is in the cell. */
export function isBlankCell(cell: ShownCell): boolean {
  return cell.endsWith('  ');
}
