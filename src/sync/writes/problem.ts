import { withFullStop } from '../../lib/full-stop.ts';
import {
  AbortedError,
  AnswerError,
  ApiError,
  NetworkError,
  NotSentError,
  StatusError,
} from '../../api/errors.ts';
import { STATUS } from '../../contract/status.ts';

/** What a key may be permitted for. */
export type Area = 'agents' | 'the policy';

/** Statuses of 4xx that a proxy gives of its own accord while the request may be carried out behind it. */
const TIMEOUTS_OF_PROXIES: readonly number[] = [408, 425, 499];

/** What the id of something that is not there may be answered with. */
const GONE: readonly number[] = [STATUS.badRequest, STATUS.notFound, 410];

/** The status of an error that the server answered, for what it refused or failed at. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof StatusError ? error.status : undefined;
}

/** Whether a write is sent again by itself: it never left, or the server asked to wait and says that it did nothing ("Writes"). */
export function mayBeSentAgain(error: unknown): boolean {
  return isNeverSent(error) || statusOf(error) === STATUS.rateLimited;
}

/** Whether a write certainly never left. */
export function isNeverSent(error: unknown): boolean {
  return (
    error instanceof NotSentError ||
    ((error instanceof NetworkError || error instanceof AbortedError) && error.neverSent)
  );
}

/** Whether the answer was a refusal, and not a failure on the way of which nobody knows what it stopped. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof StatusError &&
    error.status < STATUS.serverError &&
    !TIMEOUTS_OF_PROXIES.includes(error.status)
  );
}

/**
 * Whether reading something by its id says that it is not there. Which of 400 and 404 an unknown id gets is not shown;
 * an error page of something on the way says nothing of that.
 */
export function saysGone(error: unknown): boolean {
  return error instanceof StatusError && error.sentence !== undefined && GONE.includes(error.status);
}

/** What went wrong, as a sentence that says what to do where a person can do something. */
export function refusalOf(error: unknown, doing: 'read' | 'change', area: Area): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError) || error instanceof AnswerError) {
    return withFullStop(message);
  }
  switch (statusOf(error)) {
    case STATUS.forbidden: {
      const said = error instanceof StatusError && error.sentence !== undefined ? `: ${error.sentence}` : '';
      return doing === 'change'
        ? `The key may read ${area} but not change ${area === 'agents' ? 'them' : 'it'} (403)${said}. It lacks the permission to write; make one that has it in the dashboard, Settings > API Keys.`
        : `The key may not read ${area} (403)${said}. Make one that may in the dashboard, Settings > API Keys.`;
    }
    case STATUS.unauthorized:
      return `${withFullStop(message)} It was revoked, or is none of this server; make a new one in the dashboard, Settings > API Keys.`;
    default:
      return withFullStop(message);
  }
}

/**
 * The same of a change after which something was read well with the same key: a key that reads was not revoked, so the
 * refusal (401) was of that one request.
 */
export function refusalThoughRead(error: unknown, name: string, area: Area): string {
  if (!(error instanceof StatusError) || error.status !== STATUS.unauthorized) {
    return refusalOf(error, 'change', area);
  }
  const said = error.sentence === undefined ? '' : ` (${error.sentence.replace(/\.$/, '')})`;
  return `The server refused this request with ${error.status}${said}, though the same key has read ${name} since. Try it once more; if it stays so, make a new key in the dashboard, Settings > API Keys.`;
}
