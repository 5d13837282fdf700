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

/** So often anything is asked again before some answer comes: a server that answers nothing gets few more requests. */
const MOST_UNANSWERED = 7;

const ANY = 'any';

/** How the same is asked several times. */
export interface Asking<Turn, Value> {
  /** What takes about as long as others of the same kind. */
  readonly kind: string;
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
  /** How long the last good answers of each kind took, in milliseconds. */
  readonly #usual = new Map<string, readonly number[]>();
  /** How often anything was asked again since the last good answer. */
  #unanswered = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The first good answer; the failure of the newest ask, or of any once it is not asked again: none was asked later. */
  read<Turn, Value>(
    signal: AbortSignal | undefined,
    { kind, first, next, send }: Asking<Turn, Value>,
  ): Promise<Value> {
    const clock = this.#clock;
    const patience = this.#patience(kind);
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
            this.#unanswered = 0;
            this.#noteTook(kind, clock.monotonic() - askedAt);
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
          askAgainAfter(Math.round(Math.max(patience, (askedAt - begunAt) / 2)));
        }
      };
      const askAgainAfter = (milliseconds: number) => {
        cancel = clock.schedule(milliseconds, () => {
          if (this.#unanswered < MOST_UNANSWERED) {
            this.#unanswered++;
            // Without a turn, what was asked before is waited for.
            next(either).then(ask, () => undefined);
          } else {
            askAgainAfter(patience);
          }
        });
      };
      ask(first);
    });
  }

  #noteTook(kind: string, milliseconds: number): void {
    for (const each of [kind, ANY]) {
      this.#usual.set(each, [...(this.#usual.get(each) ?? []), milliseconds].slice(-REMEMBERED));
    }
  }

  /** Until answers of that kind came, those of others tell how fast the server is. */
  #patience(kind: string): number {
    const usual = this.#usual.get(kind) ?? this.#usual.get(ANY);
    return usual === undefined ? AT_FIRST : Math.max(SHORTEST, TIMES_AS_LONG * largest(usual));
  }
}
