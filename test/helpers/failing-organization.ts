import { seededRandom } from '../../src/server/base/random.ts';
import type { FakeAnswer, FakeCall } from './fake-client.ts';
import { ModelEventServer } from './model-event-server.ts';
import { SMALL_ORGANIZATION } from './model-sync.ts';
import { sampleAgent, sampleSession, secondsAgo } from './sample-data.ts';
import type { VirtualClock } from './virtual-clock.ts';

const MINUTE = 60_000;
const MOST_OF_A_PAGE = 100;

const AGENTS = Array.from({ length: 350 }, (_, index) => sampleAgent(`agent-${index}`).raw);
const SESSIONS = Array.from({ length: 950 }, (_, index) => sampleSession(`s${index}`, 60 * index).raw);
const CALLS = Array.from({ length: 1200 }, (_, index) => ({
  id: `call-${index}`,
  timestamp: secondsAgo(30 * index),
}));

/** What befalls a request that fails, each as often as the others. */
const FAILURES: readonly FakeAnswer[] = [
  { status: 500 },
  { status: 502 },
  { unusable: 'not-json' },
  { unusable: 'truncated' },
  { problem: 'reset' },
];

const HANGS: FakeAnswer = { problem: 'timeout', takes: 15_000 };

export interface FailingOrganizationOptions {
  readonly clock: VirtualClock;
  readonly seed: number;
  /** How many of the requests fail at random, from 0 to 1. */
  readonly failing: number;
  /** Whether some of these are not answered at all, as often as they fail in each of the other ways. */
  readonly someHang?: boolean;
  /** Requests a minute. */
  readonly limit?: number;
  /** What every answer reports of the end of the window, in place of the time. */
  readonly reset?: string;
}

/** An organization of several pages each behind a server that fails requests at random. */
export class FailingOrganization {
  /** From 0 to 1. */
  failing: number;
  /** What is answered to a call in place of all else. */
  instead: (call: FakeCall) => FakeAnswer | undefined = () => undefined;
  readonly #clock: VirtualClock;
  readonly #limit: number;
  readonly #reset: string | undefined;
  readonly #random: () => number;
  readonly #events: ModelEventServer;
  readonly #failures: readonly FakeAnswer[];
  #window = 0;
  #remaining = 0;

  constructor({ clock, seed, failing, limit = 600, reset, someHang = false }: FailingOrganizationOptions) {
    this.failing = failing;
    this.#clock = clock;
    this.#limit = limit;
    this.#reset = reset;
    this.#failures = someHang ? [...FAILURES, HANGS] : FAILURES;
    this.#random = seededRandom(seed);
    this.#events = new ModelEventServer(clock);
    for (let index = 0; index < 900; index++) {
      this.#events.add(`event-${index}`, { timestamp: clock.now() - 10 * MINUTE * index - 1 });
    }
  }

  readonly answer = (call: FakeCall): FakeAnswer => {
    const takes = 50 + 100 * this.#random();
    const rateLimit = this.#rateLimit();
    const hit = this.#random() < this.failing ? Math.floor(this.#random() * this.#failures.length) : -1;
    const failure = this.instead(call) ?? this.#failures[hit];
    // What fails on the way says nothing of the limit.
    return { takes, ...(failure ?? { ...(this.#limit < Infinity && { rateLimit }), ...this.#good(call) }) };
  };

  #rateLimit() {
    const window = Math.floor(this.#clock.now() / MINUTE);
    this.#remaining = window === this.#window ? Math.max(0, this.#remaining - 1) : this.#limit - 1;
    this.#window = window;
    return {
      limit: this.#limit,
      remaining: this.#remaining,
      reset: this.#reset ?? String((window + 1) * 60),
    };
  }

  #good(call: FakeCall): FakeAnswer {
    switch (call.endpoint) {
      case 'listEvents':
        return this.#events.answer(call);
      case 'listAgents':
        return { body: pageOf('agents', AGENTS, call) };
      case 'listSessions':
        return { body: pageOf('sessions', SESSIONS, call) };
      case 'listLlmCalls':
        return { body: pageOf('calls', CALLS, call) };
      default:
        return { body: SMALL_ORGANIZATION[call.endpoint] };
    }
  }
}

function pageOf(name: string, rows: readonly unknown[], { query = {} }: FakeCall) {
  const offset = Number(query['offset'] ?? 0);
  const limit = Math.min(MOST_OF_A_PAGE, Number(query['limit'] ?? 50));
  const page = rows.slice(offset, offset + limit);
  const pagination = { limit, offset, total: rows.length, has_more: offset + page.length < rows.length };
  return { [name]: page, pagination };
}
