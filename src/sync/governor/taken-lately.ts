interface Entry {
  readonly from: number;
  readonly to: number;
  readonly amount: number;
}

/** Into so many stretches the last window is divided at the least. */
const FINENESS = 120;

/**
 * How much all together took of a quota within the last window, by time: it comes back a window later. Times are steady,
 * in milliseconds.
 */
export class TakenLately {
  #entries: readonly Entry[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Adds what was taken between two times, and forgets what came back before a window of that length. */
  add(amount: number, from: number, to: number, length: number): void {
    const last = this.#entries.at(-1);
    const isShort = last !== undefined && to - last.from < length / FINENESS;
    const entry = isShort ? { from: last.from, to, amount: last.amount + amount } : { from, to, amount };
    const kept = isShort ? this.#entries.slice(0, -1) : this.#entries;
    this.#entries = [...kept.filter((each) => each.to > from - length), entry];
  }

  /** How much was taken between two times. */
  between(from: number, to: number): number {
    let sum = 0;
    for (const entry of this.#entries) {
      const common = Math.min(to, entry.to) - Math.max(from, entry.from);
      sum += common > 0 ? (entry.amount * common) / (entry.to - entry.from) : 0;
    }
    return sum;
  }

  /** Makes all that was taken since a time so much in all, as an answer reports it. */
  correct(total: number, since: number): void {
    const sum = this.between(since, Number.POSITIVE_INFINITY);
    if (sum > 0) {
      const factor = total / sum;
      this.#entries = this.#entries.map((entry) => ({ ...entry, amount: entry.amount * factor }));
    }
  }

  clear(): void {
    this.#entries = [];
  }
}
