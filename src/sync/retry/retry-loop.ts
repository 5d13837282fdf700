import { ApiError, StatusError } from '../../api/errors.ts';
import { delay, type Clock } from '../../lib/clock.ts';
import { endsReading, isAborted, isRateLimited } from './failure.ts';
import { Backoff } from './backoff.ts';
import { retry } from './retry.ts';
import type { Waiting } from './waiting.ts';
import type { PastFailure } from './backfill-backoff.ts';

/** What a reader without a screen is shown when reading fails, and when it goes on. Times are milliseconds. */
export type ReadingReport =
  | {
      readonly kind: 'failing';
      /** A sentence, safe to print. */
      readonly message: string;
      /** Since when nothing could be read. */
      readonly since: number;
      /** How often it failed since then. */
      readonly failures: number;
      /** When it is tried again at the earliest. */
      readonly until: number;
      /** When it is given up unless it succeeds before; undefined where it is not, or that is not known. */
      readonly givesUpAt?: number;
    }
  /** Nothing is sent before that time. */
  | { readonly kind: 'held'; readonly reason: string; readonly until: number }
  /** Nothing is sent, so that the limit lasts. */
  | { readonly kind: 'paced'; readonly since: number }
  /** Nothing failed, and nothing came since then either. */
  | { readonly kind: 'silent'; readonly since: number; readonly isWrite?: true }
  | { readonly kind: 'answered'; readonly failedFor: number };

export interface RetryingPollingOptions {
  readonly clock: Clock;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly report: (report: ReadingReport) => void;
  /** What a request that is not over waits for; an answer, when left out. */
  readonly waiting?: (() => Waiting) | undefined;
  /** Milliseconds between two tries at most, where less is to be waited than usual. */
  readonly longestPause?: number;
  /** Has a function called when the machine slept: what is under way then is given up and begun anew. */
  readonly onWake?: (restart: () => void) => void;
}

/**
 * Milliseconds between two tries at most where somebody waits at a prompt: a list of three pages from a server that fails 40 %
 * of all requests is there within 5.4 seconds then, 19 times of 20, and within 6.6 with pauses of up to five seconds.
 */
export const LONGEST_AT_PROMPT = 2000;

/** A request that is under way for so many milliseconds without an answer is worth a word. */
const LONG_SILENCE = 10_000;

/** So often it is looked at what is waited for, in milliseconds. */
const LOOK_EVERY = 1000;

/**
 * Tries again what fails, with pauses that grow, until the error is one that waiting does not
 * mend: a refused key or permission, a certificate that is not trusted, a request that this server never took.
 */
export class RetryingPolling {
  readonly #options: RetryingPollingOptions;
  readonly #backoff: Backoff;
  #attempt = new AbortController();
  #failingSince: number | undefined;
  #lastAnswer: number | undefined;
  #lastError: ApiError | undefined;

  constructor(options: RetryingPollingOptions) {
    this.#options = options;
    this.#backoff = new Backoff(options.random);
    options.onWake?.(() => this.#attempt.abort());
  }

  /** When the last good answer came, in milliseconds of the clock; undefined before the first. */
  get lastAnswer(): number | undefined {
    return this.#lastAnswer;
  }

  /** Why reading failed last; undefined since it was answered again. */
  get lastError(): ApiError | undefined {
    return this.#lastError;
  }

  /**
   * Reports what fails by itself while other requests are answered, and resolves when it is tried again. Throws the error that
   * waiting does not mend, and the signal's reason when it is aborted.
   */
  async outlast(failure: PastFailure): Promise<void> {
    const { clock, signal } = this.#options;
    this.report(failure);
    await delay(clock, failure.until - clock.now(), signal);
  }

  /** Reports what fails by itself while other requests are answered. Throws what is not an error of a request. */
  report({ error, since, failures, until }: PastFailure): void {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    this.#options.report({ kind: 'failing', message: error.message, since, failures, until });
  }

  /** Takes note of a good answer. */
  noteAnswer(): void {
    const { clock, report } = this.#options;
    this.#lastAnswer = clock.now();
    if (this.#failingSince !== undefined) {
      report({ kind: 'answered', failedFor: this.#lastAnswer - this.#failingSince });
      this.#failingSince = undefined;
      this.#lastError = undefined;
      this.#backoff.reset();
    }
  }

  /**
   * Runs `attempt` until it succeeds; `betweenAttempts` runs after each failure. Throws the error that waiting does not
   * mend, and the signal's reason when it is aborted.
   */
  async run<Result>(
    attempt: (signal: AbortSignal) => Promise<Result>,
    betweenAttempts: () => void,
  ): Promise<Result> {
    const { clock, signal } = this.#options;
    let endWatch = () => {};
    const waitOut = async (error: unknown) => {
      signal.throwIfAborted();
      if (!isAborted(error)) {
        const pause = this.#pauseAfter(error);
        if (!isRateLimited(error)) {
          endWatch();
        }
        betweenAttempts();
        await delay(clock, pause, signal);
      } else if (!this.#attempt.signal.aborted) {
        throw error;
      }
      endWatch();
    };
    try {
      return await retry(waitOut, () => {
        signal.throwIfAborted();
        this.#attempt = new AbortController();
        endWatch = this.#watch();
        return attempt(AbortSignal.any([signal, this.#attempt.signal]));
      });
    } finally {
      endWatch();
    }
  }

  /** Tells what is waited for when that takes long; the function returned ends it. */
  #watch(): () => void {
    const { clock, report, waiting } = this.#options;
    const startedAt = clock.now();
    let reportedAt = startedAt;
    const look = () => {
      cancel = clock.schedule(LOOK_EVERY, look);
      const waited = waiting?.() ?? { for: 'answer', since: startedAt };
      if (waited.for === 'turn') {
        if (waited.until !== undefined) {
          report({ kind: 'held', reason: waited.reason, until: waited.until });
        }
        return;
      }
      const quietSince = Math.max(startedAt, this.#lastAnswer ?? startedAt);
      const since = waited.for === 'answer' ? Math.max(quietSince, waited.since) : quietSince;
      const now = clock.now();
      if (now - Math.max(since, reportedAt) >= LONG_SILENCE) {
        reportedAt = now;
        report({ kind: waited.for === 'answer' ? 'silent' : 'paced', since });
      }
    };
    let cancel = clock.schedule(LOOK_EVERY, look);
    return () => cancel();
  }

  /** Milliseconds to wait. Throws the error when it is final. */
  #pauseAfter(error: unknown): number {
    const { clock, report, longestPause = Number.POSITIVE_INFINITY } = this.#options;
    if (!(error instanceof ApiError) || isFinal(error, this.#lastAnswer !== undefined)) {
      throw error;
    }
    const now = clock.now();
    const pause = Math.min(longestPause, this.#backoff.next());
    this.#failingSince ??= now;
    this.#lastError = error;
    // The governor itself says that a server is waited for that asked to wait.
    if (!isRateLimited(error)) {
      report({
        kind: 'failing',
        message: error.message,
        since: this.#failingSince,
        failures: this.#backoff.failures,
        until: now + pause,
      });
    }
    return pause;
  }
}

/** Whether trying again later is of no use. A request that was taken before is tried again: the server may be moving. */
function isFinal(error: ApiError, wasEverAnswered: boolean): boolean {
  const isWrongRequest = error instanceof StatusError && WRONG_REQUEST.has(error.status);
  return endsReading(error) || (isWrongRequest && !wasEverAnswered);
}

/** Statuses that say that the base URL or a filter is wrong. */
const WRONG_REQUEST: ReadonlySet<number> = new Set([400, 404, 405, 410, 414, 422]);
