import type { Client } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { isAborted } from '../retry/failure.ts';
import { wrapClient } from '../retry/wrap-client.ts';

/**
 * Since when a client has had no answer: from when the first request left of those that nothing was answered since. One
 * that fails without an answer leaves that as it is, and one that is given up while no other is under way ends it.
 */
export class Unanswered {
  readonly #clock: Clock;
  #underWay = 0;
  /** On our clock that never jumps. */
  #since: number | undefined;
  /** Whether one failed without an answer since then. */
  #hasFailed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** When that was by the wall clock, in milliseconds; undefined while nothing is waited for. */
  get since(): number | undefined {
    return this.#since === undefined
      ? undefined
      : this.#clock.now() - (this.#clock.monotonic() - this.#since);
  }

  /** The same client, whose calls are watched from when they leave. */
  over(client: Client): Client {
    return wrapClient(client, (next) => async (endpoint, options, read) => {
      this.#underWay++;
      this.#since ??= this.#clock.monotonic();
      try {
        const answered = await next(endpoint, options, read);
        this.#noteAnswered();
        return answered;
      } catch (error) {
        this.#noteFailed(error);
        throw error;
      } finally {
        this.#underWay--;
      }
    });
  }

  #noteAnswered(): void {
    this.#since = undefined;
    this.#hasFailed = false;
  }

  #noteFailed(error: unknown): void {
    if (error instanceof ApiError && error.facts !== undefined) {
      this.#noteAnswered();
    } else if (!isAborted(error)) {
      this.#hasFailed = true;
    } else if (this.#underWay === 1 && !this.#hasFailed) {
      this.#since = undefined;
    }
  }
}
