const FIRST_BOUND = 500;
/** It grows after so many failures: with 40 % of all requests failing, six reads hold up a screen for 5 s in place of 8 (p95). */
const FIRST_FAILURES = 3;
/** And so many where nothing could be shown yet: of such a screen's eight reads one fails four times in a row in every fifth start. */
const FIRST_FAILURES_OF_NOTHING = 6;
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

  /** Takes note of a failure, of what was never read where `hasNothing`; returns the whole milliseconds to wait before the next try. */
  next(hasNothing = false): number {
    this.#failures++;
    const soon = hasNothing ? FIRST_FAILURES_OF_NOTHING : FIRST_FAILURES;
    // Drawn once a failure: drawn at every look, the shortest of many draws would count.
    const bound = Math.min(LAST_BOUND, FIRST_BOUND * 2 ** Math.max(0, this.#failures - soon));
    return Math.max(SHORTEST, Math.round(this.#random() * bound));
  }

  /** Takes note of a success. */
  reset(): void {
    this.#failures = 0;
  }
}
