import { expect, it } from 'vitest';

import { SlidingQuota } from '../../../src/sync/governor/sliding-quota.ts';

const MINUTE = 60_000;

it('takes what little was left for spent by others the longer no answer told of it', () => {
  const quota = new SlidingQuota(() => 1);
  const left = 10;
  const told = { limit: 60, remaining: left, readAt: MINUTE };
  const rateAfter = (milliseconds: number) => quota.rate(told, left, MINUTE + milliseconds, MINUTE);
  expect(rateAfter(0)).toBeGreaterThan(0);
  expect(rateAfter(5000)).toBeLessThan(rateAfter(0));
  expect(rateAfter(20_000)).toBe(0);
});
