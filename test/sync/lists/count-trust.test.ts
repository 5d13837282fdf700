import { expect, it } from 'vitest';

import { CountTrust } from '../../../src/sync/lists/count-trust.ts';

it('is lost for good after three contradictions, unless a window between them came out as counted', () => {
  const trust = new CountTrust();
  trust.contradict('denies-rows');
  trust.contradict('denies-rows');
  trust.confirm(1);
  trust.contradict('denies-rows');
  trust.contradict('more-after-end');
  expect(trust.isTrusted).toBe(true);
  trust.contradict('denies-rows');
  expect(trust.doubt).toBe('denies-rows');
  trust.confirm(1);
  expect(trust.isTrusted).toBe(false);
});

it('is borne out by no window without events', () => {
  const trust = new CountTrust();
  for (let times = 0; times < 3; times++) {
    trust.contradict('denies-rows');
    trust.confirm(0);
  }
  expect(trust.doubt).toBe('denies-rows');
});

it('is lost by counts of rows that do not come, unless very many came as counted', () => {
  const trust = new CountTrust();
  for (let times = 0; times < 20; times++) {
    trust.contradict('exceeds-rows');
    trust.confirm(200);
  }
  expect(trust.isTrusted).toBe(true);
  for (let times = 0; times < 5; times++) {
    trust.contradict('exceeds-rows');
    trust.confirm(2);
  }
  trust.contradict('exceeds-rows');
  expect(trust.doubt).toBe('exceeds-rows');
});

it('is lost by a count that cannot be', () => {
  const trust = new CountTrust();
  trust.see(900_000_000);
  expect(trust.isTrusted).toBe(true);
  trust.see(1e15);
  expect(trust.doubt).toBe('exceeds-rows');
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
