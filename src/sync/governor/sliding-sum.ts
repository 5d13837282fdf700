interface Entry {
  readonly from: number;
  readonly to: number;
  readonly amount: number;
}

/** An amount by time, of which the latest stretch counts. */
export class SlidingSum {
  readonly #span: number;
  #entries: Entry[] = [];

  /** `span` is how much of the past counts, in milliseconds. */
  constructor(span: number) {
    this.#span = span;
  }

  /** Adds an amount that came together between two times. */
  add(amount: number, from: number, to: number): void {
    this.#entries.push({ from, to, amount });
    this.#entries = this.#entries.filter((entry) => entry.to > to - this.#span);
  }

  /** Milliseconds that were observed. */
  get observed(): number {
    return this.#entries.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** What came together in all. */
  get sum(): number {
    return this.#entries.reduce((sum, { amount }) => sum + amount, 0);
  }

  /** What came together in a millisecond on average; over less than `least` milliseconds as if nothing had come before. */
  rate(least: number): number {
    return this.sum / Math.max(least, this.observed, 1);
  }

  clear(): void {
    this.#entries = [];
  }
}
