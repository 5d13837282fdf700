import { ApiError } from '../api/errors.ts';
import { isForbidden, isKeyRefused } from '../sync/failure.ts';
import { PatienceEndedError } from '../sync/follow-events.ts';

/** Seconds without any good answer after which a reading that does not follow gives up. */
export const PATIENCE_SECONDS = 90;

/**
 * Says why reading ended and gives the exit status: 3 when the service refused the key (401, 403), else 1. Throws what is
 * not an error of a request.
 */
export function statusOfFailure(error: unknown, say: (sentence: string) => void): number {
  if (error instanceof PatienceEndedError) {
    say(`${error.message} Gave up: no good answer for ${PATIENCE_SECONDS} seconds.`);
    return 1;
  }
  if (!(error instanceof ApiError)) {
    throw error;
  }
  say(error.message);
  return isKeyRefused(error) || isForbidden(error) ? 3 : 1;
}
