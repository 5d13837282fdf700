/** A retry for every so many successes. */
const SUCCESSES_A_RETRY = 10;
const MOST_SAVED = 10;
/** So that the first failure after the start may be tried again. */
const SAVED_AT_START = 3;

/**
 * How many tries of what nobody looks at may be repeats: a tenth of the recent successes. A server that fails often is
 * not asked more often for it. What a person waits for is bounded by its own waits alone: at such a share it would starve.
 */
export class RetryBudget {
  #saved = SAVED_AT_START;

  noteSuccess(): void {
    this.#saved = Math.min(MOST_SAVED, this.#saved + 1 / SUCCESSES_A_RETRY);
  }

  /** Takes one retry; false when there is none. */
  take(): boolean {
    if (this.#saved < 1) {
      return false;
    }
    this.#saved--;
    return true;
  }
}
