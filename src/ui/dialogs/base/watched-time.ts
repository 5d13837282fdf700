import type { Clock } from '../../../lib/clock.ts';

/**
 * How long ago something was, as far as whoever presses a key can know. Where the loop stood still, a key may have waited
 * nearly all the time until it is taken. So a while has passed only once all that had come by its end was read.
 */
export class WatchedTime {
  readonly #clock: Clock;
  readonly #since: number;
  #passed = 0;
  #cancel: () => void = () => undefined;

  /** Begins now; the whiles that will be asked for, the shortest first. */
  constructor(clock: Clock, whiles: readonly number[]) {
    this.#clock = clock;
    this.#since = clock.monotonic();
    this.#watch(whiles);
  }

  #watch([next, ...later]: readonly number[]): void {
    if (next !== undefined) {
      this.#cancel = this.#clock.schedule(next - this.#passed, () =>
        this.#clock.afterReading(() => {
          this.#passed = next;
          this.#watch(later);
        }),
      );
    }
  }

  /** Whether one of the whiles has passed. */
  has(milliseconds: number): boolean {
    // A timer of the machine may fire a little before its time.
    return this.#passed >= milliseconds && this.#clock.monotonic() - this.#since >= milliseconds;
  }

  /** It is not asked for any more. */
  stop(): void {
    this.#cancel();
  }
}
