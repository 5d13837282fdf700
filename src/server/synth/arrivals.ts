import { Random } from './random.ts';

export interface Arrival {
  /** Milliseconds since the epoch, whole. */
  readonly at: number;
  /** A generator of its own, so that what one arrival draws does not disturb the next. */
  readonly random: Random;
}

/** A Poisson process: things that happen at a steady average rate and at unforeseeable times. */
export class Arrivals {
  readonly #meanGap: number;
  readonly #seed: readonly (string | number)[];
  readonly #random: Random;
  #next: number;
  #index = 0;

  /** `rate` is in arrivals a millisecond; at 0 or less nothing ever arrives. The first comes after `start`. */
  constructor(rate: number, start: number, ...seed: readonly (string | number)[]) {
    this.#meanGap = rate > 0 ? 1 / rate : Infinity;
    this.#seed = seed;
    this.#random = new Random(...seed);
    this.#next = start + this.#drawGap();
  }

  /** All arrivals up to and including `now`, in order; each is given once. */
  takeUpTo(now: number): Arrival[] {
    const arrivals: Arrival[] = [];
    for (; Math.ceil(this.#next) <= now; this.#next += this.#drawGap()) {
      arrivals.push({
        at: Math.ceil(this.#next),
        random: new Random(...this.#seed, this.#index++),
      });
    }
    return arrivals;
  }

  /** Passes over what would have arrived up to `from`. */
  skipTo(from: number): void {
    if (this.#next <= from) {
      this.#next = from + this.#drawGap();
    }
  }

  #drawGap(): number {
    // A generator can draw exactly 0, and two arrivals at one time would not be distinguished from one.
    return this.#meanGap === Infinity ? Infinity : Math.max(1e-6, this.#random.exponential(this.#meanGap));
  }
}
