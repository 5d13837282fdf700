import type { Clock } from '../../lib/clock.ts';
import { isRateLimited } from './failure.ts';
import { RetryEndedError } from './retry-ended-error.ts';
import { LONGEST_AT_PROMPT, RetryingPolling, type RetryingPollingOptions } from './retry-loop.ts';

/** For how long it is waited for a good answer, in milliseconds. */
export interface Patience {
  /** For a server that is not there or fails. A request that is under way by then is waited for to its own end. */
  readonly failing: number;
  /** For one that asks to wait (429), which shows that it is there. */
  readonly rateLimited: number;
}

/**
 * Reads something once. What fails is waited out and tried again until the patience ends, then rejects with a
 * RetryEndedError; with the error itself where waiting does not mend it, and with the signal's reason when that aborts.
 */
export async function readWithRetry<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  options: RetryingPollingOptions & { readonly patience: Patience },
): Promise<Value> {
  const impatient = new AbortController();
  const limit = new PatienceLimit(options.clock, options.patience);
  const polling = new RetryingPolling({
    ...options,
    report: (report) =>
      options.report(
        report.kind === 'failing'
          ? { ...report, givesUpAt: options.clock.now() + limit.leftOfFailing }
          : report,
      ),
    longestPause: LONGEST_AT_PROMPT,
    signal: AbortSignal.any([options.signal, impatient.signal]),
  });
  let cancel = () => {};
  try {
    const value = await polling.run(
      (signal) => {
        cancel();
        return read(signal);
      },
      () => {
        const { left, ended } = limit.afterFailure(polling);
        if (left <= 0) {
          throw ended;
        }
        // The next try would come too late.
        cancel = options.clock.schedule(left, () => impatient.abort(ended));
      },
    );
    polling.noteAnswer();
    return value;
  } catch (error) {
    throw impatient.signal.aborted && !options.signal.aborted ? impatient.signal.reason : error;
  } finally {
    cancel();
  }
}

/** How much of the patience is left, counted anew where the server was seen to be there. */
class PatienceLimit {
  readonly #clock: Clock;
  readonly #patience: Patience;
  readonly #startedAt: number;
  #failingSince: number | undefined;
  #tries = 0;

  constructor(clock: Clock, patience: Patience) {
    this.#clock = clock;
    this.#patience = patience;
    this.#startedAt = clock.monotonic();
    this.#failingSince = this.#startedAt;
  }

  /** Milliseconds for which a server that fails now is still waited for. */
  get leftOfFailing(): number {
    const now = this.#clock.monotonic();
    return Math.max(0, (this.#failingSince ?? now) + this.#patience.failing - now);
  }

  /** Milliseconds that are left after a failure, and the error for when they are over. */
  afterFailure({ lastError }: RetryingPolling): {
    readonly left: number;
    readonly ended: RetryEndedError;
  } {
    const now = this.#clock.monotonic();
    const isAsked = isRateLimited(lastError);
    this.#tries++;
    this.#failingSince = isAsked ? undefined : (this.#failingSince ?? now);
    const since = this.#failingSince ?? this.#startedAt;
    const patience = isAsked ? this.#patience.rateLimited : this.#patience.failing;
    const left = since + patience - now;
    const waited = Math.max(patience, now - since);
    return { left, ended: new RetryEndedError(lastError, { waited, tries: this.#tries }) };
  }
}
