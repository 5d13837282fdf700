import type { Client } from '../../api/client.ts';
import { listSessions } from '../../api/sessions.ts';
import type { Session } from '../../contract/session.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { MachineSessions } from '../../stores/sessions/machine-sessions.ts';
import { noteFailure, receive, type ResourceStore } from '../../stores/base/resource-store.ts';
import type { Listing } from '../../stores/base/listing.ts';
import { failureFrom } from '../retry/failure.ts';
import { PagedList } from './paged-list.ts';
import { SESSION_PAGE } from './read-sessions.ts';
import { CountTrust } from './count-trust.ts';

/** With so many sessions of one machine the list ends. */
const MOST_SESSIONS = 2000;

const MOST_PAGES = 100;

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
    const list = new PagedList<Session>({
      mostPages: MOST_PAGES,
      mostRows: MOST_SESSIONS,
      keyOf: ({ id }) => id,
      clock: this.#clock,
      ends: this.#ends,
    });
    const show = (listing: Listing<Session>, isRead: boolean) => {
      signal.throwIfAborted();
      // A server that takes no notice of the filter sends those of all machines.
      const own = listing.rows.filter(({ client_id: client }) => client === clientId);
      const sessions = own.toSorted((left, right) => lastActivity(right) - lastActivity(left));
      const total = own.length === listing.rows.length ? listing.total : undefined;
      const reached = listing.rows.length + listing.damaged.length;
      const isClipped =
        isRead &&
        listing.rows.length >= MOST_SESSIONS &&
        (listing.total === undefined || listing.total > reached);
      const clippedAt = isClipped ? listing.rows.length : undefined;
      const { doubt } = listing;
      receive(this.#store, { clientId, sessions, total, isRead, clippedAt, doubt }, this.#clock.now());
    };
    const query = { limit: SESSION_PAGE, client_id: clientId, include_subagents: true };
    const listing = await list.read(
      (offset) => listSessions(this.#client, { ...query, offset }, signal, 'sessions of a machine'),
      isKnown ? undefined : (part) => show(part, false),
    );
    show(listing, true);
  }
}

function lastActivity({ modified_at: modified }: Session): number {
  return parseTime(modified) ?? 0;
}
