import type { Slices } from '../../lib/slices.ts';

/** Work that is done in slices, so that keys and timers come between them. */
export class BackgroundJob {
  readonly #slices: Slices;
  readonly #work: (hasTime: () => boolean) => void;
  #isTurnComing = false;

  /** `work` is called in each turn of it, and says by `wake` whether another one is needed. */
  constructor(slices: Slices, work: (hasTime: () => boolean) => void) {
    this.#slices = slices;
    this.#work = work;
  }

  /** Has a turn come once everything that waits now had its own, if none is coming already. */
  wake(): void {
    if (!this.#isTurnComing) {
      this.#isTurnComing = true;
      this.#slices.soon(() => {
        this.#isTurnComing = false;
        this.#work(this.#slices.begin());
      });
    }
  }
}
