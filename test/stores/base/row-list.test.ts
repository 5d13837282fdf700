import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { RowList, RowListBuilder } from '../../../src/stores/base/row-list.ts';

const rowsUpTo = (count: number) => Array.from({ length: count }, (_, row) => row);

/** A change of a list: which rows go, and before which rows others come, as parts of its length. */
const changeArbitrary = fc.record({
  gone: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }),
  added: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 700 }),
});

describe('a list of rows', () => {
  it('reads as the array of the same rows, whatever was changed, and stays as it was', () => {
    fc.assert(
      fc.property(
        fc.nat(3000),
        fc.array(changeArbitrary, { maxLength: 6 }),
        fc.array(fc.integer({ min: -4000, max: 8000 }), { minLength: 1, maxLength: 20 }),
        (count, changes, places) => {
          let rows = rowsUpTo(count);
          let list = RowList.of(rows);
          let next = count;
          const earlier: (readonly [RowList<number>, readonly number[]])[] = [];
          for (const { gone, added } of changes) {
            earlier.push([list, rows]);
            const length = rows.length;
            const goneAt = [...new Set(gone.map((part) => Math.floor(part * length)))]
              .filter((place) => place < length)
              .sort((left, right) => left - right);
            const addedAt = added
              .map((part) => Math.round(part * length))
              .sort((left, right) => left - right);
            const fresh = addedAt.map(() => next++);
            const isGone = new Set(goneAt);
            const expected: number[] = [];
            for (let place = 0, index = 0; place <= length; place++) {
              for (; addedAt[index] === place; index++) {
                expected.push(fresh[index] as number);
              }
              if (place < length && !isGone.has(place)) {
                expected.push(rows[place] as number);
              }
            }
            list = list.changed(goneAt, addedAt, fresh);
            rows = expected;
          }
          for (const [before, then] of [...earlier, [list, rows] as const]) {
            expect(before.length).toBe(then.length);
            expect([...before]).toEqual(then);
            expect(before.slice()).toEqual(then);
          }
          for (const place of places) {
            expect(list.at(place)).toBe(rows.at(place));
            const end = place + 900;
            expect(list.slice(Math.max(0, place), end)).toEqual(
              rows.slice(Math.max(0, place), Math.max(0, end)),
            );
            expect([...list.within(Math.max(0, place), end)]).toEqual(
              rows.slice(Math.max(0, place), Math.max(0, end)),
            );
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('shares with what it was made of all but what is near a change', () => {
    const list = RowList.of(rowsUpTo(100_000));
    const changed = list.changed([50_000], [50_000], [-1]);
    const known = new Set(list.pieces);
    expect(changed.pieces.filter((piece) => !known.has(piece))).toHaveLength(1);
  });

  it('tells how many rows are the same ones as in another list, from a place in each on', () => {
    const list = RowList.of(rowsUpTo(5000));
    const other = RowList.of([-1, ...rowsUpTo(3000), -2, ...rowsUpTo(5000).slice(3000)]);
    const changed = list.changed([2500], [1000], [-3]);
    expect(list.sameFrom(0, other, 0)).toBe(0);
    expect(list.sameFrom(0, other, 1)).toBe(3000);
    expect(list.sameFrom(3000, other, 3002)).toBe(2000);
    expect(list.sameFrom(0, changed, 0)).toBe(1000);
    expect(list.sameFrom(1000, changed, 1001)).toBe(1500);
    expect(list.sameFrom(2501, changed, 2501)).toBe(2499);
    expect(list.sameFrom(5000, changed, 0)).toBe(0);
  });

  it('keeps few pieces, however small the changes are that it was made by', () => {
    let list = new RowList<number>();
    for (let row = 0; row < 20_000; row++) {
      list = list.changed([], [0], [row]);
    }
    expect(list.pieces.length).toBeLessThan(100);
    for (let row = 0; row < 19_900; row++) {
      list = list.changed([(row * 7919) % list.length], [], []);
    }
    expect(list.pieces.length).toBeLessThan(5);
    expect(list.changed([...rowsUpTo(100)], [], []).pieces).toHaveLength(0);
  });

  it('does not grow when more is added to what it was made by', () => {
    const builder = new RowListBuilder(RowList.of(rowsUpTo(700)));
    builder.push(700);
    const first = builder.list();
    expect(builder.list()).toBe(first);
    rowsUpTo(2000).forEach((row) => builder.push(701 + row));
    expect(first.length).toBe(701);
    expect([...builder.list()]).toEqual(rowsUpTo(2701));
  });
});
