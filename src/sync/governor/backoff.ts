const FIRST = 500;
const LONGEST = 30_000;

/**
 * The waits of one loop between tries that fail: drawn evenly from nothing to a bound that doubles from one second to
 * thirty, so that many who failed together do not come back together; half a second at the least.
 */
export class Backoff {
  readonly #random: () => number;
  #failures = 0;

  /** `random` gives numbers from 0 to 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** How many tries failed since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** Takes note of a failure; returns the milliseconds to wait before the next try. */
  next(): number {
    this.#failures++;
    // Drawn once a failure: drawn at every look, the shortest of many draws would count.
    return Math.max(FIRST, this.#random() * Math.min(LONGEST, FIRST * 2 ** this.#failures));
  }

  /** Takes note of a success. */
  reset(): void {
    this.#failures = 0;
  }
}
