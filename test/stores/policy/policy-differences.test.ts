import { expect, it } from 'vitest';

import { policyDifferences } from '../../../src/stores/policy/policy-differences.ts';

it('shows elements as they are sent where they differ in nothing but their shape', () => {
  const field = 'blocked_maintainers';
  const [difference, ...others] = policyDifferences([
    { field, before: [{ name: 'x9-mirror' }], after: ['x9-mirror'] },
  ]);
  expect(others).toEqual([]);
  expect(difference?.before).toContain('{');
  expect(difference?.before).not.toBe(difference?.after);
});

it('shows elements in words where these differ', () => {
  const field = 'blocked_packages';
  const before = [{ name: 'left-pad', reason: 'gone' }];
  const after = [{ name: 'left-pad', reason: 'back' }];
  expect(policyDifferences([{ field, before, after }])).toMatchObject([
    { before: 'left-pad, reason gone', after: 'left-pad, reason back' },
  ]);
});
