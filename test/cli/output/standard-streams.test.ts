import { closeSync, openSync } from 'node:fs';

import { expect, it, onTestFinished } from 'vitest';

import { isDiscarded } from '../../../src/cli/output/standard-streams.ts';

function opened(path: string, flags: string): number {
  const descriptor = openSync(path, flags);
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

it('distinguishes what stands in the place of a closed stream from what a shell discards', () => {
  expect(isDiscarded(opened('/dev/null', 'r+'))).toBe(true);
  expect(isDiscarded(opened('/dev/null', 'w'))).toBe(false);
  expect(isDiscarded(opened('/dev/full', 'r+'))).toBe(false);
  expect(isDiscarded(100_000)).toBe(false);
});
