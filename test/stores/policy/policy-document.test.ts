import fc from 'fast-check';
import { expect, it } from 'vitest';

import { policySchema, type Policy } from '../../../src/contract/policy.ts';
import { readJsonDocument } from '../../../src/lib/json-document.ts';
import {
  changesTowards,
  readPolicyDocument,
  describeRepetition,
  writePolicyDocument,
} from '../../../src/stores/policy/policy-document.ts';
import { changesByOthers } from '../../../src/stores/policy/merge-policy.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';

const read = (text: string, stored: Policy, findLicenceProblem?: (id: string) => string | undefined) =>
  readPolicyDocument(readJsonDocument(text), stored, findLicenceProblem);

/** The problems of a document, each with its place before it. */
function problemsOf(text: string): readonly string[] {
  const changed = read(text, samplePolicy());
  return 'problems' in changed
    ? changed.problems.map(
        ({ path, problem, position }) => `${position?.line}:${position?.column} ${path} ${problem}`,
      )
    : [];
}

it('reads what it wrote as no change, whatever a server stores', () => {
  const policies = fc.record({
    rules: fc.dictionary(
      fc.oneof(fc.constantFrom('min_scorecard', '__proto__'), fc.string()),
      fc.jsonValue(),
    ),
    blocked_packages: fc.array(fc.jsonValue(), { maxLength: 4 }),
    blocked_maintainers: fc.array(fc.jsonValue(), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(policies, (policy) => {
      // A zero keeps no sign in JSON.
      const stored = policySchema.parse(JSON.parse(JSON.stringify(policy)));
      expect(read(writePolicyDocument(stored), stored)).toEqual({ changes: {} });
    }),
  );
});

it('reads the draft that it wrote as its changes', () => {
  const changes = { min_scorecard: 7, blocked_packages: ['worse'] };
  const stored = samplePolicy();
  expect(read(writePolicyDocument(stored, changes), stored)).toEqual({ changes });
});

it.each([
  ['a list', '[]'],
  ['a text', '"policy"'],
])('takes nothing from %s', (_what, text) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining('It is not')]);
});

it('says of each value where it stands and what is wrong with it', () => {
  const document = { rules: [], blocked_packages: 'evil', blocked_maintainers: ['', { reason: 'x' }, 'eve'] };
  expect(problemsOf(JSON.stringify(document, null, 1))).toEqual([
    '2:11 rules must be an object',
    '3:22 blocked_packages must be a list',
    '5:3 blocked_maintainers[0] must be text, or an object with a name',
    '6:3 blocked_maintainers[1] must be text, or an object with a name',
  ]);
});

it('refuses in a list what its editor refuses, too', () => {
  const document = {
    blocked_maintainers: ['two words', ' lead', 'a\nb', '\u001b[31mred', { name: 'x', reason: 'a\u0007' }],
    blocked_packages: [{ name: 'a', reason: 'one' }, 'other', { name: 'a', reason: 'two' }],
  };
  const paths = problemsOf(JSON.stringify(document)).map((problem) => problem.split(' ')[1]);
  expect(paths).toEqual([
    ...[0, 1, 2, 3, 4].map((index) => `blocked_maintainers[${index}]`),
    'blocked_packages[2]',
  ]);
});

it('takes no list for a rule', () => {
  expect(problemsOf('{"rules": {"blocked_packages": []}}')).toEqual([
    '1:32 rules.blocked_packages is no rule of the specification',
  ]);
});

it('takes once what a list names more than once, and tells so', () => {
  const changed = read('{"blocked_maintainers": ["zz", "yy", "zz"]}', samplePolicy());
  expect(changed).toEqual({
    changes: { blocked_maintainers: ['zz', 'yy'] },
    repeated: ['blocked_maintainers'],
  });
  expect('changes' in changed && describeRepetition(changed)).toContain('blocked_maintainers');
});

it('passes what is stored already although it could not be added', () => {
  const stored = samplePolicy({ allowed_licenses: ['Custom'], odd: 1 }, { blocked_packages: [7] });
  const document = { rules: { allowed_licenses: ['Custom', 'MIT'], odd: 1 }, blocked_packages: [7, 'b'] };
  const changed = read(JSON.stringify(document), stored, (id) => (id === 'MIT' ? undefined : 'no'));
  expect(changed).toEqual({
    changes: { allowed_licenses: ['Custom', 'MIT'], blocked_packages: [7, 'b'] },
  });
});

it('leads from one policy to another, as far as the API can write it', () => {
  const [from, to] = [
    samplePolicy({ min_scorecard: 7, odd: 1 }),
    samplePolicy({ odd: 2 }, { blocked_packages: ['b'] }),
  ];
  const changes = changesTowards(from, to);
  expect(changes).toEqual({ min_scorecard: 5, blocked_packages: ['b'] });
  const after = samplePolicy({ odd: 1 }, { blocked_packages: ['b'] });
  expect(changesByOthers(after, to).map(({ field }) => field)).toEqual(['odd']);
});

it('says what is damaged or stands twice, and where', () => {
  expect(problemsOf('{"rules":\n {"min_scorecard" 5}}')).toEqual([
    "2:19 It is not JSON: expected ':' after property name",
  ]);
  expect(problemsOf('{"rules": {}, "rules": {"min_scorecard": 5}}')).toEqual([
    expect.stringMatching(/^1:15 It has "rules" a second time/),
  ]);
});

it('writes all that acts or hides as ASCII, which reads as the same', () => {
  const stored = samplePolicy(
    {},
    { name: 'a\u202eb', blocked_packages: [{ name: '\u0430\u200b', odd: '\u009b' }] },
  );
  const text = writePolicyDocument(stored, { blocked_maintainers: ['д'] });
  expect(text).toMatch(/^[ -~\n]*$/);
  expect(read(text, stored)).toEqual({ changes: { blocked_maintainers: ['д'] } });
});
