import { AbortedError, NetworkError, StatusError } from '../../api/errors.ts';
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Failure } from '../../stores/base/resource-store.ts';

/** An error as it is shown beside the data that could not be read anew. */
export function failureFrom(error: unknown, clock: Clock): Failure {
  const message = error instanceof Error ? error.message : String(error);
  return { message, at: clock.now(), status: error instanceof StatusError ? error.status : undefined };
}

/** A refused key: nothing can be read with it, so all reading stops until a person acts ("Authentication" 4). */
export function isKeyRefused(error: unknown): boolean {
  return error instanceof StatusError && error.status === STATUS.unauthorized;
}

/** A resource that this key may not see: only that resource stops ("Authentication" 5). */
export function isForbidden(error: unknown): error is StatusError {
  return error instanceof StatusError && error.status === STATUS.forbidden;
}

/** The server asks to wait: everything waits then, and this is nobody's own failure. */
export function isRateLimited(error: unknown): boolean {
  return error instanceof StatusError && error.status === STATUS.rateLimited;
}

/** A connection that cannot be trusted: nothing is sent over it, so all reading stops until a person acts. */
export function isUntrusted(error: unknown): boolean {
  return error instanceof NetworkError && error.kind === 'tls';
}

/** What refuses all that would be asked for next, too: no more is read until a person acts. */
export function endsReading(error: unknown): boolean {
  return isKeyRefused(error) || isForbidden(error) || isUntrusted(error);
}

/** A refusal that asking again soon does not change, such as an unknown resource or a wrong parameter. */
export function isDefinite(error: unknown): boolean {
  return (
    error instanceof StatusError && error.status < STATUS.serverError && error.status !== STATUS.rateLimited
  );
}

/** A request that this server does not take as it is, such as one for too large a page. */
export function isBadRequest(error: unknown): boolean {
  return error instanceof StatusError && error.status === STATUS.badRequest;
}

/** The caller gave it up, which is nobody's fault. */
export function isAborted(error: unknown): boolean {
  return error instanceof AbortedError;
}
