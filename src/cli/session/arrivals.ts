import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { wrapClient } from '../../sync/retry/wrap-client.ts';
import type { Waiting } from '../../sync/retry/waiting.ts';

/** What arrives in pieces has an answer with each of them, and while it is this program that takes its time. */
export class Arrivals {
  readonly #clock: Clock;
  #taking = 0;
  #last = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The same client, whose answers are watched while they arrive. */
  over(client: Client): Client {
    return wrapClient(client, (next) => (endpoint, options, read) => {
      const { into } = options;
      return next(
        endpoint,
        into === undefined
          ? options
          : {
              ...options,
              into: {
                begin: (body) => into.begin(body),
                beginning: () => into.beginning(),
                add: (piece) => this.#during(() => into.add(piece)),
              },
            },
        read,
      );
    });
  }

  /** What is waited for, and since when. */
  seen(waiting: Waiting): Waiting {
    const last = this.#taking > 0 ? this.#clock.now() : this.#last;
    return waiting.for === 'answer' ? { ...waiting, since: Math.max(waiting.since, last) } : waiting;
  }

  #during(take: () => void | Promise<void>): void | Promise<void> {
    this.#last = this.#clock.now();
    const taken = take();
    if (taken === undefined) {
      return undefined;
    }
    this.#taking++;
    return taken.finally(() => {
      this.#taking--;
      this.#last = this.#clock.now();
    });
  }
}
