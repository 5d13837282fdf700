import { onTestFinished } from 'vitest';

import { STATUS_QUESTION, TerminalPace } from '../../../src/terminal/pace/terminal-pace.ts';
import { PLAIN } from '../../../src/terminal/screen/attributes.ts';
import type { Frame } from '../../../src/terminal/screen/cell-row.ts';
import { cellRowOf } from '../../../src/terminal/screen/row-builder.ts';
import { ScreenWriter } from '../../../src/terminal/screen/screen-writer.ts';
import { GuardedInput } from '../input/guarded-input.ts';

const ANSWER = '\u001b[0n';
const COLUMNS = 80;
const ROWS = 24;

export interface ShownFrame {
  readonly words: string;
  readonly drawnAt: number;
  readonly shownAt: number;
}

/**
 * A writer with its pace on a link that takes everything at once and carries so many bytes a second, and a terminal that
 * answers what it is asked once that has come through.
 */
export class SlowTerminal {
  readonly input = new GuardedInput();
  readonly pace: TerminalPace;
  readonly writer: ScreenWriter;
  readonly shown: ShownFrame[] = [];
  questions = 0;
  /** The most that were without an answer at once. */
  mostQuestions = 0;
  rate: number;
  answers = true;
  /** Whether it was said that an answer is on its way. */
  isAsking = false;
  /** Draws what there is now. */
  redraw: () => void = () => this.draw(this.#words);
  /** Is given what has come through. */
  onCarried: (bytes: Uint8Array) => void = () => undefined;
  #words = '';
  #drawnAt = 0;
  #carried = 0;
  #waiting = '';
  #taken = 0;
  /** How much had been taken with each question that is not answered yet, and with each frame that is not shown yet. */
  readonly #asked: number[] = [];
  readonly #frames: { readonly end: number; readonly words: string; readonly drawnAt: number }[] = [];

  /** The link carries what it carries in so many milliseconds at once. */
  readonly #step: number;

  constructor(rate: number, { columns = COLUMNS, rows = ROWS, step = 10 } = {}) {
    this.#step = step;
    this.rate = rate;
    const { clock, guard } = this.input;
    const output = { write: (bytes: Uint8Array) => this.#take(Buffer.from(bytes).toString('latin1')) };
    this.pace = new TerminalPace({
      input: guard,
      clock,
      onFree: () => this.redraw(),
      send: (question) => this.writer.send(question),
      onAsking: (isAsking) => {
        this.isAsking = isAsking;
      },
    });
    this.writer = new ScreenWriter({ output, clock, columns, rows, pace: this.pace });
    onTestFinished(() => {
      this.writer.stop();
      guard.close();
    });
    this.writer.start();
    this.pace.begin();
  }

  get now(): number {
    return this.input.clock.monotonic();
  }

  /** Bytes that the link has yet to carry. */
  get queue(): number {
    return this.#waiting.length;
  }

  /** Bytes that the link has carried. */
  get carried(): number {
    return this.#taken - this.#waiting.length;
  }

  /** Draws so many rows of other words, as a key or what arrived does. */
  draw(words: string, rows = 3): void {
    this.#words = words;
    this.#drawnAt = this.now;
    const row = cellRowOf([{ text: words.padEnd(COLUMNS, words), attributes: PLAIN }], COLUMNS);
    const blank = cellRowOf([], COLUMNS);
    const frame: Frame = Array.from({ length: ROWS }, (_, index) => (index < rows ? row : blank));
    this.writer.show(frame);
  }

  async pass(milliseconds: number): Promise<void> {
    for (const end = this.now + milliseconds; this.now < end;) {
      await this.input.clock.advance(this.#step);
      this.#carried = Math.min(this.#carried + (this.rate * this.#step) / 1000, this.#waiting.length);
      const through = this.#waiting.slice(0, Math.floor(this.#carried));
      this.#waiting = this.#waiting.slice(through.length);
      this.#carried -= through.length;
      this.onCarried(Buffer.from(through, 'latin1'));
      this.#showWhatCame();
      await this.#answerWhatCame();
    }
  }

  #showWhatCame(): void {
    for (let [next] = this.#frames; next !== undefined; [next] = this.#frames) {
      if (next.end > this.#taken - this.#waiting.length) {
        return;
      }
      this.shown.push({ words: next.words, drawnAt: next.drawnAt, shownAt: this.now });
      this.#frames.shift();
    }
  }

  async #answerWhatCame(): Promise<void> {
    while (this.answers && (this.#asked[0] ?? Infinity) <= this.#taken - this.#waiting.length) {
      this.#asked.shift();
      await this.input.send(ANSWER);
    }
  }

  #take(text: string): number {
    this.#waiting += text;
    this.#taken += text.length;
    this.#frames.push({ end: this.#taken, words: this.#words, drawnAt: this.#drawnAt });
    if (text.includes(STATUS_QUESTION)) {
      this.questions++;
      this.#asked.push(this.#taken);
      this.mostQuestions = Math.max(this.mostQuestions, this.#asked.length);
    }
    return text.length;
  }
}
