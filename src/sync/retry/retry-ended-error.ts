import type { ApiError } from '../../api/errors.ts';

/** For how long it was waited. */
export interface Waited {
  /** Milliseconds without a good answer. */
  readonly waited: number;
  /** How often it was asked meanwhile, where that is known. */
  readonly tries?: number;
}

/** No good answer came for as long as was to be waited. The message says why, as far as that is known. */
export class RetryEndedError extends Error {
  override name = 'RetryEndedError';
  /** What came last in place of a good answer; undefined when nothing came at all. */
  readonly lastError: ApiError | undefined;
  /** Milliseconds without a good answer. */
  readonly waited: number;
  /** How often it was asked meanwhile, where that is known. */
  readonly tries: number | undefined;

  constructor(lastError: ApiError | undefined, { waited, tries }: Waited) {
    super(lastError?.message ?? 'The server does not answer.');
    this.lastError = lastError;
    this.waited = waited;
    this.tries = tries;
  }
}
