import { describe, expect, test } from 'vitest';

import { findPolicyRule, findRuleProblem, POLICY_RULES } from '../../src/contract/policy-rules.ts';
import { POLICY } from '../fixtures/policy.ts';

const BOUNDARIES: Readonly<
  Record<string, { readonly accepted: readonly unknown[]; readonly refused: readonly unknown[] }>
> = {
  min_scorecard: { accepted: [0, 10, 9.9, 0.1], refused: [-0.1, 10.1, '5', null, Number.NaN] },
  review_scorecard: { accepted: [0, 10], refused: [-1, 11, true] },
  max_known_vulnerabilities: { accepted: [0, 1, 1000], refused: [-1, 0.5, Infinity, '0'] },
  block_on_critical_vuln: { accepted: [true, false], refused: ['true', 1, null] },
  require_provenance: { accepted: [true, false], refused: [0, undefined] },
  allow_provenance_fallback: { accepted: [true, false], refused: ['false', []] },
  review_on_new_package_days: { accepted: [0, 14], refused: [-1, 1.5, '14d'] },
  allowed_licenses: { accepted: [[], ['MIT', 'Apache-2.0']], refused: ['MIT', [''], [' '], ['MIT', 7], {}] },
  typosquat_action: { accepted: ['block', 'review'], refused: ['allow', 'Block', '', null] },
  typosquat_threshold: { accepted: [0, 1, 0.85], refused: [-0.01, 1.01, '0.5'] },
};

test('the rules are those of the specification', () => {
  expect(POLICY_RULES.map((rule) => rule.name)).toEqual(Object.keys(POLICY.rules));
  expect(POLICY_RULES.map((rule) => rule.name)).toEqual(Object.keys(BOUNDARIES));
});

test('a rule that the specification does not have is not found', () => {
  expect(findPolicyRule('min_score')).toBeUndefined();
  expect(findPolicyRule('__proto__')).toBeUndefined();
});

describe.each(POLICY_RULES)('$name', (rule) => {
  const { accepted, refused } = BOUNDARIES[rule.name] ?? { accepted: [], refused: [] };

  test.each(accepted.map((value) => [value]))('takes %j', (value) => {
    expect(findRuleProblem(rule, value)).toBeUndefined();
  });

  test.each(refused.map((value) => [value]))('refuses %j', (value) => {
    expect(findRuleProblem(rule, value)).toMatch(/^must be /);
  });
});
