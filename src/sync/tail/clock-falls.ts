import { largest, smallest } from '../../lib/long-lists.ts';

/** Falls count together for so long, in milliseconds. */
const REMEMBERED = 10 * 60_000;

/** Falls to times that differ by no more than this, in milliseconds, are to the same clock. */
const SAME = 5000;

interface Fall {
  /** On our clock that never jumps. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Whether the times that a server tells fall again and again: then several of them answer under one address, each by a clock
 * of its own. Offsets are the server's time less ours, in milliseconds.
 */
export class ClockFalls {
  #falls: readonly Fall[] = [];
  #last: number | undefined;

  /** Takes note of the offset of an answer, which may be off by so much. */
  note(at: number, offset: number, tolerance: number): void {
    this.#falls = this.#falls.filter((fall) => at - fall.at <= REMEMBERED);
    if (this.#last !== undefined && offset + tolerance < this.#last) {
      this.#falls = [...this.#falls, { at, from: this.#last, to: offset }];
    }
    this.#last = offset;
  }

  /** The lowest and the highest of several clocks; undefined as long as there seems to be one. */
  get clocks(): { readonly lowest: number; readonly highest: number } | undefined {
    const repeated = this.#falls.filter((fall) =>
      this.#falls.some((other) => other !== fall && Math.abs(other.to - fall.to) <= SAME),
    );
    return repeated.length === 0
      ? undefined
      : {
          lowest: smallest(repeated.map(({ to }) => to)),
          highest: largest(repeated.map(({ from }) => from)),
        };
  }
}
