import type { Clock } from '../../lib/clock.ts';
import type { Dialog } from '../../stores/dialog.ts';

/**
 * Which dialog is on the terminal, and since when. Opening one is not showing it: on a slow link the frame before may still
 * be on its way, and nobody can answer what they cannot see.
 */
export class ShownDialog {
  #number = 0;
  #since = 0;

  /** What to call once a frame with the dialog in it was written; undefined where that is known already. */
  notingOnce(dialog: Dialog | undefined, clock: Clock): (() => void) | undefined {
    if (dialog === undefined || dialog.number === this.#number) {
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
    return number === this.#number ? this.#since : undefined;
  }
}
