/** How much of the past every poll looks at again, in seconds. */
export const LEAST_OVERLAP = 5;
const MOST = 120;

/** What is later still is the business of the audits. */
const LATEST = 300;

/** Times may be cut to whole seconds: what seems to be no later than that need not be late. */
const NOT_LATE = 1;

/** What comes next may be somewhat later than what came. */
const MARGIN = 1.25;

/** Lateness counts for so long after it was seen, in milliseconds. */
const REMEMBERED = 10 * 60_000;

/** The overlap between two polls: it grows with the lateness of events that is observed, and shrinks again. */
export class Overlap {
  #seen: { readonly at: number; readonly seconds: number }[] = [];

  /**
   * Takes note of an event that was found so many seconds after the time through which the feed had been read.
   */
  note(at: number, secondsLate: number): void {
    if (secondsLate <= NOT_LATE || secondsLate > LATEST) {
      return;
    }
    // What came before and was not later will never count again.
    this.#seen = [...this.#seen.filter(({ seconds }) => seconds > secondsLate), { at, seconds: secondsLate }];
  }

  /** In whole seconds. */
  seconds(now: number): number {
    return Math.min(MOST, Math.max(LEAST_OVERLAP, Math.ceil(this.lateness(now)) + 1));
  }

  /** How many seconds after it happened an event may still come in, by how late others did; 0 while none was late. */
  lateness(now: number): number {
    this.#seen = this.#seen.filter(({ at }) => now - at <= REMEMBERED);
    return (this.#seen[0]?.seconds ?? 0) * MARGIN;
  }
}
