import type { Clock } from '../../lib/clock.ts';
import { isFault } from '../../lib/is-fault.ts';

/**
 * What must not keep polls waiting: one waits for it only so long, and it goes on beside the next ones then. It is one thing
 * at a time.
 */
export class Aside {
  readonly #clock: Clock;
  readonly #onFault: (error: unknown) => void;
  #stop: (() => void) | undefined;

  /** `onFault` hears of mistakes in the program that nobody waits for any more. */
  constructor(clock: Clock, onFault: (error: unknown) => void) {
    this.#clock = clock;
    this.#onFault = onFault;
  }

  /** Gives up what is under way. */
  stop(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  /**
   * Does something unless something is under way, and resolves when it is done, or after so many milliseconds. Throws what it
   * throws by then; a request that fails later is made again in its turn.
   */
  async run(
    milliseconds: number,
    signal: AbortSignal,
    act: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.#stop !== undefined) {
      return;
    }
    const own = new AbortController();
    const stop = () => own.abort();
    this.#stop = stop;
    let isWaitedFor = true;
    const acting = act(AbortSignal.any([signal, own.signal])).finally(() => {
      this.#stop = this.#stop === stop ? undefined : this.#stop;
    });
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#clock.schedule(milliseconds, resolve);
    });
    acting.catch((error: unknown) => {
      if (!isWaitedFor && isFault(error)) {
        this.#onFault(error);
      }
    });
    try {
      await Promise.race([acting, late]);
    } finally {
      cancel();
      isWaitedFor = false;
    }
  }
}
