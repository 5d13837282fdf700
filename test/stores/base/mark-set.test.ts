import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { MarkSet, type Marks } from '../../../src/stores/base/mark-set.ts';
import { selectMarked } from '../../../src/stores/view/count-marks.ts';
import { expectMarked } from '../../../src/stores/events/marked-events.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

describe('marks', () => {
  it('are those of a set to which the same was done, in the order of marking, and stay as they were', () => {
    const step = fc.record({
      isMarking: fc.boolean(),
      ids: fc.array(
        fc.nat(40).map((number) => `id-${number}`),
        { maxLength: 8 },
      ),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const model = new Set<string>();
        let marks = new MarkSet();
        const earlier: (readonly [Marks, readonly string[]])[] = [];
        for (const { isMarking, ids } of steps) {
          marks = isMarking ? marks.with(ids) : marks.without(ids);
          ids.forEach((id) => (isMarking ? model.add(id) : model.delete(id)));
          earlier.push([marks, [...model]]);
        }
        for (const [then, ids] of earlier) {
          expect([...then]).toEqual(ids);
          expect(then.size).toBe(ids.length);
          expect(idsUpTo(41).filter((id) => then.has(id))).toEqual(
            idsUpTo(41).filter((id) => ids.includes(id)),
          );
        }
      }),
    );
  });

  it('share with those that they were made of all but a small part', () => {
    const many = new MarkSet().with(idsUpTo(50_000));
    const more = many.with(['another']).without(['id-7']);
    const shared = more.shards.filter((shard, number) => shard === many.shards[number]);
    expect(shared.length).toBeGreaterThanOrEqual(more.shards.length - 2);
    expect(more.size).toBe(50_000);
  });

  it('do not grow when the same row is marked again and again', () => {
    let marks = new MarkSet().with(['first']);
    for (let round = 0; round < 5000; round++) {
      marks = marks.with(['again']).without(['again']);
    }
    expect(marks.order.length).toBeLessThan(2000);
    expect([...marks]).toEqual(['first']);
  });
});

describe('the count of marked events', () => {
  let stores: Stores;
  const apply = (from: number, count: number) =>
    stores.events.apply(
      Array.from({ length: count }, (_, index) => sampleEvent(`id-${from + index}`, -(from + index))),
      { at: NOW, fromHistory: false },
    );
  const mark = (marks: Marks) => updatePane(stores.view, 'events', { marks });
  const marked = () => selectMarked(stores, 'events');

  beforeEach(() => {
    stores = createStores({ mostEvents: 100 });
    apply(0, 100);
  });

  it('is that of those that are here, whatever is dropped, comes back, is marked or unmarked', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('apply' as const), from: fc.nat(200), count: fc.nat(30) }),
      fc.record({ kind: fc.constant('mark' as const), from: fc.nat(200), count: fc.nat(30) }),
      fc.record({ kind: fc.constant('unmark' as const), from: fc.nat(200), count: fc.nat(30) }),
      fc.record({ kind: fc.constant('look' as const), from: fc.constant(0), count: fc.constant(0) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        stores = createStores({ mostEvents: 100 });
        let marks = new MarkSet();
        for (const { kind, from, count } of steps) {
          const ids = Array.from({ length: count }, (_, index) => `id-${from + index}`);
          if (kind === 'apply') {
            apply(from, count);
          } else if (kind === 'look') {
            expect(marked()).toBe(
              stores.events.getState().droppedThrough === undefined
                ? marks.size
                : [...marks].filter((id) => stores.events.has(id)).length,
            );
          } else {
            const here = ids.filter((id) => stores.events.has(id));
            marks = kind === 'mark' ? marks.with(here) : marks.without(ids);
            mark(marks);
          }
        }
      }),
    );
  });

  it('is known ahead for marks that are being made, and follows what is dropped meanwhile', () => {
    apply(100, 10);
    const made = expectMarked(stores, new MarkSet());
    const marks = new MarkSet().with(idsUpTo(110).slice(10));
    apply(110, 5);
    made(marks, 100);
    mark(marks);
    expect(marked()).toBe(95);
  });

  it('is right after more changes than are remembered', () => {
    mark(new MarkSet().with(idsUpTo(100)));
    expect(marked()).toBe(100);
    for (let round = 0; round < 80; round++) {
      apply(100 + round, 1);
    }
    expect(marked()).toBe(20);
  });
});
