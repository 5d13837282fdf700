import type { Clock } from '../../lib/clock.ts';

/**
 * What must not keep polls waiting: one waits for it only so long, and it goes on beside the next ones then. It is one thing
 * at a time.
 */
export class BackgroundTask {
  readonly #clock: Clock;
  readonly #onLateError: (error: unknown) => void;
  #stop: (() => void) | undefined;
  #acting: Promise<void> = Promise.resolve();

  /** `onLateError` is called with what is thrown while nobody waits for it. */
  constructor(clock: Clock, onLateError: (error: unknown) => void) {
    this.#clock = clock;
    this.#onLateError = onLateError;
  }

  /** Whether something is under way. */
  get isBusy(): boolean {
    return this.#stop !== undefined;
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
    this.#acting = acting.catch((error: unknown) => {
      if (!isWaitedFor) {
        this.#onLateError(error);
      }
    });
    try {
      await this.#within(milliseconds, acting);
    } finally {
      isWaitedFor = false;
    }
  }

  /** Waits for what is under way, but no longer than so many milliseconds; where the signal ends that, it is given up. */
  async join(milliseconds: number, signal: AbortSignal): Promise<void> {
    const giveUp = () => this.stop();
    signal.addEventListener('abort', giveUp);
    try {
      await this.#within(milliseconds, this.#acting);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }

  async #within(milliseconds: number, work: Promise<void>): Promise<void> {
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#clock.schedule(milliseconds, resolve);
    });
    try {
      await Promise.race([work, late]);
    } finally {
      cancel();
    }
  }
}
