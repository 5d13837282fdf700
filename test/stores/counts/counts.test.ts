import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { partsOf } from '../../../src/stores/counts/count-measures.ts';
import { mostFrequentFirst } from '../../../src/stores/counts/count-order.ts';
import { recordOfCount } from '../../../src/stores/counts/count-record.ts';
import { Counts, type CountedRow } from '../../../src/stores/counts/counts.ts';

const row = (values: readonly string[], fields: Partial<CountedRow> = {}): CountedRow => ({
  values: [values],
  time: 0,
  part: undefined,
  machine: undefined,
  ...fields,
});

const groupsOf = (counts: Counts) => [...counts.groups].sort(mostFrequentFirst);

/** What the groups of some rows are, found the plain way. */
function expected(rows: readonly CountedRow[]) {
  const byId = new Map<string, CountedRow[]>();
  for (const each of rows) {
    const [first = [], second = []] = each.values;
    const of = (values: readonly string[]) => (values.length === 0 ? [null] : [...new Set(values)]);
    for (const left of of(first)) {
      for (const right of of(second)) {
        const id = JSON.stringify([left, right]);
        byId.set(id, [...(byId.get(id) ?? []), each]);
      }
    }
  }
  return [...byId].map(([id, members]) => {
    const times = members.map(({ time = 0 }) => time);
    const withPart = (wanted: string) => members.filter(({ part }) => part === wanted).length;
    return {
      id,
      count: members.length,
      parts: new Map(['block', 'review', 'allow'].map((part) => [part, withPart(part)])),
      machines: new Set(members.flatMap(({ machine }) => machine ?? [])).size,
      first: Math.min(...times),
      last: Math.max(...times),
      middle: times.filter((time) => time >= 3 && time < 7).length,
    };
  });
}

const anyRow: fc.Arbitrary<CountedRow> = fc.record({
  values: fc.tuple(
    fc.array(fc.constantFrom('a', 'b', ''), { maxLength: 3 }),
    fc.array(fc.constantFrom('x', '__proto__'), { maxLength: 1 }),
  ),
  time: fc.integer({ min: 0, max: 9 }),
  part: fc.constantFrom('block', 'review', 'allow', 'other', undefined),
  machine: fc.constantFrom('m1', 'm2', 'toString', undefined),
});

describe('counts', () => {
  it('are those of the rows that were added and not taken out again, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 30 }), fc.array(fc.nat({ max: 29 })), (rows, gone) => {
        const counts = new Counts(partsOf('events'));
        rows.forEach((each) => counts.add(each));
        // Some are looked at in between, which puts their times in order.
        [...counts.groups].filter((_, index) => index % 2 === 0).forEach(({ first }) => first);
        const removed = [...new Set(gone)].flatMap((place) => rows[place] ?? []);
        removed.forEach((each) => counts.remove(each));
        const left = rows.filter((each) => !removed.includes(each));
        const found = [...counts.groups].map((group) => {
          const { id, count, parts, machines, first, last } = group;
          return { id, count, parts: new Map(parts), machines, first, last, middle: group.countWithin(3, 7) };
        });
        const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
        expect(found.sort(byId)).toEqual(expected(left).sort(byId));
        expect(counts.rows).toBe(left.length);
      }),
    );
  });

  it('keep no room for what went', () => {
    const counts = new Counts(partsOf('events'));
    for (let time = 0; time < 10_000; time++) {
      counts.add(row(['a'], { time }));
      if (time >= 10) {
        counts.remove(row(['a'], { time: time - 10 }));
      }
    }
    expect(groupsOf(counts).map(({ count, first, last }) => [count, first, last])).toEqual([
      [10, 9990, 9999],
    ]);
  });

  it('are written with the fields under their names, and null where rows have none', () => {
    const counts = new Counts(partsOf('events'));
    counts.add(row(['left-pad'], { part: 'block', machine: 'm', time: Date.parse('2026-03-02T09:00:00Z') }));
    counts.add(row(['left-pad'], { part: 'allow', machine: 'm', time: Date.parse('2026-03-02T10:00:00Z') }));
    counts.add(row([], { time: Date.parse('2026-03-02T10:00:00Z') }));
    expect(groupsOf(counts).map((group) => recordOfCount('events', group, ['package'], counts.rows))).toEqual(
      [
        {
          package: 'left-pad',
          count: 2,
          block: 1,
          review: 0,
          allow: 1,
          share: 0.6667,
          machines: 1,
          first: '2026-03-02T09:00:00.000Z',
          last: '2026-03-02T10:00:00.000Z',
        },
        expect.objectContaining({ package: null, count: 1, machines: null }),
      ],
    );
  });
});
