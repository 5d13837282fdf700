import { compareFound } from './ordered-release.ts';
import type { FoundEvent } from '../tail/event-tail.ts';

/** The newest of the past, with which following begins when no time was named. */
export class InitialRows {
  readonly #count: number;
  #rows: readonly FoundEvent[] = [];

  /** It keeps so many rows, the newest of all it is given. */
  constructor(count: number) {
    this.#count = count;
  }

  /** Takes rows in any order. */
  add(rows: readonly FoundEvent[]): void {
    if (this.#count > 0 && rows.length > 0) {
      this.#rows = [...this.#rows, ...rows].sort(compareFound).slice(-this.#count);
    }
  }

  /** The rows, oldest first. */
  get rows(): readonly FoundEvent[] {
    return this.#rows;
  }
}
