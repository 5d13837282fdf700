import { expect, it } from 'vitest';

import { policySchema } from '../../../src/contract/policy.ts';
import { overwrittenText, partsOf } from '../../../src/sync/writes/policy-parts.ts';
import { POLICY } from '../../fixtures/policy.ts';

const CHANGE = { blocked_packages: [{ name: 'еvil', reason: 'Kontoübernahme' }] };
const TOLD = String.raw`\u{435}vil, reason Kontoübernahme`;

it('names what a change of the policy did by what lists show, and leaves prose as it is', () => {
  const before = policySchema.parse({ ...POLICY, blocked_packages: [] });
  const after = policySchema.parse({ ...POLICY, ...CHANGE });
  expect(partsOf(CHANGE, after, before).took).toEqual([`blocked_packages has ${TOLD}`]);
  expect(partsOf(CHANGE, before, before).missing).toEqual([`blocked_packages lacks ${TOLD}`]);
  expect(
    overwrittenText([{ field: 'blocked_packages', change: 'added', value: CHANGE.blocked_packages[0] }]),
  ).toBe(`blocked_packages had ${TOLD} added`);
});

it('names the values of rules, and rules that are not known', () => {
  const after = policySchema.parse({ ...POLICY, rules: { ...POLICY.rules, typosquat_action: 'blосk' } });
  expect(partsOf({ typosquat_action: 'block' }, after, after).missing).toEqual([
    String.raw`typosquat_action is "bl\u{43e}\u{441}k", not "block"`,
  ]);
});
