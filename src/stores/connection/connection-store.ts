import { createStore, type StoreApi } from 'zustand/vanilla';

/** What is learned of a server by what it does with lists: topic and finding. */
export const LISTS_ARE_MERGED = [
  'Policy lists',
  'are merged with what is written: nothing can be taken out of them',
] as const;

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
  /** Requests that it took from the quota, as far as that could be observed. */
  readonly cost: number;
  readonly outcome: RequestOutcome;
}

/** What became of a request, in a word or two. */
export type RequestOutcome =
  'answered' | 'refused' | 'rate limited' | 'unusable' | 'failed' | 'no answer' | 'given up';

/** The request budget as the last answer reported it. */
export interface BudgetView {
  readonly limit: number;
  readonly remaining: number;
  /** When the window ends, in milliseconds of our clock; undefined when the server does not say. */
  readonly resetsAt: number | undefined;
  /** Requests that others of the organization take a minute, estimated; undefined when that cannot be known. */
  readonly othersPerMinute?: number | undefined;
  /** How many consoles of this user share it, this one among them; undefined when it is alone. */
  readonly consoles?: number | undefined;
  /** Requests that come back a minute, where the quota refills continuously and has no windows. */
  readonly refillPerMinute?: number | undefined;
}

/** Something that reading waits for, in words. */
export interface Wait {
  /** The name of the resource that waits; `everything` when all of them do. */
  readonly what: string;
  /** Why, as a sentence. */
  readonly reason: string;
  /** The time of our clock at which it goes on; undefined when that does not depend on time. */
  readonly until: number | undefined;
  /** What happens then, as the end of a sentence. */
  readonly next: string;
  /** The server fails or does not answer; otherwise what all wait for is the limit. */
  readonly isOutage?: true;
}

/** Something that was learned of the server where the specification leaves it open. */
export interface Finding {
  readonly topic: string;
  readonly finding: string;
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
  /** When the first request left of those that nothing was answered since; undefined when there is none. */
  readonly silentSince: number | undefined;
  /** The same of the requests that read the feed of events. */
  readonly feedSilentSince: number | undefined;
  /** What reading waits for, what holds everything back first. */
  readonly waits: readonly Wait[];
  /** What was learned of this server, in the order in which it was. */
  readonly learned: readonly Finding[];
}

export type ConnectionStore = StoreApi<ConnectionState> & {
  log(request: Omit<LoggedRequest, 'number'>): void;
  /** Records what was learned on a topic, in the place of what was known of it before. */
  learn(topic: string, finding: string): void;
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
    silentSince: undefined,
    feedSilentSince: undefined,
    waits: [],
    learned: [],
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
    learn(topic, finding) {
      const { learned } = store.getState();
      const known = learned.find((other) => other.topic === topic);
      if (known?.finding !== finding) {
        store.setState({
          learned:
            known === undefined
              ? [...learned, { topic, finding }]
              : learned.map((other) => (other === known ? { topic, finding } : other)),
        });
      }
    },
  };
}
