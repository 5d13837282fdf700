import type { Client } from '../../api/client.ts';
import type { ApiError } from '../../api/errors.ts';
import { getHealth } from '../../api/health.ts';
import type { Admission } from './admission.ts';
import type { Exchanges } from './exchanges.ts';
import { wrapClient } from '../retry/wrap-client.ts';
import type { SentRequest } from './ledger.ts';
import type { SteadyTime } from './steady-time.ts';

export interface HealthLooksOptions {
  readonly time: SteadyTime;
  readonly admission: Admission;
  readonly exchanges: Exchanges;
  /** Takes note that a look leaves at once, whatever waits for its turn. */
  readonly open: () => SentRequest;
  /** The same client, whose calls wait for their turn. */
  readonly pace: (client: Client) => Client;
  /** Called after it was seen whether a server that failed is back. */
  readonly onLooked: () => void;
}

/** Asks `/health` where nobody wants to know how the server is: whether one that failed is back, and what time it has. */
export class HealthLooks {
  readonly #options: HealthLooksOptions;

  constructor(options: HealthLooksOptions) {
    this.#options = options;
  }

  /** Makes the looks that are due; returns the milliseconds until the next one, Infinity when none is planned. */
  make(client: Client | undefined): number {
    return client === undefined
      ? Number.POSITIVE_INFINITY
      : Math.min(this.#lookAtBreaker(client), this.#askForTime(client));
  }

  /** Asks when it is time to whether the server is back. */
  #lookAtBreaker(client: Client): number {
    const { admission, time, exchanges, open } = this.#options;
    const { breaker, stoppedBy } = admission;
    const { nextLook } = breaker;
    if (nextLook === undefined || stoppedBy !== undefined) {
      return Number.POSITIVE_INFINITY;
    }
    const wait = Math.ceil(nextLook - time.now());
    if (wait > 0) {
      return wait;
    }
    breaker.noteLook();
    const atOnce = wrapClient(
      client,
      (next) =>
        (...call) =>
          exchanges.run(open(), next, ...call),
    );
    getHealth(atOnce, undefined, 'is the server back').then(
      () => this.#noteLooked(true, ''),
      (error: unknown) => {
        const { facts, message } = error as ApiError;
        this.#noteLooked(facts !== undefined && facts.status < 500, message);
      },
    );
    return Number.POSITIVE_INFINITY;
  }

  /** Asks for the time where it is needed and no answer is dated. */
  #askForTime(client: Client): number {
    const { admission, time, pace } = this.#options;
    const { serverClock } = admission.limits;
    const now = time.now();
    if (serverClock.askAt === undefined || !admission.breaker.lets) {
      return Number.POSITIVE_INFINITY;
    }
    if (serverClock.askAt > now) {
      return Math.ceil(serverClock.askAt - now);
    }
    serverClock.noteAsked(now);
    // What a health check finds is taken note of as every answer is; that it failed shows, too.
    getHealth(pace(client), undefined, 'the time of the server').catch(() => {});
    return Number.POSITIVE_INFINITY;
  }

  #noteLooked(isUp: boolean, problem: string): void {
    const { admission, time, onLooked } = this.#options;
    admission.breaker.noteLooked(isUp, time.now(), problem);
    onLooked();
  }
}
