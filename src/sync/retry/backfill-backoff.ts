import type { Clock } from '../../lib/clock.ts';
import { isAborted, isRateLimited } from './failure.ts';
import { Backoff } from './backoff.ts';

/** Why what is older than the newest events cannot be read. Times are milliseconds. */
export interface PastFailure {
  readonly error: unknown;
  /** When the first of these failures in a row was. */
  readonly since: number;
  /** How many there were. */
  readonly failures: number;
  /** When it is tried again. */
  readonly until: number;
}

export interface SetbackOptions {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Milliseconds between two tries at most, where less is to be waited than usual. */
  readonly longestPause: number;
}

/**
 * The failures of what is older than the newest events. Those are read on meanwhile, so that nobody else hears of it: without
 * waits of its own it would be asked for again at once, for as long as it fails.
 */
export class BackfillBackoff {
  readonly #options: SetbackOptions;
  readonly #backoff: Backoff;
  #failure: PastFailure | undefined;
  /** The same on the clock that never jumps. */
  #heldUntil = Number.NEGATIVE_INFINITY;

  constructor(options: SetbackOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.random);
  }

  /** Undefined since it could be read again. */
  get failure(): PastFailure | undefined {
    return this.#failure;
  }

  /** Whether it is not tried again yet. */
  get isHeld(): boolean {
    return this.#options.clock.monotonic() < this.#heldUntil;
  }

  /** Takes note that it could not be read. What holds everything back, or was given up, is no failure of its own. */
  note(error: unknown): void {
    if (isAborted(error) || isRateLimited(error)) {
      return;
    }
    const { clock, longestPause } = this.#options;
    const now = clock.now();
    const pause = Math.min(longestPause, this.#backoff.next());
    this.#heldUntil = clock.monotonic() + pause;
    const { failures } = this.#backoff;
    this.#failure = { error, since: this.#failure?.since ?? now, failures, until: now + pause };
  }

  /** Takes note that some of it was read. */
  end(): void {
    this.#failure = undefined;
    this.#heldUntil = Number.NEGATIVE_INFINITY;
    this.#backoff.reset();
  }
}
