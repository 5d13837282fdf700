import { STATUS } from '../contract/error.ts';
import type { Clock } from '../lib/clock.ts';
import type { BudgetView } from '../stores/connection-store.ts';
import { millisecondsUntil } from './rate-limit-reading.ts';

/** What an answer told about the rate limit, header values as they were sent. */
export interface RateLimitFacts {
  readonly status: number;
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  readonly reset: string | undefined;
  readonly retryAfter: string | undefined;
  /** The Date header in milliseconds; undefined when there was none. */
  readonly serverDate: number | undefined;
}

/** Who wants to send: a person is only ever held back by the server itself, a feed also paces itself. */
export type Priority = 'person' | 'feed';

const LONGEST_BLIND_WAIT = 60_000;
const SHORTEST_WAIT_AFTER_429 = 1000;

/** Milliseconds between two requests while the server has not told its limit. */
const GAP_WITHOUT_HEADERS = 500;

/** A window whose end the server does not tell is taken to be so long, in milliseconds. */
const ASSUMED_WINDOW = 60_000;

/**
 * The one budget that all requests share ("Rate limiting scope: per organization"). It tells how long a request has to
 * wait so that the window lasts and a few requests stay in reserve for a person.
 */
export class Budget {
  readonly #clock: Clock;
  #view: BudgetView | undefined;
  #heldUntil = 0;
  #lastSent = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The limit as the last answer told it; undefined while unknown. */
  get view(): BudgetView | undefined {
    return this.#view;
  }

  /** Nothing is sent before this time of the clock; undefined when nothing holds requests back. */
  get heldUntil(): number | undefined {
    return this.#heldUntil > this.#clock.now() ? this.#heldUntil : undefined;
  }

  /** Takes note of an answer. Retry-After counts on a 429, or when nothing remains: it is on every response. */
  note(facts: RateLimitFacts): void {
    const now = this.#clock.now();
    const serverNow = facts.serverDate ?? now;
    const untilReset = millisecondsUntil(facts.reset, serverNow);
    if (facts.limit !== undefined && facts.remaining !== undefined) {
      this.#view = {
        limit: facts.limit,
        remaining: facts.remaining,
        resetsAt: untilReset === undefined ? undefined : now + untilReset,
      };
    }
    if (facts.status === STATUS.rateLimited || facts.remaining === 0) {
      const told = millisecondsUntil(facts.retryAfter, serverNow) ?? untilReset ?? SHORTEST_WAIT_AFTER_429;
      const least = facts.status === STATUS.rateLimited ? SHORTEST_WAIT_AFTER_429 : 0;
      this.#heldUntil = now + Math.min(LONGEST_BLIND_WAIT, Math.max(least, told));
    }
  }

  /** Takes note that a request leaves now. */
  noteSent(): void {
    this.#lastSent = this.#clock.now();
    if (this.#view !== undefined) {
      this.#view = { ...this.#view, remaining: Math.max(0, this.#view.remaining - 1) };
    }
  }

  /** Whole milliseconds that a request of that priority has to wait; 0 when it may leave now. */
  wait(priority: Priority): number {
    const now = this.#clock.now();
    const held = Math.max(0, this.#heldUntil - now);
    const paced = priority === 'person' ? 0 : Math.max(0, this.#lastSent + this.#gap(now) - now);
    // A fraction of a millisecond is less than a clock can tell, and would be waited for without end.
    return Math.ceil(Math.max(held, paced));
  }

  /** The pause between two requests of feeds under which the window lasts. */
  #gap(now: number): number {
    const view = this.#view;
    if (view === undefined) {
      return GAP_WITHOUT_HEADERS;
    }
    const left = view.resetsAt === undefined ? ASSUMED_WINDOW : view.resetsAt - now;
    if (left <= 0) {
      return 0;
    }
    const reserve = Math.max(3, Math.ceil(view.limit * 0.05));
    const spendable = view.remaining - reserve;
    if (spendable <= 0) {
      return left;
    }
    // A third of the limit may go at once, so that the first screens fill without waiting.
    return spendable > view.limit * (2 / 3) ? 0 : left / spendable;
  }
}
