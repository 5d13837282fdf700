import type { Clock } from '../lib/clock.ts';

/** How long writes are let through: until a time of the wall clock in milliseconds, for good, or not at all. */
export type Writable = number | 'always' | undefined;

/** The time in which writes are let through. Neither a sleep of the machine nor a clock that is set back prolongs it. */
export class WritingTime {
  readonly #clock: Clock;
  #isForGood = false;
  #wallEnd = Number.NEGATIVE_INFINITY;
  #monotonicEnd = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(until: Writable): void {
    this.#isForGood = until === 'always';
    this.#wallEnd = typeof until === 'number' ? until : Number.NEGATIVE_INFINITY;
    this.#monotonicEnd = this.#clock.monotonic() + this.#wallEnd - this.#clock.now();
  }

  get isNow(): boolean {
    const { now, monotonic } = { now: this.#clock.now(), monotonic: this.#clock.monotonic() };
    return this.#isForGood || (now < this.#wallEnd && monotonic < this.#monotonicEnd);
  }
}
