import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createEventsStore, type EventRow } from '../../../src/stores/events/events-store.ts';
import { RowList } from '../../../src/stores/base/row-list.ts';
import { PartitionedEvents, type PartRule } from '../../../src/stores/events/partitioned-events.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const OUTCOMES = ['allow', 'block', 'review'];

/** Runs of equal outcomes begin a part of their own; blocks are one, too. */
const rule: PartRule = {
  parts: 2,
  partOf: (row, before) =>
    row.event.outcome === 'block' ? 0 : before?.event.outcome === row.event.outcome ? undefined : 1,
};

function ids(parts: readonly Iterable<EventRow>[]): readonly (readonly string[])[] {
  return parts.map((rows) => Array.from(rows, ({ id }) => id));
}

/** What the rule says of every row. */
function expected(rows: RowList<EventRow>): readonly (readonly string[])[] {
  const of = (part: number) =>
    rows.filter((row, index) => rule.partOf(row, index === 0 ? undefined : rows.at(index - 1)) === part);
  return ids([of(0), of(1)]);
}

function manyEvents(count: number) {
  return Array.from({ length: count }, (_, index) =>
    sampleEvent(`e${index}`, index, { outcome: OUTCOMES[(index >> 1) % 3] }),
  );
}

describe('the parts of a list', () => {
  it('are what the rule says of every row, whatever changed and whenever they were looked at', () => {
    const change = fc.record({
      ids: fc.array(fc.tuple(fc.nat(30), fc.nat(20), fc.constantFrom(...OUTCOMES)), { maxLength: 6 }),
      isLookedAt: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), fc.integer({ min: 2, max: 25 }), (changes, bound) => {
        const events = createEventsStore(bound);
        const parts = new PartitionedEvents(rule, new ManualSlices(), () => undefined);
        for (const { ids: changed, isLookedAt } of changes) {
          events.apply(
            changed.map(([id, ago, outcome]) => sampleEvent(`e${id}`, ago, { outcome })),
            { at: NOW, fromHistory: false },
          );
          const { rows } = events.getState();
          if (isLookedAt) {
            expect(ids(parts.look(rows))).toEqual(expected(rows));
          }
        }
        const { rows } = events.getState();
        expect(ids(parts.look(rows))).toEqual(expected(rows));
        // A list that has nothing to do with the one before.
        const others = RowList.of(rows.filter((_, index) => index % 3 === 0));
        expect(ids(parts.look(others))).toEqual(expected(others));
      }),
      { numRuns: 300 },
    );
  });

  it('of a long list grow in slices, and take in what changes meanwhile', () => {
    const slices = new ManualSlices();
    const events = createEventsStore();
    events.apply(manyEvents(20_000), { at: NOW, fromHistory: false });
    let told = 0;
    const parts = new PartitionedEvents(rule, slices, () => told++);
    const first = parts.look(events.getState().rows);
    const [firstBlocks = new RowList<EventRow>()] = first;
    expect(firstBlocks.length).toBeGreaterThan(100);
    expect(parts.looked).toBeLessThan(20_000);
    const seen = [...firstBlocks];
    slices.run();
    expect(told).toBe(1);
    expect([...firstBlocks]).toEqual(seen);
    events.apply(
      [
        sampleEvent('newest', -5, { outcome: 'block' }),
        sampleEvent('e4', 4, { outcome: 'block' }),
        sampleEvent('e19000', 19_000, { outcome: 'block' }),
      ],
      { at: NOW, fromHistory: false },
    );
    const { rows } = events.getState();
    expect(ids(parts.look(rows))[0]?.slice(0, 3)).toEqual(['newest', 'e2', 'e3']);
    slices.runAll();
    expect(parts.looked).toBe(rows.length);
    expect(ids(parts.look(rows))).toEqual(expected(rows));
  });

  it('are the same ones as long as the list is', () => {
    const events = createEventsStore();
    events.apply(manyEvents(10), { at: NOW, fromHistory: false });
    const parts = new PartitionedEvents(rule, new ManualSlices(), () => undefined);
    expect(parts.look(events.getState().rows)).toBe(parts.look(events.getState().rows));
  });
});
