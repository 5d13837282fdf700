import { expect, it } from 'vitest';

import type { QuotaState } from '../../../src/sync/governor/quota-state.ts';
import { timeAtPrompt } from '../../../src/sync/governor/time-at-prompt.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const STANDING: QuotaState = {
  limit: 60,
  available: 23,
  reportedAt: 0,
  reserve: 3,
  end: 30 * SECOND,
  isEndKnown: true,
  lookEvery: undefined,
  length: MINUTE,
  steady: undefined,
  flow: undefined,
  nextBack: undefined,
  lookAt: undefined,
  others: 0,
  share: 1,
  isEven: false,
  consoles: 1,
  refill: undefined,
};

it.each<[string, number, Partial<QuotaState>, number | undefined]>([
  ['is none for what is left above the reserve', 20, {}, 0],
  ['is that to the end of the window for one more', 21, {}, 20 * SECOND],
  ['is the same for all that the next window gives', 20 + 57, {}, 20 * SECOND],
  ['is whole windows beyond it', 20 + 57 + 1, {}, 20 * SECOND + MINUTE],
  ['is longer where others take', 20 + 57, { others: 30 / MINUTE }, 20 * SECOND + 2 * MINUTE],
  ['is not known where others take all', 21, { others: 57 / MINUTE }, undefined],
  ['is known for one window of which only the end is', 20 + 57, { length: undefined }, 20 * SECOND],
  ['is not known for more of them', 20 + 58, { length: undefined }, undefined],
  ['is not known where the end is assumed', 21, { isEndKnown: false }, undefined],
  ['is not known without an end', 21, { end: undefined }, undefined],
  ['is what a bucket takes to refill', 25, { refill: 1 / SECOND, end: undefined }, 5 * SECOND],
  ['is not known where nothing is seen to come back', 25, { refill: 0, end: undefined }, undefined],
  ['counts nothing of the reserve', 1, { available: 2 }, 20 * SECOND],
])('the time for requests at a prompt %s', (_what, requests, differing, time) => {
  expect(timeAtPrompt(10 * SECOND, { ...STANDING, ...differing }, requests)).toBe(time);
});
