import { AnswerError, ApiError, NetworkError, StatusError } from '../api/errors.ts';
import { delay, type Clock } from '../lib/clock.ts';
import { isForbidden, isKeyRefused } from './failure.ts';

/** What a reader without a screen is told while it cannot read. Times are milliseconds of the clock. */
export type ReadingReport =
  | {
      readonly kind: 'failing';
      /** Names the kind of failure, so that two of a kind can be told from two different ones. */
      readonly cause: string;
      /** A sentence, safe to print. */
      readonly message: string;
      readonly failingSince: number;
      /** How often it failed since then. */
      readonly failures: number;
      /** When it is tried again. */
      readonly until: number;
    }
  /** The rate limit is used up, or nearly: nothing is sent before `until`. */
  | { readonly kind: 'held'; readonly until: number }
  /** Reading goes on after a failure. */
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
  /** Nothing is sent before that time of the clock; undefined when nothing holds requests back. */
  readonly heldUntil: () => number | undefined;
  readonly report: (report: ReadingReport) => void;
  /** Milliseconds without any good answer after which the last error is thrown; Infinity to try for ever. */
  readonly patience: number;
}

/**
 * Tries again what fails, with pauses that grow (full jitter, 0.5 to 30 s), until the error is one that waiting does not
 * mend: a refused key or permission, a certificate that is not trusted, a request that this server never took.
 */
export class PatientPolling {
  readonly #options: PatientPollingOptions;
  #everAnswered = false;
  #failures = 0;
  #failingSince: number | undefined;

  constructor(options: PatientPollingOptions) {
    this.#options = options;
  }

  /** Takes note of a good answer. */
  noteAnswer(): void {
    const { clock, report } = this.#options;
    this.#everAnswered = true;
    if (this.#failingSince !== undefined) {
      report({ kind: 'answered', failedFor: clock.now() - this.#failingSince });
      this.#failingSince = undefined;
      this.#failures = 0;
    }
  }

  /**
   * Runs `attempt` until it succeeds; `betweenAttempts` runs after each failure. Throws the error that waiting does not
   * mend, the last error when patience ends, and the signal's reason when it is aborted.
   */
  async run<Result>(attempt: () => Promise<Result>, betweenAttempts: () => void): Promise<Result> {
    const { clock, signal } = this.#options;
    for (;;) {
      try {
        signal.throwIfAborted();
        return await attempt();
      } catch (error) {
        signal.throwIfAborted();
        betweenAttempts();
        await delay(clock, this.#pauseAfter(error), signal);
      }
    }
  }

  /** Milliseconds to wait. Throws the error when it is final. */
  #pauseAfter(error: unknown): number {
    const { clock, random, heldUntil, report, patience } = this.#options;
    if (!(error instanceof ApiError) || isFinal(error, this.#everAnswered)) {
      throw error;
    }
    const now = clock.now();
    this.#failingSince ??= now;
    const most = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** this.#failures);
    const pause = Math.max(SHORTEST_BACKOFF, Math.round(random() * most), (heldUntil() ?? now) - now);
    this.#failures++;
    if (now + pause - this.#failingSince > patience) {
      throw error;
    }
    report({
      kind: 'failing',
      cause: causeOf(error),
      message: error.message,
      failingSince: this.#failingSince,
      failures: this.#failures,
      until: now + pause,
    });
    return pause;
  }
}

/** Whether trying again later is of no use. A request that was taken before is tried again: the server may be moving. */
function isFinal(error: ApiError, everAnswered: boolean): boolean {
  if (isKeyRefused(error) || isForbidden(error)) {
    return true;
  }
  if (error instanceof NetworkError) {
    return error.kind === 'tls';
  }
  return !everAnswered && error instanceof StatusError && WRONG_REQUEST.has(error.status);
}

/** Statuses that say that the base URL or a filter is wrong. */
const WRONG_REQUEST: ReadonlySet<number> = new Set([400, 404, 405, 410, 414, 422]);

function causeOf(error: ApiError): string {
  if (error instanceof StatusError) {
    return `status ${error.status}`;
  }
  return error instanceof NetworkError || error instanceof AnswerError ? error.kind : error.name;
}
