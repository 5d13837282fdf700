import { expect, it } from 'vitest';

import { AbortedError, NetworkError } from '../../../src/api/errors.ts';
import { isAborted } from '../../../src/sync/retry/failure.ts';

const request = { method: 'PUT', path: '/policy', query: '' };

function lost(neverSent: boolean): NetworkError {
  return new NetworkError({ kind: 'timeout', neverSent, message: 'No answer.' }, request, 5);
}

it('tells what was given up from what failed', () => {
  expect(isAborted(new AbortedError('given up', request))).toBe(true);
  expect(isAborted(lost(false))).toBe(false);
});
