import { isQuestion } from '../../../commands/app/registry.ts';
import type { Clock } from '../../../lib/clock.ts';
import { DIALOG_GRACE, type Dialog } from '../../../stores/view/dialog-states.ts';
import { lastingText, type Line } from '../../widgets/line.ts';
import { WatchedTime } from './watched-time.ts';

/**
 * Which dialog is on the terminal with which words, and whether it was for long enough to be read. Opening one is not
 * showing it: on a slow link the frame before may still be on its way, and nobody can answer what they cannot see.
 */
export class ShownDialog {
  /** The number of the dialog that was drawn last, and what it said where it is a question. */
  #drawn = { number: 0, words: '' };
  /** Since the dialog is on the terminal, and since it says there what was drawn last; undefined before that. */
  #opened: WatchedTime | undefined;
  #said: WatchedTime | undefined;
  /** The number of the dialog in whose place something else stands, because it cannot be drawn. */
  #undrawable: number | undefined;

  /** What to call once a frame with the dialog in it was written; undefined where that is known already. */
  notingOnce(dialog: Dialog | undefined, clock: Clock): (() => void) | undefined {
    if (dialog === undefined || this.isUndrawable(dialog)) {
      return undefined;
    }
    const { number } = dialog;
    if (number !== this.#drawn.number) {
      this.#draw(number, '');
    }
    const drawn = this.#drawn;
    return this.#said !== undefined
      ? undefined
      : () => {
          // It may have been drawn with other words since, which are still on their way.
          if (drawn === this.#drawn) {
            this.#opened ??= new WatchedTime(clock, [DIALOG_GRACE]);
            this.#said ??= new WatchedTime(clock, [DIALOG_GRACE]);
          }
        };
  }

  /** What the question says that was drawn last, without what changes by itself; empty where it is none. */
  get question(): string {
    return this.#drawn.words;
  }

  /** Whether the dialog was on the terminal for long enough to act on it, whatever it said meanwhile. */
  isSettled(dialog: Dialog): boolean {
    return this.#isShown(dialog) && this.#opened?.has(DIALOG_GRACE) === true;
  }

  /** Whether the question said what it says now for long enough to be answered. */
  isAnswerable(dialog: Dialog): boolean {
    return this.#isShown(dialog) && this.#said?.has(DIALOG_GRACE) === true;
  }

  /** Says that it was drawn, with what lines where it is made of these: a question with other words is asked anew. */
  noteDrawn({ number, kind }: Dialog, lines: readonly Line[]): void {
    if (number === this.#undrawable) {
      this.#undrawable = undefined;
    }
    const words = isQuestion(kind) ? lines.map(lastingText).join('\n') : '';
    if (number !== this.#drawn.number || words !== this.#drawn.words) {
      this.#draw(number, words);
    }
  }

  /** Says that it could not be drawn: while that is so, it is not shown, and counts as new once it can. */
  noteUndrawn({ number }: Dialog): void {
    this.#undrawable = number;
    this.#draw(0, '');
  }

  isUndrawable({ number }: Dialog): boolean {
    return number === this.#undrawable;
  }

  #isShown({ number }: Dialog): boolean {
    return number === this.#drawn.number && number !== this.#undrawable;
  }

  #draw(number: number, words: string): void {
    if (number !== this.#drawn.number) {
      this.#opened?.stop();
      this.#opened = undefined;
    }
    this.#said?.stop();
    this.#said = undefined;
    this.#drawn = { number, words };
  }
}
