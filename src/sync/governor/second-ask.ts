import type { Clock } from '../../lib/clock.ts';
import { largest } from '../../lib/long-lists.ts';

/** An answer is waited for so long, in milliseconds, while no good one showed how long they take here, and at the least. */
const AT_FIRST = 1000;
const SHORTEST = 400;
/** It may take so many times as long as the longest of so many good answers. */
const TIMES_AS_LONG = 3;
const REMEMBERED = 10;

/**
 * So often the same is asked at most, ever more seldom: of a server that lets 40 % of all requests hang, one read of a
 * thousand meets one that never answers.
 */
const MOST_ASKS = 8;

/** How the same is asked several times. */
export interface Asking<Turn, Value> {
  /** The turn of the first ask, which leaves at once. */
  readonly first: Turn;
  /** Waits for the turn of another one. */
  readonly next: (signal: AbortSignal) => Promise<Turn>;
  readonly send: (turn: Turn, signal: AbortSignal) => Promise<Value>;
}

/**
 * Reads that must not stand still: when an answer takes long, the same is asked once more, over another connection, and
 * so on. The first good answer counts, and the others are given up.
 */
export class SecondAsk {
  readonly #clock: Clock;
  /** How long the last good answers took, in milliseconds. */
  #usual: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The first good answer; the failure of the newest ask, or of any once it is not asked again: none was asked later. */
  read<Turn, Value>(
    signal: AbortSignal | undefined,
    { first, next, send }: Asking<Turn, Value>,
  ): Promise<Value> {
    const clock = this.#clock;
    const patience = this.#patience;
    const begunAt = clock.monotonic();
    const over = new AbortController();
    const either = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    return new Promise<Value>((resolve, reject) => {
      let asks = 0;
      let cancel = () => {};
      const end = () => {
        cancel();
        over.abort();
      };
      const ask = (turn: Turn) => {
        const number = ++asks;
        const askedAt = clock.monotonic();
        send(turn, either).then(
          (value) => {
            this.#usual = [...this.#usual, clock.monotonic() - askedAt].slice(-REMEMBERED);
            end();
            resolve(value);
          },
          (error: Error) => {
            if (number === asks || asks === MOST_ASKS) {
              end();
              reject(error);
            }
          },
        );
        if (asks < MOST_ASKS) {
          const wait = Math.round(Math.max(patience, (askedAt - begunAt) / 2));
          // Without a turn, what was asked before is waited for.
          cancel = clock.schedule(wait, () => void next(either).then(ask, () => undefined));
        }
      };
      ask(first);
    });
  }

  get #patience(): number {
    return this.#usual.length === 0 ? AT_FIRST : Math.max(SHORTEST, TIMES_AS_LONG * largest(this.#usual));
  }
}
