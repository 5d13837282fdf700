import { AbortedError, ApiError, StatusError } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import { CALLS } from '../../contract/endpoints.ts';
import { delay, type Clock } from '../../lib/clock.ts';
import { isRateLimited } from '../../sync/retry/failure.ts';
import type { Waiting } from '../../sync/retry/waiting.ts';
import { parseTimeValue } from '../../sync/governor/time-value.ts';
import { RetryEndedError } from '../../sync/retry/retry-ended-error.ts';
import type { ReadingReport } from '../../sync/retry/retry-loop.ts';
import { wrapClient } from '../../sync/retry/wrap-client.ts';
import { readWithRetry, type Patience } from '../../sync/retry/read-with-retry.ts';

/** How writes of a command wait. */
export interface RetryingClientOptions {
  readonly clock: Clock;
  /** From 0 up to, but not including, 1. */
  readonly random: () => number;
  /** What was not sent yet never is once this aborts, and nothing is waited out any more. */
  readonly signal: AbortSignal;
  readonly patience: Patience;
  readonly report: (report: ReadingReport) => void;
  /** What a request waits for that is not over. */
  readonly waiting: () => Waiting;
  /** Called when it was stopped while a write is under way, which is finished. */
  readonly onLastAnswer: () => void;
  /** Called with what is waited for, and until when of the wall clock, before a write that was refused is tried again. */
  readonly onHold: (reason: string, until: number) => void;
  /** Called once when the patience has ended: from then on nothing is waited out. */
  readonly onGivenUp: (error: RetryEndedError) => void;
}

/** Never longer without asking again. */
const LONGEST_HOLD = 60_000;

/** A write that has no answer for so many milliseconds is worth a word: a lost one looks like a slow one. */
const LONG_SILENCE = 3000;

/**
 * The same client for writes of which nobody sees the screen: what is read before and after each one waits out failures
 * for as long as the patience allows, and fails with the last of them then. After a 429 a write is not tried again before
 * every unit that its Retry-After can have is over, or a minute ("Limits": the units are not shown).
 */
export function retryingClient(client: Client, options: RetryingClientOptions): Client {
  const { clock, signal } = options;
  let isGivenUp = false;
  let hold: { readonly until: number; readonly error: unknown } | undefined;

  async function waitOutHold(): Promise<void> {
    const held = hold;
    hold = undefined;
    const left = (held?.until ?? 0) - clock.monotonic();
    if (held === undefined || left <= 0) {
      return;
    }
    options.onHold('The server asks to wait before the change is tried again (429).', clock.now() + left);
    try {
      await delay(clock, left, signal);
    } catch {
      throw held.error;
    }
  }

  return wrapClient(client, (next) => async (endpoint, given, read) => {
    const send = () => next(endpoint, given, read);
    const { method, path } = CALLS[endpoint];
    if (method !== 'GET') {
      if (signal.aborted) {
        const request = { method, path, query: '' };
        throw new AbortedError('It was stopped before it was sent.', request, undefined, true);
      }
      const endSilence = reportSilence(options);
      signal.addEventListener('abort', options.onLastAnswer, { once: true });
      try {
        return await send();
      } catch (error) {
        hold = isRateLimited(error)
          ? { until: clock.monotonic() + longestWait(error, clock), error }
          : undefined;
        throw error;
      } finally {
        endSilence();
        signal.removeEventListener('abort', options.onLastAnswer);
      }
    }
    await waitOutHold();
    if (isGivenUp || signal.aborted) {
      return send();
    }
    let last: unknown;
    const attempt = async () => {
      try {
        return await send();
      } catch (error) {
        last = error;
        throw error;
      }
    };
    try {
      return await readWithRetry(attempt, options);
    } catch (error) {
      if (error instanceof RetryEndedError) {
        isGivenUp = true;
        options.onGivenUp(error);
      }
      throw last ?? error;
    }
  });
}

/** Milliseconds after which a request may be made again whatever unit Retry-After has. */
function longestWait(error: unknown, clock: Clock): number {
  const { facts } = error instanceof ApiError ? error : {};
  const value = error instanceof StatusError ? parseTimeValue(facts?.rateLimit.retryAfter) : undefined;
  if (value === undefined) {
    return 0;
  }
  const wait = value.kind === 'amount' ? value.amount * 1000 : value.at - (facts?.serverDate ?? clock.now());
  return Math.min(LONGEST_HOLD, Math.max(0, wait));
}

/** Says that a write has no answer yet, or was not sent yet, and again ever so often; the function returned ends it. */
function reportSilence({ clock, report, waiting }: RetryingClientOptions): () => void {
  const sayIt = () => {
    const waited = waiting();
    if (waited.for === 'answer') {
      report({ kind: 'silent', since: waited.since, isWrite: true });
    } else if (waited.for === 'turn' && waited.until !== undefined) {
      report({ kind: 'held', reason: waited.reason, until: waited.until });
    }
    cancel = clock.schedule(LONG_SILENCE, sayIt);
  };
  let cancel = clock.schedule(LONG_SILENCE, sayIt);
  return () => cancel();
}
