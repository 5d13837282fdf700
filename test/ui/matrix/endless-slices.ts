import type { Slices } from '../../../src/lib/slices.ts';

/** More than anything takes that comes to an end. */
const MOST_ROUNDS = 1000;

/** Slices that go on until their work is done, and begin when a test says so. */
export class EndlessSlices implements Slices {
  #waiting: (() => void)[] = [];

  begin(): () => boolean {
    return () => true;
  }

  soon(run: () => void): void {
    this.#waiting.push(run);
  }

  /** Does all that waits. Throws when that does not end. */
  runAll(): void {
    for (let round = 0; this.#waiting.length > 0; round++) {
      if (round > MOST_ROUNDS) {
        throw new Error('Work in slices does not come to an end.');
      }
      const waiting = this.#waiting;
      this.#waiting = [];
      waiting.forEach((run) => run());
    }
  }
}
