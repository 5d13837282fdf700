import fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  describeElement,
  elementJsonParts,
  elementParts,
} from '../../../src/stores/policy/describe-element.ts';
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

it('tells names from prose, however deep they are', () => {
  const element = { name: 'evil', origin: { package: 'еvil', reason: 'Kontoübernahme', count: 1 } };
  for (const parts of [elementParts(element), elementJsonParts(element)]) {
    const profileOf = (word: string) => parts.find(({ text }) => text.includes(word))?.profile;
    expect(['evil', 'еvil', 'Konto', '1'].map(profileOf)).toEqual(['ident', 'ident', 'cell', 'ident']);
  }
  expect(
    elementJsonParts(element)
      .map(({ text }) => text)
      .join(''),
  ).toBe(JSON.stringify(element));
});
