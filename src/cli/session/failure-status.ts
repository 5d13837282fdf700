import { ApiError } from '../../api/errors.ts';
import { withFullStop } from '../../lib/full-stop.ts';
import { formatCount } from '../../lib/format-number.ts';
import { isForbidden, isKeyRefused, isRateLimited } from '../../sync/retry/failure.ts';
import { RetryEndedError } from '../../sync/retry/retry-ended-error.ts';
import type { Patience } from '../../sync/retry/read-with-retry.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** For how long a command that reads or writes something once waits for a good answer: a script must end. */
export const PATIENCE: Patience = { failing: 30 * SECOND, rateLimited: 10 * MINUTE };

/** Milliseconds without any good answer after which a reading of events that does not follow gives up. */
export const PATIENCE_WITH_EVENTS = 90 * SECOND;

/**
 * Says why reading ended and gives the exit status: 3 when the service refused the key (401, 403), else 1. Throws what is
 * not an error of a request. `consequence` is a sentence on what that means, such as that nothing was sent.
 */
export function statusOfFailure(
  error: unknown,
  say: (sentence: string) => void,
  consequence: string | undefined = undefined,
): number {
  const end = consequence === undefined ? '' : ` ${consequence}`;
  if (error instanceof RetryEndedError) {
    say(`${withFullStop(error.message)} ${retryEndSentence(error)}${end}`);
    say(whatToDo(error));
    return 1;
  }
  if (!(error instanceof ApiError)) {
    throw error;
  }
  say(`${withFullStop(error.message)}${end}`);
  return isKeyRefused(error) || isForbidden(error) ? 3 : 1;
}

/** What was tried, and for how long, as a sentence. */
export function retryEndSentence({ lastError, waited, tries }: RetryEndedError): string {
  const asked =
    lastError === undefined || tries === undefined
      ? ''
      : `, in which ${lastError.request.method} ${lastError.request.path} was tried ${formatCount(tries)} ${tries === 1 ? 'time' : 'times'}`;
  return `Gave up: no good answer for ${lengthOf(waited)}${asked}.`;
}

function whatToDo({ lastError }: RetryEndedError): string {
  return isRateLimited(lastError)
    ? 'Run it again later, when the organization may make requests again.'
    : 'vigil doctor checks each step of the way to the server; run this again once it answers.';
}

function lengthOf(milliseconds: number): string {
  return milliseconds < 2 * MINUTE
    ? `${Math.round(milliseconds / SECOND)} seconds`
    : `${Math.round(milliseconds / MINUTE)} minutes`;
}
