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
  /** An answer is waited for so long at the least, in milliseconds. */
  readonly leastPatience?: number | undefined;
  /** The turn of the first ask, which leaves at once. */
  readonly first: Turn;
  /** Waits for the turn of another one. */
  readonly next: (signal: AbortSignal) => Promise<Turn>;
  /** `choose` decides for this ask once its answer begins, and says whether it still can: no other one was chosen. */
  readonly send: (turn: Turn, signal: AbortSignal, choose: () => boolean) => Promise<Value>;
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
    { kind, leastPatience = SHORTEST, first, next, send }: Asking<Turn, Value>,
  ): Promise<Value> {
    const clock = this.#clock;
    const patience = Math.max(leastPatience, this.#patience(kind));
    const begunAt = clock.monotonic();
    return new Promise<Value>((resolve, reject) => {
      const underWay = new Set<AbortController>();
      let asks = 0;
      /** The ask that counts, once that is known. */
      let chosen: number | undefined;
      let cancel = () => {};
      const open = () => {
        const own = new AbortController();
        underWay.add(own);
        return { own, either: signal === undefined ? own.signal : AbortSignal.any([signal, own.signal]) };
      };
      const endAllBut = (kept?: AbortController) => {
        cancel();
        underWay.forEach((each) => each !== kept && each.abort());
      };
      const ask = (turn: Turn) => {
        const number = ++asks;
        const askedAt = clock.monotonic();
        const { own, either } = open();
        const choose = () => {
          if (chosen === undefined) {
            chosen = number;
            this.#noteTook(kind, clock.monotonic() - askedAt);
            endAllBut(own);
          }
          return chosen === number;
        };
        if (chosen !== undefined) {
          // Its turn came too late.
          own.abort();
        }
        send(turn, either, choose).then(
          (value) => {
            if (choose()) {
              endAllBut();
              resolve(value);
            }
          },
          (error: Error) => {
            if (number === (chosen ?? (asks === MOST_ASKS ? number : asks))) {
              chosen = number;
              endAllBut();
              reject(error);
            }
          },
        );
        if (asks < MOST_ASKS && chosen === undefined) {
          askAgainAfter(Math.round(Math.max(patience, (askedAt - begunAt) / 2)));
        }
      };
      const askAgainAfter = (milliseconds: number) => {
        cancel = clock.schedule(milliseconds, () => {
          if (this.#unanswered < MOST_UNANSWERED) {
            this.#unanswered++;
            // Without a turn, what was asked before is waited for.
            next(open().either).then(ask, () => undefined);
          } else {
            askAgainAfter(patience);
          }
        });
      };
      ask(first);
    });
  }

  #noteTook(kind: string, milliseconds: number): void {
    this.#unanswered = 0;
    for (const each of [kind, ANY]) {
      this.#usual.set(each, [...(this.#usual.get(each) ?? []), milliseconds].slice(-REMEMBERED));
    }
  }

  /** Until answers of that kind came, those of others say how fast the server is. */
  #patience(kind: string): number {
    const usual = this.#usual.get(kind) ?? this.#usual.get(ANY);
    return usual === undefined ? AT_FIRST : Math.max(SHORTEST, TIMES_AS_LONG * largest(usual));
  }
}
