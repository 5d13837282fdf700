import { describe, expect, it } from 'vitest';

import { AbortedError, NetworkError, ReadOnlyError } from '../../src/api/errors.ts';
import { isAborted, mayHaveBeenApplied } from '../../src/sync/failure.ts';

const request = { method: 'PUT', path: '/policy', query: '' };

function lost(neverSent: boolean): NetworkError {
  return new NetworkError({ kind: 'timeout', neverSent, message: 'No answer.' }, request, 5);
}

describe('whether a write may have been applied', () => {
  it('is so after anything that broke once it was under way', () => {
    expect(mayHaveBeenApplied(lost(false))).toBe(true);
    expect(mayHaveBeenApplied(new AbortedError('given up', request))).toBe(true);
    expect(mayHaveBeenApplied(new Error('nobody knows'))).toBe(true);
  });

  it('is not so when it never left this machine', () => {
    expect(mayHaveBeenApplied(lost(true))).toBe(false);
    expect(mayHaveBeenApplied(new ReadOnlyError(request))).toBe(false);
  });
});

it('tells what was given up from what failed', () => {
  expect(isAborted(new AbortedError('given up', request))).toBe(true);
  expect(isAborted(lost(false))).toBe(false);
});
