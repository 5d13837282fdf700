import fc from 'fast-check';
import { expect, it } from 'vitest';

import { eventCountField, type EventCountField } from '../../../src/stores/counts/event-count-fields.ts';
import { LiveEventCounts, type EventCounting } from '../../../src/stores/counts/live-event-counts.ts';
import { createEventsStore, type EventsStore } from '../../../src/stores/events/events-store.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { sampleEvent } from '../../helpers/sample-data.ts';

const NO_HOSTS = new Map<string, never>();
const by = (name: string): EventCounting => ({
  key: name,
  fields: [eventCountField(name) as EventCountField],
  passes: undefined,
});
const BY_PACKAGE = by('package');

function eventAt(index: number, name: string) {
  return sampleEvent(`event-${index}`, 10_000 - index, { subject: { package: name } });
}

function add(store: EventsStore, from: number, count: number, nameOf = (index: number) => `p${index % 7}`) {
  store.apply(
    Array.from({ length: count }, (_, index) => eventAt(from + index, nameOf(from + index))),
    { at: 0, fromHistory: false },
  );
}

function tally(live: LiveEventCounts, store: EventsStore, counting = BY_PACKAGE): Record<string, number> {
  const { groups } = live.look(store.getState().rows, counting, NO_HOSTS).counts;
  const tallied: Record<string, number> = {};
  for (const { values, count } of groups) {
    tallied[values[0] ?? ''] = count;
  }
  return tallied;
}

/** The same, counted the plain way. */
function plainTally(store: EventsStore): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { event } of store.getState().rows) {
    const name = event.subject?.package ?? '';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

it('is done in slices, says how far it has come, and is that of all in the end', () => {
  const slices = new ManualSlices();
  const store = createEventsStore();
  const live = new LiveEventCounts(slices);
  add(store, 0, 5000);
  const { counting } = live.look(store.getState().rows, BY_PACKAGE, NO_HOSTS);
  expect(counting).toEqual({ looked: 1024, of: 5000 });
  slices.run();
  expect(live.look(store.getState().rows, BY_PACKAGE, NO_HOSTS).counting).toEqual({ looked: 1280, of: 5000 });
  slices.runAll();
  expect(live.look(store.getState().rows, BY_PACKAGE, NO_HOSTS).counting).toBeUndefined();
  expect(tally(live, store)).toEqual(plainTally(store));
});

it('never falls back while older events come in by the thousand', () => {
  const slices = new ManualSlices();
  const store = createEventsStore();
  const live = new LiveEventCounts(slices);
  add(store, 0, 5000);
  live.look(store.getState().rows, BY_PACKAGE, NO_HOSTS);
  slices.runAll();
  for (let chunk = 1; chunk < 4; chunk++) {
    add(store, 5000 * chunk, 5000);
    let before = 5000 * chunk;
    for (let turn = 0; turn < 8; turn++) {
      const { counts, counting } = live.look(store.getState().rows, BY_PACKAGE, NO_HOSTS);
      expect(counts.rows).toBeGreaterThanOrEqual(before);
      expect(counting).toEqual({ looked: counts.rows, of: 5000 * (chunk + 1) });
      before = counts.rows;
      slices.run();
    }
    slices.runAll();
    expect(tally(live, store)).toEqual(plainTally(store));
  }
});

it('goes through what is new alone once all were counted', () => {
  const slices = new ManualSlices();
  const store = createEventsStore();
  const live = new LiveEventCounts(slices);
  let looked = 0;
  const watched: EventCounting = { ...BY_PACKAGE, key: 'watched', passes: () => ++looked > 0 };
  add(store, 0, 3000);
  tally(live, store, watched);
  slices.runAll();
  looked = 0;
  add(store, 3000, 20);
  expect(tally(live, store, watched)).toEqual(plainTally(store));
  expect(looked).toBe(20);
  expect(slices.isWaiting).toBe(false);
});

it('is that of the present list whatever came, changed and went while it was counted', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({ kind: fc.constant('add' as const), count: fc.integer({ min: 1, max: 3000 }) }),
          fc.record({ kind: fc.constant('change' as const), index: fc.nat({ max: 4000 }) }),
          fc.record({ kind: fc.constant('slice' as const) }),
          fc.record({ kind: fc.constant('look' as const) }),
        ),
        { maxLength: 25 },
      ),
      (steps) => {
        const slices = new ManualSlices();
        // The oldest are dropped past so many.
        const store = createEventsStore(4000);
        const live = new LiveEventCounts(slices);
        let next = 0;
        for (const step of steps) {
          if (step.kind === 'add') {
            add(store, next, step.count);
            next += step.count;
          } else if (step.kind === 'change') {
            store.update([eventAt(step.index, 'changed')]);
          } else if (step.kind === 'slice') {
            slices.run();
          } else {
            tally(live, store);
          }
        }
        tally(live, store);
        slices.runAll();
        expect(tally(live, store)).toEqual(plainTally(store));
      },
    ),
    { numRuns: 40 },
  );
});

it('is made anew by another field', () => {
  const store = createEventsStore();
  const live = new LiveEventCounts(new ManualSlices());
  add(store, 0, 10);
  tally(live, store);
  expect(tally(live, store, by('ecosystem'))).not.toHaveProperty('p0');
});

it('is made anew by another field while what came since is still being counted by the last one', () => {
  const slices = new ManualSlices();
  const store = createEventsStore();
  const live = new LiveEventCounts(slices);
  add(store, 0, 5000);
  tally(live, store);
  slices.runAll();
  add(store, 5000, 5000);
  tally(live, store);
  expect(tally(live, store, by('outcome'))).toEqual({ allow: 1024 });
  slices.runAll();
  expect(live.look(store.getState().rows, by('outcome'), NO_HOSTS).counting).toBeUndefined();
  expect(tally(live, store, by('outcome'))).toEqual({ allow: 10_000 });
});
