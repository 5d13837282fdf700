import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createRowSorter, type SortKey } from '../../../src/stores/base/sort-rows.ts';

interface Row {
  readonly key: SortKey;
}

const rowsOf = (keys: readonly SortKey[]): readonly Row[] => keys.map((key) => ({ key }));
const keyOf = ({ key }: Row) => key;

describe('sorting rows', () => {
  it('puts numbers before text, text whatever its case, and what has no value last both ways', () => {
    const rows = rowsOf(['b', undefined, 10, 'A', 9, Number.NaN]);
    const sort = createRowSorter<Row>();
    const up = sort(rows, keyOf, false).map(keyOf);
    expect(up.slice(0, 4)).toEqual([9, 10, 'A', 'b']);
    expect(up.slice(4)).toEqual([undefined, Number.NaN]);
    const down = sort(rows, keyOf, true).map(keyOf);
    expect(down.slice(0, 4)).toEqual([10, 9, 'b', 'A']);
    expect(down.slice(4)).toEqual([undefined, Number.NaN]);
  });

  it('gives the same however it was sorted before, equal rows in the order in which they came', () => {
    const keys = fc.array(
      fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('a', 'B'), fc.constant(undefined)),
    );
    fc.assert(
      fc.property(keys, keys, fc.boolean(), (first, added, descending) => {
        const sort = createRowSorter<Row>();
        const rows = rowsOf(first);
        sort(rows, keyOf, !descending);
        const all = [...rowsOf(added), ...rows];
        const again = sort(all, keyOf, descending);
        expect(again).toEqual(createRowSorter<Row>()(all, keyOf, descending));
        for (const [place, row] of again.entries()) {
          const next = again[place + 1];
          if (next !== undefined && next.key === row.key) {
            expect(all.indexOf(row)).toBeLessThan(all.indexOf(next));
          }
        }
      }),
    );
  });
});
