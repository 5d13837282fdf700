import type { Clock } from '../../lib/clock.ts';
import type { LeftOut } from '../../terminal/input/pasted-text.ts';

/** A paste is whole once nothing came for so long, in milliseconds. */
const SILENCE_BEHIND = 150;

/** As much is kept of one as of a paste with brackets, in UTF-16 units. */
const LONGEST = 65_536;

/** Collects the pieces in which a paste of several lines arrives from a terminal that puts no brackets around it. */
export class PastedLines {
  readonly #clock: Clock;
  readonly #take: (text: string, leftOut: LeftOut) => void;
  #text = '';
  #tooMany = 0;
  #cancelTimer: () => void = () => undefined;

  constructor(clock: Clock, take: (text: string, leftOut: LeftOut) => void) {
    this.#clock = clock;
    this.#take = take;
  }

  get isBegun(): boolean {
    return this.#text !== '';
  }

  /** Adds a piece, and waits for the next one. */
  add(text: string): void {
    const kept = text.slice(0, LONGEST - this.#text.length);
    this.#text += kept;
    this.#tooMany += text.length - kept.length;
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.schedule(SILENCE_BEHIND, () => this.end());
  }

  /** Gives what was collected on; nothing where there is none. */
  end(): void {
    if (this.isBegun) {
      this.#cancelTimer();
      const text = this.#text;
      const leftOut = { controls: 0, tooMany: this.#tooMany };
      this.#text = '';
      this.#tooMany = 0;
      this.#take(text, leftOut);
    }
  }
}
