import fc from 'fast-check';
import { expect, it } from 'vitest';

import { describeElement } from '../../../src/stores/policy/describe-element.ts';
import { policyDifferences } from '../../../src/stores/policy/policy-differences.ts';

it.each([
  ['lodash', 'lodash'],
  [' ', '" "'],
  ['', '""'],
  [' lead', '" lead"'],
  ['"quoted"', String.raw`"\"quoted\""`],
  [{ name: ' ' }, '" "'],
  [{ name: '', reason: 'stolen key ' }, '"", reason "stolen key "'],
  [{ name: 'a', ecosystem: 'npm', version: null }, 'a, ecosystem npm'],
  [{}, '{}'],
  [null, 'null'],
])('tells %j as %s', (element, text) => {
  expect(describeElement(element)).toBe(text);
});

it('never shows nothing for something', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (element) => {
      expect(describeElement(element)).toMatch(/\S/);
      const [difference] = policyDifferences([
        { field: 'typosquat_action', before: 'block', after: element },
      ]);
      expect(difference?.after).toMatch(/\S/);
    }),
  );
});
