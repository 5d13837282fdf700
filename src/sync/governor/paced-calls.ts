import type { Answered, Call, Client } from '../../api/client.ts';
import type { BodySink } from '../../api/transport.ts';
import { CALLS, type EndpointName } from '../../contract/endpoints.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Exchanges } from './exchanges.ts';
import { givenUp } from '../retry/given-up.ts';
import { wrapClient } from '../retry/wrap-client.ts';
import type { SentRequest } from './ledger.ts';
import { SecondAsk } from './second-ask.ts';
import { SharedReads } from './shared-reads.ts';
import type { Priority, Urgency } from './turn-queue.ts';

/** Sends a call whose turn it is. */
type Send<Value> = (sent: SentRequest, call: Call) => Promise<Answered<Value>>;

/** What may be long, and costs the server more, is asked again after so many milliseconds at the earliest. */
const UNTIL_LONG_ANSWER = 1500;

/**
 * Resolves with the request's entry in the ledger once it may leave; rejects when its signal ends it before. `isAgain` says
 * that the same was asked before, and hangs.
 */
export type TakeTurn = (
  urgency: Urgency,
  endpoint: EndpointName,
  signal: AbortSignal | undefined,
  isAgain?: boolean,
) => Promise<SentRequest>;

/**
 * The calls of clients that wait for their turn. Identical reads under way are shared, what is under way when a write
 * begins or ends is shared no further, and a write that was sent goes on whatever becomes of its caller.
 */
export class PacedCalls {
  readonly #exchanges: Exchanges;
  readonly #turn: TakeTurn;
  readonly #reads = new SharedReads(() => givenUp('GET', '', false));
  readonly #writes = new Set<Promise<unknown>>();

  readonly #secondAsk: SecondAsk;

  constructor(exchanges: Exchanges, turn: TakeTurn, clock: Clock) {
    this.#secondAsk = new SecondAsk(clock);
    this.#exchanges = exchanges;
    this.#turn = turn;
  }

  /**
   * The same client, every call of which waits for its turn at the priority of that moment. What is `live` is asked again when its
   * answer takes long.
   */
  over(client: Client, priorityNow: () => Priority, isLive: boolean): Client {
    return wrapClient(client, (next) => (endpoint, options, read) => {
      const priority = priorityNow();
      const send = (sent: SentRequest, given: Call) => this.#exchanges.run(sent, next, endpoint, given, read);
      if (CALLS[endpoint].method !== 'GET') {
        return this.#write(priority, endpoint, options, send);
      }
      const ask = (urgency: Urgency, given: Call) =>
        isLive ? this.#readLive(urgency, endpoint, given, send) : this.#read(urgency, endpoint, given, send);
      // What verifies a write must be as new as can be, and what one caller takes as it arrives is that caller's alone.
      if (priority === 'person-write' || options.into !== undefined) {
        return ask(ofPriority(priority), options);
      }
      const query = Object.entries(options.query ?? {}).sort(([left], [right]) => (left < right ? -1 : 1));
      // The functions of the API read one endpoint in one way, so that what they read can be shared.
      const key = JSON.stringify([endpoint, options.id, query]);
      return this.#reads.read(key, priority, options.signal, (signal, urgency) =>
        ask(urgency, { ...options, signal }),
      );
    });
  }

  /** Resolves once every write that was sent is over. */
  async writesOver(): Promise<void> {
    await Promise.allSettled(this.#writes);
  }

  async #write<Value>(priority: Priority, endpoint: EndpointName, options: Call, send: Send<Value>) {
    // What is under way may have been answered before the write: nobody may take it for what holds after it.
    this.#reads.seal();
    const sent = await this.#turn(ofPriority(priority), endpoint, options.signal);
    const writing = send(sent, { ...options, signal: undefined });
    this.#writes.add(writing);
    try {
      return await writing;
    } finally {
      this.#writes.delete(writing);
      this.#reads.seal();
    }
  }

  async #read<Value>(urgency: Urgency, endpoint: EndpointName, options: Call, send: Send<Value>) {
    const sent = await this.#turn(urgency, endpoint, options.signal);
    return send(sent, options);
  }

  async #readLive<Value>(urgency: Urgency, endpoint: EndpointName, options: Call, send: Send<Value>) {
    const first = await this.#turn(urgency, endpoint, options.signal);
    const again = `${options.purpose ?? endpoint}, asked again`;
    return this.#secondAsk.read(options.signal, {
      kind: endpoint,
      leastPatience: options.into === undefined ? undefined : UNTIL_LONG_ANSWER,
      first,
      next: (signal) => this.#turn(urgency, endpoint, signal, true),
      send: (sent, signal, choose) => {
        const into = options.into && chosenInto(options.into, choose);
        const purpose = sent === first ? options.purpose : again;
        return send(sent, { ...options, ...(into && { into }), signal, purpose });
      },
    });
  }
}

function ofPriority(priority: Priority): Urgency {
  return { priority, onRaise: () => undefined };
}

/** Takes the body of the ask whose answer begins first, and of no other one. */
function chosenInto(into: BodySink, choose: () => boolean): BodySink {
  return {
    begin(body) {
      if (!choose()) {
        throw givenUp('GET', '');
      }
      into.begin(body);
    },
    add: (piece) => into.add(piece),
    beginning: () => into.beginning(),
  };
}
