import type { Slices } from '../../src/lib/slices.ts';

/** Slices that a test runs one by one; each ends as soon as it may. */
export class ManualSlices implements Slices {
  #waiting: (() => void)[] = [];

  begin(): () => boolean {
    return () => false;
  }

  soon(run: () => void): void {
    this.#waiting.push(run);
  }

  /** Whether a slice is to be run. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Runs what waits now. */
  run(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    waiting.forEach((run) => run());
  }

  /** Runs slices until none is left. */
  runAll(): void {
    while (this.isWaiting) {
      this.run();
    }
  }
}
