import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import type { MachineSessions } from '../../stores/sessions/machine-sessions.ts';
import { noteFailure, receive, type ResourceStore } from '../../stores/base/resource-store.ts';
import { failureFrom } from '../retry/failure.ts';
import { CountTrust } from './count-trust.ts';
import { readSessionsOfMachine } from './machine-sessions-list.ts';

/** For so many milliseconds the sessions of a machine are not asked for again unless a person does. */
const KEPT_FOR = 30_000;

/**
 * Reads the sessions of one machine when somebody asks for them (GET /sessions by `client_id`), subagents included, and
 * puts them into their store page by page.
 */
export class MachineSessionsReader {
  readonly #client: Client;
  readonly #store: ResourceStore<MachineSessions>;
  readonly #clock: Clock;
  readonly #ends = new CountTrust();
  #reading: { readonly clientId: Untrusted; readonly controller: AbortController } | undefined;

  constructor(client: Client, store: ResourceStore<MachineSessions>, clock: Clock) {
    this.#client = client;
    this.#store = store;
    this.#clock = clock;
  }

  /** Reads them unless they are being read, or were just now; `isAsked` reads them anyhow. */
  async read(clientId: Untrusted, isAsked = false): Promise<void> {
    const { data, receivedAt, failure } = this.#store.getState();
    const isKnown = data?.clientId === clientId;
    const isFresh =
      isKnown && data.isRead && failure === undefined && this.#clock.now() - (receivedAt ?? 0) < KEPT_FOR;
    if (this.#reading?.clientId === clientId || (isFresh && !isAsked)) {
      return;
    }
    this.stop();
    const controller = new AbortController();
    this.#reading = { clientId, controller };
    if (!isKnown) {
      const nothing = { clientId, sessions: [], total: undefined, isRead: false };
      this.#store.setState({ data: nothing, receivedAt: undefined, failure: undefined });
    } else if (failure !== undefined) {
      // Whoever asks again waits for this answer, and is not given the failure before it.
      this.#store.setState({ data: { ...data, isRead: false }, failure: undefined });
    }
    try {
      await this.#readAll(clientId, isKnown, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) {
        noteFailure(this.#store, failureFrom(error, this.#clock));
      }
    } finally {
      this.#forget(controller);
    }
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#reading?.controller.abort();
    this.#reading = undefined;
  }

  /** The reading is over, unless another one, or none, has taken its place. */
  #forget(controller: AbortController): void {
    if (this.#reading?.controller === controller) {
      this.#reading = undefined;
    }
  }

  async #readAll(clientId: Untrusted, isKnown: boolean, signal: AbortSignal): Promise<void> {
    const show = (part: MachineSessions) => {
      signal.throwIfAborted();
      receive(this.#store, part, this.#clock.now());
    };
    const read = await readSessionsOfMachine(clientId, {
      client: this.#client,
      clock: this.#clock,
      ends: this.#ends,
      signal,
      onPart: isKnown ? undefined : show,
    });
    show(read);
  }
}
