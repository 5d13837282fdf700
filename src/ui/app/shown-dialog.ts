import type { Clock } from '../../lib/clock.ts';
import type { Dialog } from '../../stores/dialog.ts';

/**
 * Which dialog is on the terminal, and since when. Opening one is not showing it: on a slow link the frame before may still
 * be on its way, and nobody can answer what they cannot see.
 */
export class ShownDialog {
  #number = 0;
  #since = 0;
  /** The number of the dialog in whose place something else stands, because it cannot be drawn. */
  #undrawable: number | undefined;

  /** What to call once a frame with the dialog in it was written; undefined where that is known already. */
  notingOnce(dialog: Dialog | undefined, clock: Clock): (() => void) | undefined {
    if (dialog === undefined || dialog.number === this.#number || this.isUndrawable(dialog)) {
      return undefined;
    }
    const { number } = dialog;
    return () => {
      this.#number = number;
      this.#since = clock.monotonic();
    };
  }

  /** Since when it is shown, by the monotonic clock; undefined while it is not. */
  since({ number }: Dialog): number | undefined {
    return number === this.#number && number !== this.#undrawable ? this.#since : undefined;
  }

  /** Says whether it could be drawn: while it cannot, it is not shown, and counts as new once it can. */
  noteDrawn({ number }: Dialog, isDrawn: boolean): void {
    if (!isDrawn) {
      this.#undrawable = number;
      this.#number = 0;
    } else if (number === this.#undrawable) {
      this.#undrawable = undefined;
    }
  }

  isUndrawable({ number }: Dialog): boolean {
    return number === this.#undrawable;
  }
}
