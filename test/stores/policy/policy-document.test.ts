import fc from 'fast-check';
import { expect, it } from 'vitest';

import { policySchema } from '../../../src/contract/policy.ts';
import {
  changesTowards,
  readPolicyDocument,
  writePolicyDocument,
} from '../../../src/stores/policy/policy-document.ts';
import { foreignChanges } from '../../../src/stores/policy/merge-policy.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';

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
      expect(readPolicyDocument(writePolicyDocument(stored), stored)).toEqual({ changes: {} });
    }),
  );
});

it('reads the draft that it wrote as its changes', () => {
  const changes = { min_scorecard: 7, blocked_packages: ['worse'] };
  const stored = samplePolicy();
  expect(readPolicyDocument(writePolicyDocument(stored, changes), stored)).toEqual({ changes });
});

it.each([
  ['no JSON', '{"rules": '],
  ['a list', '[]'],
  ['a text', '"policy"'],
])('takes nothing from %s', (_what, text) => {
  expect(readPolicyDocument(text, samplePolicy())).toEqual({
    problems: [{ path: 'The file', problem: 'is not a JSON object' }],
  });
});

it('says of each value where it stands and what is wrong with it', () => {
  const document = { rules: [], blocked_packages: 'evil', blocked_maintainers: ['', { reason: 'x' }, 'eve'] };
  expect(readPolicyDocument(JSON.stringify(document), samplePolicy())).toEqual({
    problems: [
      { path: 'rules', problem: 'must be an object' },
      { path: 'blocked_packages', problem: 'must be a list' },
      { path: 'blocked_maintainers[0]', problem: 'must be text, or an object with a name' },
      { path: 'blocked_maintainers[1]', problem: 'must be text, or an object with a name' },
    ],
  });
});

it('passes what is stored already although it could not be added', () => {
  const stored = samplePolicy({ allowed_licenses: ['Custom'], odd: 1 }, { blocked_packages: [7] });
  const document = { rules: { allowed_licenses: ['Custom', 'MIT'], odd: 1 }, blocked_packages: [7, 'b'] };
  const read = readPolicyDocument(JSON.stringify(document), stored, (id) =>
    id === 'MIT' ? undefined : 'no',
  );
  expect(read).toEqual({
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
  expect(foreignChanges(after, to).map(({ field }) => field)).toEqual(['odd']);
});
