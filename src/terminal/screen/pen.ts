import { INVERSE, PLAIN, UNDERLINED, type Attributes } from './attributes.ts';
import { ByteBuffer } from './byte-buffer.ts';
import type { Scroll } from './find-scrolls.ts';
import { glyphOf, isAscii } from './glyph.ts';
import { sgrBetween } from './sgr.ts';

/** As far back as single backspaces are worth it, and as far down as line feeds are. */
const SHORT_WAY = 4;

/** What a pen knows of the terminal; undefined is unknown. */
export interface PenState {
  readonly row: number | undefined;
  readonly column: number | undefined;
  readonly attributes: Attributes | undefined;
}

/**
 * Writes cells, and keeps where the terminal's cursor is and what the next letter will look like. Only sequences that
 * all of xterm, screen, tmux, linux and vt100 know: CUP, CUU, CUD, CUF, CUB, EL, ED, SGR, DECSTBM, RI, and BS, LF, CR.
 */
export class Pen {
  readonly bytes = new ByteBuffer();
  readonly #columns: number;
  #row: number | undefined;
  #column: number | undefined;
  #attributes: Attributes | undefined;

  constructor(columns: number) {
    this.#columns = columns;
  }

  get state(): PenState {
    return { row: this.#row, column: this.#column, attributes: this.#attributes };
  }

  set state(state: PenState) {
    this.#row = state.row;
    this.#column = state.column;
    this.#attributes = state.attributes;
  }

  get attributes(): Attributes | undefined {
    return this.#attributes;
  }

  /** Whether what is blank now looks blank. */
  get isBlankPlain(): boolean {
    return this.#attributes !== undefined && (this.#attributes & (INVERSE | UNDERLINED)) === 0;
  }

  isAt(row: number, column: number): boolean {
    return this.#row === row && this.#column === column;
  }

  /** Bytes that it takes to go to a column further on in the row where the cursor is. */
  costOfSkip(columns: number): number {
    return columns < 2 ? 3 : columns < 10 ? 4 : columns < 100 ? 5 : 6;
  }

  moveTo(row: number, column: number): void {
    this.bytes.ascii(this.#way(row, column));
    this.#row = row;
    this.#column = column;
  }

  wear(attributes: Attributes): void {
    this.bytes.ascii(sgrBetween(this.#attributes, attributes));
    this.#attributes = attributes;
  }

  /** Makes sure that what is erased or scrolled in is blank: many terminals fill it with what is worn. */
  wearBlank(): void {
    if (!this.isBlankPlain) {
      this.wear(PLAIN);
    }
  }

  /** Writes one grapheme where the cursor is. */
  put(grapheme: string): void {
    if (isAscii(grapheme)) {
      this.bytes.byte(grapheme.charCodeAt(0));
      this.#advance(1);
      return;
    }
    const glyph = glyphOf(grapheme);
    if (glyph === undefined) {
      throw new Error('What is no cell was let through to the pen');
    }
    this.bytes.append(glyph.bytes);
    if (glyph.isTrusted) {
      this.#advance(glyph.width);
    } else {
      const couldWrap = this.#column === undefined || this.#column + glyph.reach > this.#columns;
      this.#row = couldWrap ? undefined : this.#row;
      this.#column = undefined;
    }
  }

  /** Blanks the row from the cursor on. */
  eraseToEnd(): void {
    this.wearBlank();
    this.bytes.ascii('\u001b[K');
  }

  /** Blanks the row from the cursor on, and all rows below it. */
  eraseBelow(): void {
    this.wearBlank();
    this.bytes.ascii('\u001b[J');
  }

  /** Scrolls a block of rows of a screen with that many; what comes in is blank, the rows beyond it stay. */
  scroll({ top, bottom, count }: Scroll, rows: number): void {
    const isWhole = top === 0 && bottom === rows - 1;
    this.wearBlank();
    if (!isWhole) {
      this.bytes.ascii(`\u001b[${top === 0 ? '' : top + 1};${bottom === rows - 1 ? '' : bottom + 1}r`);
      this.forgetPlace();
    }
    if (count > 0) {
      this.moveTo(bottom, 0);
      this.bytes.ascii('\n'.repeat(count));
    } else {
      this.moveTo(top, 0);
      this.bytes.ascii('\u001bM'.repeat(-count));
    }
    if (!isWhole) {
      this.bytes.ascii('\u001b[r');
      this.forgetPlace();
    }
  }

  /** Nothing is known of the terminal from here on. */
  forget(): void {
    this.forgetPlace();
    this.#attributes = undefined;
  }

  /** Where the cursor is, is not known from here on. */
  forgetPlace(): void {
    this.#row = undefined;
    this.#column = undefined;
  }

  #advance(columns: number): void {
    // In the last column it is the terminal's choice where the cursor is: still there, or about to wrap.
    const column = (this.#column as number) + columns;
    this.#column = column < this.#columns ? column : undefined;
  }

  #way(row: number, column: number): string {
    if (this.#row === row && this.#column === column) {
      return '';
    }
    if (this.#row === row && this.#column !== undefined && this.#column < column) {
      return motion(column - this.#column, 'C', 'D');
    }
    const absolute = `\u001b[${row === 0 ? '' : row + 1}${column === 0 ? '' : `;${column + 1}`}H`;
    if (this.#row === undefined) {
      return absolute;
    }
    const below = row - this.#row;
    const ways = [absolute];
    if (below >= 0 && below <= SHORT_WAY) {
      ways.push(`\r${'\n'.repeat(below)}${motion(column, 'C', 'D')}`);
    }
    if (this.#column !== undefined) {
      ways.push(motion(below, 'B', 'A') + this.#sideways(column - this.#column));
    }
    return ways.reduce((best, way) => (way.length < best.length ? way : best));
  }

  #sideways(right: number): string {
    return right < 0 && right >= -SHORT_WAY ? '\b'.repeat(-right) : motion(right, 'C', 'D');
  }
}

/** A relative motion: forwards with one final byte, backwards with the other. */
function motion(count: number, forwards: string, backwards: string): string {
  if (count === 0) {
    return '';
  }
  const size = Math.abs(count);
  return `\u001b[${size === 1 ? '' : size}${count > 0 ? forwards : backwards}`;
}
