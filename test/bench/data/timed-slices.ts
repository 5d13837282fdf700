import { systemSlices, type Slices } from '../../../src/lib/slices.ts';
import { timed } from './measure.ts';

/** Slices that are run by hand, and timed. */
export class TimedSlices implements Slices {
  readonly times: number[] = [];
  /** What was done between them. */
  readonly frames: number[] = [];
  #waiting: (() => void)[] = [];

  begin(): () => boolean {
    return systemSlices.begin();
  }

  soon(run: () => void): void {
    this.#waiting.push(run);
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** Runs the next one, and what comes between. */
  run(between?: () => void): void {
    const run = this.#waiting.shift();
    if (run !== undefined) {
      this.times.push(timed(run));
      if (between !== undefined) {
        this.frames.push(timed(between));
      }
    }
  }

  runAll(between?: () => void): void {
    while (this.isWaiting) {
      this.run(between);
    }
  }
}
