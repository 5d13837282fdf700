import { smallest } from '../../lib/long-lists.ts';

/** Jumps count for so long, in milliseconds. */
const REMEMBERED = 10 * 60_000;

/** Clocks that are apart by more than this, in milliseconds, contradict each other. */
const CONTRADICTING = 10_000;

/** That they did is said for so long after the last time, in milliseconds: a hidden feed is read twice a minute. */
const SAID_FOR = 60_000;

interface Jump {
  /** On our clock that never jumps. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/**
 * What the times that a server reports say of its clock where they fall. It may have been put back; if they rise again,
 * several servers answer under one address, each by a clock of its own. The earliest counts in either case, from the
 * first fall on. Offsets are the server's time less ours, in milliseconds.
 */
export class ClockFalls {
  #jumps: readonly Jump[] = [];
  #last: { readonly offset: number; readonly tolerance: number } | undefined;

  /** Takes note of the offset of an answer, which may be too low by so much. */
  note(at: number, offset: number, tolerance: number): void {
    this.#jumps = this.#jumps.filter((jump) => at - jump.at <= REMEMBERED);
    const last = this.#last;
    this.#last = { offset, tolerance };
    if (last !== undefined && (offset + tolerance < last.offset || offset > last.offset + last.tolerance)) {
      this.#jumps = [...this.#jumps, { at, from: last.offset, to: offset }];
    }
  }

  /** The lowest that they fell to; infinite as long as none did. */
  get lowest(): number {
    const falls = this.#jumps.filter(({ from, to }) => to < from);
    return smallest(falls.map(({ to }) => to));
  }

  /** Whether the times fell and rose by much, the last time just before that. */
  isContradictory(at: number): boolean {
    const far = this.#jumps.filter(({ from, to }) => Math.abs(from - to) > CONTRADICTING);
    const last = far.at(-1);
    return (
      last !== undefined &&
      at - last.at < SAID_FOR &&
      far.some(({ from, to }) => to < from) &&
      far.some(({ from, to }) => to > from)
    );
  }
}
