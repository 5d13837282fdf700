import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { editDistance, similarity } from '../../../src/server/synth/typosquats.ts';

const name = fc.string({ unit: fc.constantFrom(...'abcde-'), maxLength: 14 });

describe('editDistance', () => {
  it.each([
    ['lodahs', 'lodash', 1],
    ['reqeusts', 'requests', 1],
    ['expres', 'express', 1],
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['abcd', 'badc', 2],
  ])('of %s and %s is %i', (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance);
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(name, name, (left, right) => editDistance(left, right) === editDistance(right, left)),
    );
  });

  it('is 0 for equal texts and for no others', () => {
    fc.assert(
      fc.property(name, name, (left, right) => (editDistance(left, right) === 0) === (left === right)),
    );
    fc.assert(fc.property(name, (text) => editDistance(text, text) === 0));
  });

  it('lies between the difference of the lengths and the longer length', () => {
    fc.assert(
      fc.property(name, name, (left, right) => {
        const distance = editDistance(left, right);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(left.length - right.length));
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });

  it('is 1 after one slip', () => {
    fc.assert(
      fc.property(name, fc.nat(), (text, place) => {
        const at = place % (text.length + 1);
        expect(editDistance(text, `${text.slice(0, at)}z${text.slice(at)}`)).toBe(1);
        if (at + 1 < text.length && text.charAt(at) !== text.charAt(at + 1)) {
          const swapped = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
          expect(editDistance(text, swapped)).toBe(1);
        }
      }),
    );
  });
});

describe('similarity', () => {
  it('lies between 0 and 1, is symmetric, and is 1 for equal texts alone', () => {
    fc.assert(
      fc.property(name, name, (left, right) => {
        const alike = similarity(left, right);
        expect(alike).toBeGreaterThanOrEqual(0);
        expect(alike).toBeLessThanOrEqual(1);
        expect(alike).toBe(similarity(right, left));
        expect(alike === 1).toBe(left === right);
      }),
    );
  });
});
