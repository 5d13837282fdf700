import type { Clock } from '../../lib/clock.ts';
import type { TerminalOutput } from '../output/terminal-output.ts';
import { BOLD, colourOf, FAINT, INVERSE, PLAIN } from './attributes.ts';
import type { CellRow, Frame } from './cell-row.ts';

/** Puts frames on the terminal. */
export class ScreenWriter {
  readonly isBusy = false;
  readonly #output: TerminalOutput;
  #shown: Frame = [];
  #wanted: Frame = [];
  #isStarted = false;

  constructor({
    output,
  }: {
    readonly output: TerminalOutput;
    readonly clock: Clock;
    readonly columns: number;
    readonly rows: number;
    readonly asciiOnly: boolean;
    readonly onGone: () => void;
  }) {
    this.#output = output;
  }

  show(frame: Frame): void {
    this.#wanted = frame;
    if (!this.#isStarted) {
      return;
    }
    const changed = frame.flatMap((row, index) =>
      row === this.#shown[index] ? [] : [`\u001b[${index + 1}H${textOf(row)}\u001b[m`],
    );
    this.#shown = frame;
    if (changed.length > 0) {
      this.#output.write(Buffer.from(`\u001b[?2026h${changed.join('')}\u001b[?2026l`));
    }
  }

  redraw(): void {
    this.#shown = [];
    this.show(this.#wanted);
  }

  resize(_columns: number, _rows: number): void {
    this.#shown = [];
  }

  start(): void {
    this.#isStarted = true;
    this.redraw();
  }

  stop(): void {
    this.#isStarted = false;
  }
}

function textOf({ glyphs, attributes }: CellRow): string {
  let text = '';
  let before = PLAIN;
  for (const [column, glyph] of glyphs.entries()) {
    const now = attributes[column] ?? PLAIN;
    const colour = colourOf(now);
    if (now !== before) {
      const on = [now & BOLD ? ';1' : '', now & FAINT ? ';2' : '', now & INVERSE ? ';7' : ''].join('');
      text += `\u001b[0${on}${colour === undefined ? '' : `;${30 + colour}`}m`;
    }
    text += glyph;
    before = now;
  }
  return text;
}
