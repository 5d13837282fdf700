import type { Client } from '../../api/client.ts';
import type { Clock } from '../../lib/clock.ts';
import { isFault } from '../../lib/is-fault.ts';
import type { Slices } from '../../lib/slices.ts';
import { prose } from '../../lib/untrusted.ts';
import {
  NOTHING_SEARCHED,
  type SearchQuestion,
  type SessionSearch,
  type SessionSearchStore,
} from '../../stores/search/session-search.ts';
import { searchTranscripts } from './search-transcripts.ts';

export interface SessionSearcherOptions {
  readonly client: Client;
  readonly store: SessionSearchStore;
  readonly clock: Clock;
  readonly slices: Slices;
  /** Called when a search has ended by itself. */
  readonly onEnd: (search: SessionSearch) => void;
  /** Called with a mistake in the program: what was being done, after "while", and what was thrown. */
  readonly onFault: (doing: string, error: unknown) => void;
}

/** The search that a person began: it goes on whatever pane is looked at, and ends when it is cancelled or another begins. */
export class SessionSearcher {
  readonly #options: SessionSearcherOptions;
  #controller: AbortController | undefined;

  constructor(options: SessionSearcherOptions) {
    this.#options = options;
  }

  /** Begins a search in the place of the last one; resolves when it has ended. */
  async begin(question: SearchQuestion): Promise<void> {
    const { store, clock } = this.#options;
    this.stop();
    await this.#run({
      ...question,
      ...NOTHING_SEARCHED,
      number: (store.getState().search?.number ?? 0) + 1,
      phase: 'running',
      stop: undefined,
      startedAt: clock.now(),
      since: clock.monotonic(),
      took: 0,
    });
  }

  /** Goes on with the search that was stopped, behind the last session that is done with; resolves when it has ended. */
  async goOn(): Promise<void> {
    const { store, clock } = this.#options;
    const { search } = store.getState();
    if (search?.phase === 'cancelled' || search?.phase === 'stopped') {
      const since = clock.monotonic() - search.took;
      await this.#run({ ...search, phase: 'running', stop: undefined, since });
    }
  }

  async #run(begun: SessionSearch): Promise<void> {
    const { store, clock, client, slices, onEnd, onFault } = this.#options;
    const controller = new AbortController();
    this.#controller = controller;
    store.setState({ search: begun });
    const update = (change: Partial<SessionSearch>) => {
      const { search } = store.getState();
      if (this.#controller === controller && search !== undefined) {
        store.setState({ search: { ...search, ...change } });
      }
    };
    try {
      await searchTranscripts(begun.sessions, begun.sought, {
        client,
        clock,
        slices,
        signal: controller.signal,
        before: begun,
        onProgress: (progress) => update({ ...progress, took: clock.monotonic() - begun.since }),
      });
      update({ phase: 'done' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      update({ phase: 'stopped', stop: prose(message) });
      if (isFault(error)) {
        onFault('searching transcripts', error);
      }
    }
    const { search } = store.getState();
    if (this.#controller === controller && search !== undefined) {
      this.#controller = undefined;
      onEnd(search);
    }
  }

  /** Ends the search that is under way; what it has found stays. */
  stop(): void {
    this.#controller?.abort();
    this.#controller = undefined;
    const { search } = this.#options.store.getState();
    if (search?.phase === 'running') {
      this.#options.store.setState({ search: { ...search, phase: 'cancelled' } });
    }
  }
}
