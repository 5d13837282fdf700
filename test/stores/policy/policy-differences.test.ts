import { expect, it } from 'vitest';

import { countEffects, policyDifferences } from '../../../src/stores/policy/policy-differences.ts';
import { foldedRows } from '../../../src/stores/policy/review-rows.ts';

it('shows elements as they are sent where they differ in nothing but their shape', () => {
  const field = 'blocked_maintainers';
  const [difference, ...others] = policyDifferences([
    { field, before: [{ name: 'x9-mirror' }], after: ['x9-mirror'] },
  ]);
  expect(others).toEqual([]);
  expect(difference?.before).toContain('{');
  expect(difference?.before).not.toBe(difference?.after);
});

it.each([
  [true, 'false', 'true', '"false"'],
  ['true', false, '"true"', 'false'],
  ['review', 'block', 'review', 'block'],
  [undefined, 'block', 'not set', 'block'],
  [['MIT'], 'MIT', '["MIT"]', '"MIT"'],
])('shows from %j to %j so that a text is told from what is none', (before, after, was, becomes) => {
  expect(policyDifferences([{ field: 'typosquat_action', before, after }])).toMatchObject([
    { before: was, after: becomes },
  ]);
});

it('shows elements in words where these differ', () => {
  const field = 'blocked_packages';
  const before = [{ name: 'left-pad', reason: 'gone' }];
  const after = [{ name: 'left-pad', reason: 'back' }];
  expect(policyDifferences([{ field, before, after }])).toMatchObject([
    { before: 'left-pad, reason gone', after: 'left-pad, reason back' },
  ]);
});

it('puts what loosens first, then what is unclear, then what tightens, the rules before the elements', () => {
  const differences = policyDifferences([
    {
      field: 'blocked_packages',
      before: ['gone', { name: 'a', reason: 'x' }],
      after: ['new', { name: 'a' }],
    },
    { field: 'allowed_licenses', before: ['MIT', 'ISC'], after: ['MIT', 'GPL-3.0-only'] },
    { field: 'min_scorecard', before: 8, after: 4 },
    { field: 'typosquat_threshold', before: 0.8, after: 0.7 },
    { field: 'review_scorecard', before: undefined, after: 4 },
  ]);
  expect(differences.map(({ effect, field, how }) => `${effect} ${field} ${how}`)).toEqual([
    'loosens min_scorecard set',
    'loosens blocked_packages removed',
    'loosens allowed_licenses added',
    'unclear review_scorecard set',
    'unclear blocked_packages edited',
    'tightens typosquat_threshold set',
    'tightens blocked_packages added',
    'tightens allowed_licenses removed',
  ]);
  expect(countEffects(differences)).toEqual({ loosens: 3, unclear: 2, tightens: 3 });
});

it.each([
  [['MIT'], [], 'unclear'],
  [[], ['MIT'], 'unclear'],
  [['MIT', 'ISC'], ['MIT'], 'tightens'],
])(
  'takes an empty list of licences for unclear: it may allow none or all (%j to %j)',
  (before, after, effect) => {
    expect(policyDifferences([{ field: 'allowed_licenses', before, after }])).toMatchObject([{ effect }]);
  },
);

it('lists each element once, however often a list holds it, and says of an unknown list that it is unclear', () => {
  const differences = policyDifferences([
    { field: 'blocked_packages', before: ['a', 'a'], after: ['b', 'b'] },
    { field: 'allowed_registries', before: ['a'], after: ['a', 'b'] },
  ]);
  expect(differences).toMatchObject([
    { before: 'a', effect: 'loosens' },
    { field: 'allowed_registries', effect: 'unclear' },
    { after: 'b', effect: 'tightens' },
  ]);
});

it('looks at each element of long lists equally often, however many are about the same thing', () => {
  let reads = 0;
  const elements = (note: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      Object.defineProperty({ note: `${note} ${index}` }, 'name', {
        enumerable: true,
        get() {
          reads++;
          return 'same';
        },
      }),
    );
  const readsEach = (count: number) => {
    reads = 0;
    const before = elements('old', count);
    const after = elements('new', 2 * count);
    const differences = policyDifferences([{ field: 'blocked_packages', before, after }]);
    expect(countEffects(differences)).toEqual({ loosens: 0, unclear: count, tightens: count });
    expect(foldedRows(differences)).toHaveLength(2);
    return reads / count;
  };
  expect(readsEach(20_000)).toBe(readsEach(100));
});
