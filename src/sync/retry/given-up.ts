import { AbortedError, type RequestFacts } from '../../api/errors.ts';

/** The error of a request that was given up here; `neverSent` says whether that was before it left. */
export function givenUp(method: string, path: string, neverSent = true): AbortedError {
  const request: RequestFacts = { method, path, query: '' };
  return new AbortedError('The request was given up here.', request, undefined, neverSent);
}
