import type { Clock } from '../../lib/clock.ts';

/** An answer that takes longer, in milliseconds, and so many times as long as the last good one, may never come. */
const LONG = 3000;
const TIMES_AS_LONG = 3;

/**
 * Reads that must not stand still: when an answer takes long, the same is asked once more, over another connection, and
 * the first answer counts. The other one is given up.
 */
export class SecondAsk {
  readonly #clock: Clock;
  /** How long the last good answer took, in milliseconds. */
  #usual = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The first good answer; the failure of the second ask, or that of the first where the second has not left. */
  read<Value>(
    signal: AbortSignal | undefined,
    first: (signal: AbortSignal) => Promise<Value>,
    second: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const clock = this.#clock;
    const over = new AbortController();
    const either = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    return new Promise<Value>((resolve, reject) => {
      let isAskedAgain = false;
      const take = (ask: typeof first, fail: (error: Error) => void) => {
        const begunAt = clock.monotonic();
        ask(either).then((value) => {
          this.#usual = clock.monotonic() - begunAt;
          end();
          resolve(value);
        }, fail);
      };
      const fail = (error: Error) => {
        end();
        reject(error);
      };
      const cancel = clock.schedule(Math.max(LONG, TIMES_AS_LONG * this.#usual), () => {
        isAskedAgain = true;
        take(second, fail);
      });
      const end = () => {
        cancel();
        over.abort();
      };
      take(first, (error) => {
        if (!isAskedAgain) {
          fail(error);
        }
      });
    });
  }
}
