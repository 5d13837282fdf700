import { expect, it } from 'vitest';

import { CountTrust } from '../../../src/sync/tail/count-trust.ts';

it('is lost for good after three contradictions, unless a window between them came out as counted', () => {
  const trust = new CountTrust();
  trust.contradict('denies-rows');
  trust.contradict('denies-rows');
  trust.confirm();
  trust.contradict('denies-rows');
  trust.contradict('more-after-end');
  expect(trust.isBelieved).toBe(true);
  trust.contradict('denies-rows');
  expect(trust.doubt).toBe('denies-rows');
  trust.confirm();
  expect(trust.isBelieved).toBe(false);
});

it('takes no end of a list for true once rows followed two of them', () => {
  const trust = new CountTrust();
  trust.contradict('more-after-end');
  expect(trust.isEndWrong).toBe(false);
  trust.contradict('more-after-end');
  expect(trust.isEndWrong).toBe(true);
});

it('leaves a page unproven until one as large was seen to be the end', () => {
  const trust = new CountTrust();
  expect(trust.isUnproven(20)).toBe(true);
  trust.noteEnd(20);
  expect(trust.isUnproven(20)).toBe(false);
  expect(trust.isUnproven(21)).toBe(true);
});
