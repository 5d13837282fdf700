import type { AnswerFacts } from '../../api/answer-facts.ts';
import type { ApiError } from '../../api/errors.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { ConnectionState, RequestOutcome } from '../../stores/connection/connection-store.ts';
import { Breaker } from './breaker.ts';
import type { SentRequest } from './ledger.ts';
import { Limits } from './limits.ts';
import type { UntilOwnMoment } from './own-moment.ts';
import { classifyAnswer, stateAfter, type Classification } from './outcome.ts';
import { RetryBudget } from './retry-budget.ts';
import { FatalStop } from './fatal-stop.ts';
import { isAwaited, isPersonal, type Priority } from './turn-queue.ts';

/** What a request took and what became of it. */
export interface RequestAccount {
  readonly cost: number;
  readonly outcome: RequestOutcome;
}

export interface AdmissionOptions {
  /** Gives numbers from 0 to 1, for spreading the waits after failures. */
  readonly random: () => number;
  /** How many consoles of this user share the quota, this one among them. */
  readonly consoles: () => number;
  readonly untilOwnMoment: UntilOwnMoment;
  /** Called when an answer ends reading until a person acts. */
  readonly onStopped: (error: ApiError) => void;
}

/** Requests that may leave at once at the start, for the first screens. */
const FIRST_SCREENS = 12;

/**
 * What is known of the server, and so whether a request may leave: the limit that it reports, the breaker that keeps
 * requests from a server that fails, and the stop after an answer that only a person can mend. Every request is opened
 * here when it leaves and settled when it is over. Times are steady, in milliseconds.
 */
export class Admission {
  readonly limits: Limits;
  readonly breaker: Breaker;
  readonly #stop = new FatalStop();
  readonly #retries = new RetryBudget();
  readonly #onStopped: (error: ApiError) => void;
  #state: ConnectionState['state'] = 'waiting';
  #problem: string | undefined;
  #answeredAt = Number.NEGATIVE_INFINITY;

  constructor({ random, consoles, untilOwnMoment, onStopped }: AdmissionOptions) {
    this.limits = new Limits(consoles, untilOwnMoment);
    this.limits.pace.begin(FIRST_SCREENS);
    this.breaker = new Breaker(random);
    this.#onStopped = onStopped;
  }

  /** The answer that ended reading until a person acts; undefined while there is none. */
  get stoppedBy(): ApiError | undefined {
    return this.#stop.by;
  }

  /** How the last request ended that said something of the server. */
  get state(): ConnectionState['state'] {
    return this.#state;
  }

  /** What was wrong with that request; undefined when nothing was. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** When the first request left of those that nothing was answered since; undefined when there is none. */
  get silentSince(): number | undefined {
    return this.limits.quota.ledger.firstUnderWaySince(this.#answeredAt);
  }

  /** Milliseconds until a request of that priority may leave; Infinity while that depends on something else than time. */
  wait(now: number, priority: Priority): number {
    const isStopped = this.stoppedBy !== undefined && !isPersonal(priority);
    if (isStopped || (!this.breaker.lets && !isAwaited(priority))) {
      return Number.POSITIVE_INFINITY;
    }
    return this.limits.wait(now, priority);
  }

  /** Whether the server, or the lack of one, holds feeds back, and not only their pace. */
  isHeld(now: number): boolean {
    return this.limits.backoff.wait(now) > 0 || this.stoppedBy !== undefined || !this.breaker.lets;
  }

  /** Requests of feeds a second that can be kept up as things stand. */
  rate(now: number): number {
    return this.limits.pace.rate(now, this.limits.quota.state(now)) * 1000;
  }

  /** Whether so much of the limit is left that what a person waits for need not wait for the pace. */
  isAmple(now: number): boolean {
    return this.limits.pace.isAmple(now, this.limits.quota.state(now));
  }

  /** Takes one retry after a failure: they are a tenth of the recent successes. False when there is none. */
  takeRetry(): boolean {
    return this.#retries.take();
  }

  /** Takes note that a request leaves now. */
  open(now: number, priority: Priority, isHealth: boolean): SentRequest {
    const { quota, pace, backoff } = this.limits;
    const sent = quota.ledger.open(now, isHealth);
    if (!isPersonal(priority)) {
      pace.noteSent(now);
    } else if (quota.state(now)?.steady !== undefined) {
      pace.noteUnpaced(now);
    }
    if (!isHealth) {
      backoff.noteSent(sent);
      this.breaker.noteSent(sent);
    }
    return sent;
  }

  /** Takes note that a request left around the governor, which is known only now that it is over. */
  openUnseen(sentAt: number, path: string): SentRequest {
    return this.limits.quota.ledger.open(sentAt, path === ENDPOINTS.health.path);
  }

  /** Takes note that a request ended here before it was sent. */
  noteNotSent(sent: SentRequest): void {
    sent.counted = 'no';
    this.limits.backoff.noteLost(sent);
    this.breaker.noteGivenUp(sent);
  }

  /** Learns from a request that is over now: `facts` are those of its answer, `error` what was wrong with it. */
  settle(
    sent: SentRequest,
    now: number,
    facts: AnswerFacts | undefined,
    error: ApiError | undefined,
  ): RequestAccount {
    const classified = classifyAnswer(facts, error);
    sent.counted = classified.counted;
    const fall = facts === undefined ? undefined : this.limits.learn(sent, now, facts, classified);
    if (facts === undefined) {
      this.limits.backoff.noteLost(sent);
    } else {
      this.#answeredAt = now;
    }
    if (!sent.isHealth) {
      this.#heed(sent, now, classified, error);
    }
    if (classified.outcome !== 'given up') {
      this.#problem = error?.message;
      this.#state = stateAfter(facts, error);
    }
    const isFree =
      classified.counted === 'no' || fall === 0 || (sent.isHealth && this.limits.quota.ledger.isHealthFree);
    return { cost: isFree ? 0 : 1, outcome: classified.outcome };
  }

  /** Forgets by a person's hand what stopped reading, and opens for a server that failed. A 429 still counts. */
  retry(): void {
    this.#stop.retry(this.limits.quota.ledger.sent);
    this.breaker.close();
  }

  /** Draws the consequences of a failure or a success. */
  #heed(
    sent: SentRequest,
    now: number,
    { outcome, isFailure, isFinal }: Classification,
    error: ApiError | undefined,
  ): void {
    if (isFinal && error !== undefined && this.#stop.note(sent.number, error)) {
      this.#onStopped(error);
    }
    if (outcome !== 'given up') {
      this.limits.pace.noteOver(isFailure, now - sent.sentAt);
    }
    if (outcome === 'given up') {
      this.breaker.noteGivenUp(sent);
    } else if (isFailure) {
      this.breaker.noteFailed(sent, sent.sentAt, now, error?.message ?? '');
    } else {
      this.breaker.noteAnswered(sent.sentAt);
    }
    if (outcome === 'answered') {
      this.#stop.noteAnswered(sent.number);
      this.#retries.noteSuccess();
    }
  }
}
