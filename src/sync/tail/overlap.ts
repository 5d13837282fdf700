/** How much of the past every poll looks at again, in seconds. */
const LEAST = 5;
const MOST = 120;

/** Lateness counts for so long after it was seen, in milliseconds. */
const REMEMBERED = 10 * 60_000;

/** The overlap between two polls: it grows with the lateness of events that is observed, and shrinks again. */
export class Overlap {
  #seen: { readonly at: number; readonly seconds: number }[] = [];

  /**
   * Takes note of an event that was found so many seconds after the time through which the feed was complete. What is
   * later than an overlap can be is the business of the audits.
   */
  note(at: number, secondsLate: number): void {
    if (secondsLate <= 0 || secondsLate > MOST) {
      return;
    }
    // What came before and was not later will never count again.
    this.#seen = [...this.#seen.filter(({ seconds }) => seconds > secondsLate), { at, seconds: secondsLate }];
  }

  /** In whole seconds. */
  seconds(now: number): number {
    this.#seen = this.#seen.filter(({ at }) => now - at <= REMEMBERED);
    const latest = this.#seen[0]?.seconds ?? 0;
    return Math.min(MOST, Math.max(LEAST, Math.ceil(latest * 1.25) + 1));
  }
}
