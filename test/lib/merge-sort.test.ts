import fc from 'fast-check';
import { expect, it } from 'vitest';

import { mergeSort } from '../../src/lib/merge-sort.ts';

interface Row {
  readonly key: number;
  readonly place: number;
}

function sortWhole(rows: readonly Row[]): { readonly sorted: readonly Row[]; readonly pauses: number } {
  const steps = mergeSort(rows, (left, right) => left.key - right.key);
  for (let pauses = 0; ; pauses++) {
    const step = steps.next();
    if (step.done === true) {
      return { sorted: step.value, pauses };
    }
  }
}

it('sorts as the library does, equal rows in their order', () => {
  const keys = fc.array(fc.nat(50), { maxLength: 3000, size: 'max' });
  fc.assert(
    fc.property(keys, (list) => {
      const rows = list.map((key, place) => ({ key, place }));
      expect(sortWhole(rows).sorted).toEqual(rows.toSorted((left, right) => left.key - right.key));
    }),
    { numRuns: 30 },
  );
});

it('pauses often in a long list', () => {
  const rows = Array.from({ length: 20_000 }, (_, place) => ({ key: (place * 7919) % 20_000, place }));
  expect(sortWhole(rows).pauses).toBeGreaterThan(100);
});
