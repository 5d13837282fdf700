import { expect, it } from 'vitest';

import { holdFrom, type HoldFacts } from '../../../src/sync/governor/retry-after-wait.ts';

const FACTS: HoldFacts = {
  now: 1000,
  isRefusal: true,
  remaining: 0,
  retryAfter: undefined,
  reset: undefined,
  end: 41_000,
};
const IN_TEN = { kind: 'length', length: 10_000 } as const;
const UNDECIDED = { kind: 'undecided', shortest: 3000 } as const;

it.each<[string, Partial<HoldFacts>, object]>([
  ['for as long as Retry-After says', { retryAfter: IN_TEN }, { known: 10_000 }],
  ['to the end of the window where it says nothing', {}, { known: 40_000 }],
  ['as short as it may be while its unit is not known', { retryAfter: UNDECIDED }, { atLeast: 3000 }],
  ['a second where something is left and nothing is said', { remaining: 5 }, { atLeast: 1000 }],
  [
    'to the earlier of the two after a good answer',
    { isRefusal: false, retryAfter: IN_TEN },
    { known: 10_000 },
  ],
])('holds back %s', (_how, facts, hold) => {
  expect(holdFrom({ ...FACTS, ...facts })).toEqual(hold);
});
