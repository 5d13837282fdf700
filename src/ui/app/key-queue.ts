import type { Clock } from '../../lib/clock.ts';

/** So long is waited for what a key opens, in milliseconds. */
const LONGEST_WAIT = 1000;

/** More pieces than that are not kept meanwhile. */
const MOST_KEPT = 32;

/**
 * What is typed while a key is still opening something, as it has to be loaded or read first: it is kept, in its order, for
 * what opens. What waited in vain is dropped.
 */
export class KeyQueue {
  readonly #clock: Clock;
  readonly #onDropped: () => void;
  #kept: (() => void)[] = [];
  /** What is waited for, distinguished from what was waited for before. */
  #wait: object | undefined;
  #cancelTimer: () => void = () => undefined;

  constructor(clock: Clock, onDropped: () => void) {
    this.#clock = clock;
    this.#onDropped = onDropped;
  }

  get isWaiting(): boolean {
    return this.#wait !== undefined;
  }

  /** Takes a piece once nothing is waited for any more. */
  keep(take: () => void): void {
    if (this.#kept.length < MOST_KEPT) {
      this.#kept.push(take);
    } else {
      this.#onDropped();
    }
  }

  /** Waits for what opens; `onOpen` is called before what was typed meanwhile is taken. */
  waitFor(opening: Promise<void>, onOpen: () => void): void {
    const wait = {};
    this.#wait = wait;
    this.#cancelTimer = this.#clock.schedule(LONGEST_WAIT, () => {
      const { length } = this.#kept;
      this.#wait = undefined;
      this.#kept = [];
      if (length > 0) {
        this.#onDropped();
      }
    });
    void opening.then(() => {
      if (this.#wait === wait) {
        this.#cancelTimer();
        this.#wait = undefined;
        onOpen();
        this.#takeKept();
      }
    });
  }

  #takeKept(): void {
    while (this.#wait === undefined) {
      const take = this.#kept.shift();
      if (take === undefined) {
        return;
      }
      take();
    }
  }
}
