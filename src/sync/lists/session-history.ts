import type { Clock } from '../../lib/clock.ts';
import { receive } from '../../stores/base/resource-store.ts';
import { isNearLastSession } from '../../stores/sessions/select-sessions.ts';
import type { Stores } from '../../stores/stores.ts';
import { failureFrom } from '../retry/failure.ts';
import type { SessionReader } from './session-reader.ts';

/** Sessions that are read at once when somebody comes near the end of the list, and the most pages for them. */
const ROWS = 1000;
const PAGES = 50;

/** Requests of these that need no pause, as long as plenty remains of the limit. */
const HURRIED = 10;

/** After a failure nothing is read on for so many milliseconds, or a key held down would ask again and again. */
const REST = 10_000;

export interface SessionHistoryOptions {
  readonly reader: SessionReader;
  readonly stores: Stores;
  readonly clock: Clock;
  /** Lets so many of the next requests leave without a pause. */
  readonly hurry: (requests: number) => void;
}

/**
 * Reads on in the list of sessions when the cursor comes near its end ("Nothing is silently missing"), page by page, each
 * shown as it arrives.
 */
export class SessionHistory {
  readonly #options: SessionHistoryOptions;
  #reading: { readonly filters: string; readonly controller: AbortController } | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(options: SessionHistoryOptions) {
    this.#options = options;
  }

  /** Looks whether more is wanted, and reads on if so. What is under way for the same filters is let be. */
  readWhenWanted(): void {
    const { stores, reader, clock } = this.#options;
    const { sessions } = stores.view.getState();
    const filters = JSON.stringify(serverFilters(sessions));
    if (this.#reading !== undefined && this.#reading.filters !== filters) {
      this.stop();
    }
    const { data } = stores.sessions.getState();
    if (this.#reading !== undefined || data === undefined || data.reading !== undefined) {
      return;
    }
    const beyond = reader.beyond(sessions);
    if (beyond !== 'more') {
      this.#show(beyond);
    } else if (clock.monotonic() - this.#failedAt >= REST && isNearLastSession(stores)) {
      void this.#read(filters);
    }
  }

  /** Gives up what is being read. */
  stop(): void {
    this.#reading?.controller.abort();
    this.#reading = undefined;
    this.#show('idle');
  }

  async #read(filters: string): Promise<void> {
    const { stores, reader, clock, hurry } = this.#options;
    const reading = { filters, controller: new AbortController() };
    const { sessions } = stores.view.getState();
    this.#reading = reading;
    this.#show('reading');
    hurry(HURRIED);
    try {
      const enough = (stores.sessions.getState().data?.rows.length ?? 0) + ROWS;
      for (let page = 0; page < PAGES && reader.beyond(sessions) === 'more'; page++) {
        const listing = await reader.readOn(sessions, reading.controller.signal);
        if (listing === undefined || reading.controller.signal.aborted) {
          break;
        }
        receive(stores.sessions, listing, clock.now());
        if (listing.rows.length >= enough) {
          break;
        }
      }
    } catch (error) {
      if (this.#reading === reading) {
        this.#failedAt = clock.monotonic();
        stores.sessionsBeyond.setState({ failure: failureFrom(error, clock) });
      }
    } finally {
      if (this.#reading === reading) {
        this.#reading = undefined;
        const beyond = reader.beyond(sessions);
        this.#show(beyond === 'more' ? 'idle' : beyond);
      }
    }
  }

  #show(state: 'idle' | 'reading' | 'read' | 'full'): void {
    const { sessionsBeyond } = this.#options.stores;
    if (sessionsBeyond.getState().state !== state) {
      sessionsBeyond.setState(state === 'reading' ? { state, failure: undefined } : { state });
    }
  }
}

/** The filters that the server applies, which distinguish one list from another. */
export function serverFilters({
  date,
  dateZone,
  project,
  branch,
  clientId,
  agentId,
  subagents,
}: ReturnType<Stores['view']['getState']>['sessions']) {
  return {
    date,
    dateZone: date === undefined ? undefined : dateZone,
    project,
    branch,
    clientId,
    agentId,
    subagents,
  };
}
