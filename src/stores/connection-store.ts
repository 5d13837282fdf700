import { createStore, type StoreApi } from 'zustand/vanilla';

/** One request as the API log shows it. */
export interface LoggedRequest {
  readonly number: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
  /** Why it was sent, in a few words. */
  readonly purpose: string;
  readonly status: number | undefined;
  readonly milliseconds: number;
  readonly bytes: number;
  /** What went wrong, when it did not get a good answer. */
  readonly problem: string | undefined;
}

/** The request budget as the last answer told it. */
export interface BudgetView {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds of our clock; undefined when the server does not say. */
  readonly resetsAt: number | undefined;
}

export interface ConnectionState {
  readonly requests: readonly LoggedRequest[];
  readonly budget: BudgetView | undefined;
  /** Nothing is sent before this time of our clock; undefined when nothing holds requests back. */
  readonly heldUntil: number | undefined;
  /** Why reading has stopped for good until a person acts, such as a refused key. */
  readonly stopped: string | undefined;
  /** What became of the last request. */
  readonly state: 'waiting' | 'live' | 'failing' | 'unreachable';
  /** Why the last request failed, while it has. */
  readonly problem: string | undefined;
}

export type ConnectionStore = StoreApi<ConnectionState> & {
  log(request: Omit<LoggedRequest, 'number'>): void;
};

const KEPT_REQUESTS = 500;

/** The state of the connection and its last 500 requests, newest first. */
export function createConnectionStore(): ConnectionStore {
  const store = createStore<ConnectionState>(() => ({
    requests: [],
    budget: undefined,
    heldUntil: undefined,
    stopped: undefined,
    state: 'waiting',
    problem: undefined,
  }));
  let sent = 0;
  return {
    ...store,
    log(request) {
      sent++;
      store.setState((state) => ({
        requests: [{ ...request, number: sent }, ...state.requests.slice(0, KEPT_REQUESTS - 1)],
      }));
    },
  };
}
