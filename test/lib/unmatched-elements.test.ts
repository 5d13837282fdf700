import fc from 'fast-check';
import { expect, it } from 'vitest';

import { isSameValue } from '../../src/lib/same-value.ts';
import { unmatchedElements } from '../../src/lib/unmatched-elements.ts';

const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });

/** How often each element stands in a list. */
function counted(elements: readonly unknown[]): ReadonlyMap<unknown, number> {
  return new Map([...Map.groupBy(elements, (element) => element)].map(([key, { length }]) => [key, length]));
}

it('takes the same elements out of both lists, whatever they are', () => {
  fc.assert(
    fc.property(list, list, (left, right) => {
      const [ofLeft, ofRight] = unmatchedElements(left, right).map(counted) as [
        ReadonlyMap<unknown, number>,
        ReadonlyMap<unknown, number>,
      ];
      const [all, others] = [counted(left), counted(right)];
      for (const element of [...all.keys(), ...others.keys()]) {
        const taken = (all.get(element) ?? 0) - (ofLeft.get(element) ?? 0);
        expect(taken).toBeGreaterThanOrEqual(0);
        expect((others.get(element) ?? 0) - (ofRight.get(element) ?? 0)).toBe(taken);
      }
      expect(isSameValue(left, right)).toBe(
        JSON.stringify(left.toSorted()) === JSON.stringify(right.toSorted()),
      );
    }),
  );
});

it('leaves only what was changed, wherever that is', () => {
  const before = Array.from({ length: 10_000 }, (_, index) => index);
  const after = before.filter((number) => ![0, 1, 5000, 9000].includes(number)).concat(-1);
  after[300] = -2;
  expect(unmatchedElements(before, after)).toEqual([
    [0, 1, 302, 5000, 9000],
    [-2, -1],
  ]);
});
