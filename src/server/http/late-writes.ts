import type { Clock } from '../../lib/clock.ts';
import { RequestError } from './answer.ts';

/** How long after its request a write is applied that comes late, in milliseconds. */
export const LATE_BY = 3000;

/** Writes that are applied only after their connection is over, until the service stops. */
export class LateWrites {
  readonly #clock: Clock;
  readonly #log: (line: string) => void;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock, log: (line: string) => void) {
    this.#clock = clock;
    this.#log = log;
  }

  /** Applies a write three seconds from now. What it names may be gone by then: nobody is informed. */
  add(apply: () => unknown): void {
    const cancel = this.#clock.schedule(LATE_BY, () => {
      this.#waiting.delete(cancel);
      try {
        apply();
      } catch (error) {
        if (!(error instanceof RequestError)) {
          this.#log(
            `internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          );
        }
      }
    });
    this.#waiting.add(cancel);
  }

  /** Drops those that are not applied yet. */
  stop(): void {
    for (const cancel of this.#waiting) {
      cancel();
    }
    this.#waiting.clear();
  }
}
