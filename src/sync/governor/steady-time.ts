import type { Clock } from '../../lib/clock.ts';

/** Wall clock and timers may differ by so much before it counts as a jump, in milliseconds. */
const JUMP = 5000;

/**
 * Time in milliseconds that only grows: a machine that slept counts the time it slept, and a wall clock that was set
 * back changes nothing. Everything that the governor remembers is dated with it.
 */
export class SteadyTime {
  readonly #clock: Clock;
  readonly #onJump: (milliseconds: number) => void;
  /** Wall clock minus timers, as of the last look. */
  #offset: number;
  #skipped = 0;

  /** `onJump` is called on every jump, by how much the wall clock moved; negative when it was set back. */
  constructor(clock: Clock, onJump: (milliseconds: number) => void) {
    this.#clock = clock;
    this.#onJump = onJump;
    this.#offset = clock.now() - clock.monotonic();
  }

  /** Milliseconds since some time in the past. */
  now(): number {
    const offset = this.#clock.now() - this.#clock.monotonic();
    const moved = offset - this.#offset;
    if (Math.abs(moved) > JUMP) {
      this.#offset = offset;
      this.#skipped += Math.max(0, moved);
      this.#onJump(moved);
    }
    return this.#clock.monotonic() + this.#skipped;
  }

  /** That time as milliseconds of the wall clock, rounded. */
  toWall(time: number): number {
    return Math.round(this.#clock.now() + time - this.now());
  }
}
