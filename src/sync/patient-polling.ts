import { ApiError, NetworkError, StatusError } from '../api/errors.ts';
import { delay, type Clock } from '../lib/clock.ts';
import { isForbidden, isKeyRefused } from './failure.ts';

/** What a reader without a screen is told when reading fails, and when it goes on. Times are milliseconds. */
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
    }
  | { readonly kind: 'answered'; readonly failedFor: number };

/** Milliseconds of the first pause at most, doubled with each failure up to the longest. */
const FIRST_BACKOFF = 500;
const LONGEST_BACKOFF = 30_000;
const SHORTEST_BACKOFF = 100;

export interface PatientPollingOptions {
  readonly clock: Clock;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly report: (report: ReadingReport) => void;
}

/**
 * Tries again what fails, with pauses that grow (full jitter, 0.5 to 30 s), until the error is one that waiting does not
 * mend: a refused key or permission, a certificate that is not trusted, a request that this server never took.
 */
export class PatientPolling {
  readonly #options: PatientPollingOptions;
  #failures = 0;
  #failingSince: number | undefined;
  #lastAnswer: number | undefined;
  #lastError: ApiError | undefined;

  constructor(options: PatientPollingOptions) {
    this.#options = options;
  }

  /** When the last good answer came, in milliseconds of the clock; undefined before the first. */
  get lastAnswer(): number | undefined {
    return this.#lastAnswer;
  }

  /** Why reading failed last; undefined since it was answered again. */
  get lastError(): ApiError | undefined {
    return this.#lastError;
  }

  /** Takes note of a good answer. */
  noteAnswer(): void {
    const { clock, report } = this.#options;
    this.#lastAnswer = clock.now();
    if (this.#failingSince !== undefined) {
      report({ kind: 'answered', failedFor: this.#lastAnswer - this.#failingSince });
      this.#failingSince = undefined;
      this.#lastError = undefined;
      this.#failures = 0;
    }
  }

  /**
   * Runs `attempt` until it succeeds; `betweenAttempts` runs after each failure. Throws the error that waiting does not
   * mend, and the signal's reason when it is aborted.
   */
  async run<Result>(attempt: () => Promise<Result>, betweenAttempts: () => void): Promise<Result> {
    const { clock, signal } = this.#options;
    for (;;) {
      try {
        signal.throwIfAborted();
        return await attempt();
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ApiError) || isFinal(error, this.#lastAnswer !== undefined)) {
          throw error;
        }
        betweenAttempts();
        await delay(clock, this.#pauseAfter(error), signal);
      }
    }
  }

  /** Milliseconds to wait. */
  #pauseAfter(error: ApiError): number {
    const { clock, random, report } = this.#options;
    const now = clock.now();
    const most = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** this.#failures);
    const pause = Math.max(SHORTEST_BACKOFF, Math.round(random() * most));
    this.#failingSince ??= now;
    this.#lastError = error;
    this.#failures++;
    report({
      kind: 'failing',
      message: error.message,
      since: this.#failingSince,
      failures: this.#failures,
      until: now + pause,
    });
    return pause;
  }
}

/** Whether trying again later is of no use. A request that was taken before is tried again: the server may be moving. */
function isFinal(error: ApiError, wasEverAnswered: boolean): boolean {
  if (isKeyRefused(error) || isForbidden(error)) {
    return true;
  }
  if (error instanceof NetworkError) {
    return error.kind === 'tls';
  }
  return !wasEverAnswered && error instanceof StatusError && WRONG_REQUEST.has(error.status);
}

/** Statuses that say that the base URL or a filter is wrong. */
const WRONG_REQUEST: ReadonlySet<number> = new Set([400, 404, 405, 410, 414, 422]);
