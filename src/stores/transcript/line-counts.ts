import type { Place } from './pager-view.ts';

const BLOCK = 512;

/**
 * How many lines each message takes, counted one message after the other, and from that the number of a line. Numbers
 * are known as far as was counted.
 */
export class LineCounts {
  readonly #heightOf: (message: number) => number;
  #heights = new Uint32Array(BLOCK);
  /** Lines before each block of messages. */
  readonly #before: number[] = [0];
  #counted = 0;
  #lines = 0;

  constructor(heightOf: (message: number) => number) {
    this.#heightOf = heightOf;
  }

  /** Messages that were counted. */
  get counted(): number {
    return this.#counted;
  }

  /** Lines of the messages that were counted. */
  get lines(): number {
    return this.#lines;
  }

  /** Counts one message more. */
  countNext(): void {
    if (this.#counted === this.#heights.length) {
      const larger = new Uint32Array(this.#counted * 2);
      larger.set(this.#heights);
      this.#heights = larger;
    }
    const height = this.#heightOf(this.#counted);
    this.#heights[this.#counted++] = height;
    this.#lines += height;
    if (this.#counted % BLOCK === 0) {
      this.#before.push(this.#lines);
    }
  }

  /** The number of a line, counted from 0; undefined when not all before it were counted. */
  numberOf({ message, line }: Place): number | undefined {
    if (message > this.#counted) {
      return undefined;
    }
    const block = Math.floor(message / BLOCK);
    let before = this.#before[block] as number;
    for (let index = block * BLOCK; index < message; index++) {
      before += this.#heights[index] as number;
    }
    return before + line;
  }

  /** The place of the line with that number; the last one counted when there is none. */
  placeOf(number: number): Place {
    let block = this.#before.findLastIndex((before) => before <= number);
    block = Math.max(0, block);
    let before = this.#before[block] as number;
    let message = block * BLOCK;
    while (message < this.#counted - 1 && before + (this.#heights[message] as number) <= number) {
      before += this.#heights[message] as number;
      message++;
    }
    return { message, line: Math.max(0, number - before) };
  }
}
