const FIRST_BOUND = 500;
const LAST_BOUND = 30_000;
/** So that no draw makes a try follow right on another one. */
const SHORTEST = 100;

/**
 * The waits of one loop between tries that fail in a row: each drawn evenly from nothing to a bound that doubles from half
 * a second to thirty, so that many who failed together do not come back together, and who failed but once or twice is
 * soon back.
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

  /** Takes note of a failure; returns the whole milliseconds to wait before the next try. */
  next(): number {
    this.#failures++;
    // Drawn once a failure: drawn at every look, the shortest of many draws would count.
    const bound = Math.min(LAST_BOUND, FIRST_BOUND * 2 ** (this.#failures - 1));
    return Math.max(SHORTEST, Math.round(this.#random() * bound));
  }

  /** Takes note of a success. */
  reset(): void {
    this.#failures = 0;
  }
}
