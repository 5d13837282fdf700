import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Client } from '../../src/api/client.ts';
import { wrapClient } from '../../src/sync/retry/wrap-client.ts';
import { VirtualClock } from './virtual-clock.ts';

/** Milliseconds that pass for every request on its way. */
const WAY = 50;

/** After so many turns of the event loop without anything new, all that was to come of it has been done. */
const QUIET_TURNS = 4;

/** A request that the service has, and for how many turns it has had the whole of it. */
interface Received {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  turns: number;
}

const started = channel('http.server.request.start');

/**
 * Virtual time for a client and a service that really talk to each other, both in this process: it stands while a request
 * or an answer is on its way, however long this machine takes for that, and goes from timer to timer by itself otherwise.
 * An answer that the service keeps back does not hold it up.
 */
export class NetworkClock extends VirtualClock {
  readonly #received = new Set<Received>();
  #underWay = 0;
  #quietTurns = 0;
  #isStopped = false;

  constructor(start?: number) {
    super(start);
    started.subscribe(this.#receive);
    this.#turn();
  }

  /** The same client, whose requests hold time up. */
  watch(client: Client): Client {
    return wrapClient(client, (next) => async (...request) => {
      this.#underWay++;
      try {
        return await next(...request);
      } finally {
        this.#underWay--;
      }
    });
  }

  /** Lets time stand from now on. */
  stop(): void {
    this.#isStopped = true;
    started.unsubscribe(this.#receive);
  }

  readonly #receive = (message: unknown): void => {
    const { request, response } = message as Omit<Received, 'turns'>;
    const received = { request, response, turns: 0 };
    this.pass(WAY);
    this.#received.add(received);
    response.once('close', () => this.#received.delete(received));
  };

  /** How many answers the service keeps back. */
  #keptBack(): number {
    let kept = 0;
    for (const received of this.#received) {
      received.turns += received.request.complete ? 1 : 0;
      kept += received.turns > QUIET_TURNS && !received.response.headersSent ? 1 : 0;
    }
    return kept;
  }

  #turn(): void {
    setImmediate(() => {
      if (this.#isStopped) {
        return;
      }
      this.#quietTurns = this.#underWay > this.#keptBack() ? 0 : this.#quietTurns + 1;
      if (this.#quietTurns > QUIET_TURNS && this.fireNext()) {
        this.#quietTurns = 0;
      }
      this.#turn();
    });
  }
}
