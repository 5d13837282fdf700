import { expect, it } from 'vitest';

import { policySchema } from '../../../src/contract/policy.ts';
import { unreadableField } from '../../../src/stores/policy/unreadable-field.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';

it.each([
  ['blocked_packages', 'abc', 'cannot be read as a list ("abc")'],
  ['blocked_maintainers', null, 'cannot be read as a list (null)'],
])('says of the list %s that %j is none', (field, value, told) => {
  expect(unreadableField(samplePolicy({}, { [field]: value }), field)).toBe(told);
});

it.each([
  ['min_scorecard', '5', 'cannot be read as a number ("5")'],
  ['allowed_licenses', 'MIT', 'cannot be read as a list ("MIT")'],
  ['allowed_licenses', null, 'cannot be read as a list (null)'],
  ['require_provenance', 1, 'cannot be read as true or false (1)'],
  ['typosquat_action', ['block'], 'cannot be read as one of its words (["block"])'],
])('says of the rule %s that %j is not understood', (field, value, told) => {
  expect(unreadableField(samplePolicy({ [field]: value }), field)).toBe(told);
});

it('understands what is not set, words that are new, and rules that the specification does not have', () => {
  const policy = samplePolicy(
    { min_scorecard: null, typosquat_action: 'ask', quarantine_hours: ['x'] },
    { blocked_packages: undefined },
  );
  for (const field of ['min_scorecard', 'typosquat_action', 'quarantine_hours', 'blocked_packages']) {
    expect(unreadableField(policy, field)).toBeUndefined();
  }
});

it('reads a version that is a number', () => {
  expect(policySchema.parse({ version: 12 }).version).toBe('12');
});
