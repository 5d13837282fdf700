import fc from 'fast-check';
import { expect, it } from 'vitest';

import { policyUpdateSchema } from '../../../src/contract/bodies.ts';
import { POLICY_RULES } from '../../../src/contract/policy-rules.ts';
import { findValueProblems, whyNotAllowed } from '../../../src/stores/policy/value-problems.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';

const NOTHING = samplePolicy(Object.fromEntries(POLICY_RULES.map(({ name }) => [name, undefined])), {
  blocked_packages: [],
});

/** What is said of a value in the place of what the sample policy has. */
const told = (field: string, value: unknown) => whyNotAllowed(samplePolicy(), [[field, value]]);

it('lets pass of rules what the specification has, and nothing else', () => {
  const values = fc.record({
    field: fc.oneof(fc.constantFrom(...POLICY_RULES.map(({ name }) => name)), fc.string()),
    value: fc.oneof(
      fc.jsonValue(),
      fc.double({ min: -1, max: 11 }),
      fc.constantFrom('block', 'review', 'allow-all', true, 'false', 7, 10, ['MIT'], ['']),
    ),
  });
  fc.assert(
    fc.property(values, ({ field, value }) => {
      const isAllowed = policyUpdateSchema.safeParse({ rules: { [field]: value } }).success;
      expect(findValueProblems(NOTHING, field, value).length === 0).toBe(isAllowed);
    }),
  );
});

it.each([
  ['min_scorecard', 'zz', 'min_scorecard must be a number from 0 to 10'],
  ['min_scorecard', 1e9, 'min_scorecard must be a number from 0 to 10'],
  ['min_scorecard', null, 'min_scorecard must be a number from 0 to 10'],
  ['typosquat_threshold', -5, 'typosquat_threshold must be a number from 0 to 1'],
  ['typosquat_action', 'allow-all', 'typosquat_action must be one of review, block'],
  ['block_on_critical_vuln', 'false', 'block_on_critical_vuln must be true or false'],
  ['allowed_licenses', 'MIT', 'allowed_licenses must be an array of SPDX licence identifiers'],
  [
    'allowed_licenses',
    ['MIT', null, { a: 1 }],
    'allowed_licenses[1] must be an SPDX licence identifier, as text; allowed_licenses[2] must be an SPDX licence identifier, as text',
  ],
  ['blocked_maintainers', 7, 'blocked_maintainers must be a list'],
  ['blocked_packages', ['ok', null], 'blocked_packages[1] must be text, or an object with a name'],
  ['blocked_packages', [['a']], 'blocked_packages[0] must be text, or an object with a name'],
  [
    'blocked_packages',
    ['a\u200b'],
    'blocked_packages[0] has a name that holds a character that cannot be seen',
  ],
  ['constructor', 5, 'constructor is no rule of the specification'],
  ['__proto__', {}, '__proto__ is no rule of the specification'],
  ['toString', undefined, undefined],
])('says of %s as %j: %s', (field, value, problem) => {
  expect(told(field, value)).toBe(problem);
});

it('names three problems, and counts the rest', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  expect(
    whyNotAllowed(
      samplePolicy(),
      names.map((name) => [name, 1]),
    ),
  ).toMatch(/^a is .*; b is .*; c is .*; and 2 more$/);
});

it('lets pass what is stored, whatever that is, and what is as odd in the same way', () => {
  const held = samplePolicy(
    { min_scorecard: 'zz', odd: 1, allowed_licenses: ['MIT', 7] },
    { blocked_packages: [7, { pkg: 'a' }, 'two words', 'hid\u200bden'] },
  );
  const problemsOf = (field: string, value: unknown) => findValueProblems(held, field, value);
  expect(problemsOf('min_scorecard', 'zz')).toEqual([]);
  expect(problemsOf('odd', 1)).toEqual([]);
  expect(problemsOf('allowed_licenses', [7, 'ISC', 'MIT'])).toEqual([]);
  const listed = ['hid\u200bden', 8, { pkg: 'b' }, 'three more words'];
  expect(problemsOf('blocked_packages', listed)).toEqual([]);
  // Neither another shape, nor what hides, nor a licence in the shape of one that is none.
  const others = [null, { package_: 'b' }, 'also hid\u200bden', true];
  expect(problemsOf('blocked_packages', others).map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(problemsOf('allowed_licenses', [8])).toHaveLength(1);
});
