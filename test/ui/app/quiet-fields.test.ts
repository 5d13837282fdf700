import { describe, expect, it } from 'vitest';

import { SlicedFilter } from '../../../src/stores/base/live-filter.ts';
import { createConnectionStore } from '../../../src/stores/connection/connection-store.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { isQuiet } from '../../../src/ui/app/quiet-fields.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

describe('what can wait for the next tick', () => {
  it('is when events were read, how far they are complete and what was counted', () => {
    const before = {
      ...createStores().events.getState(),
      receivedAt: NOW,
      completeThrough: NOW,
      audit: 'day',
    };
    const later = {
      receivedAt: NOW + 2000,
      completeThrough: NOW + 2000,
      audit: 'week',
      gaps: [],
      damaged: [],
    };
    expect(isQuiet({ ...before, ...later }, before)).toBe(true);
  });

  it('is what a request took', () => {
    const { getState } = createConnectionStore();
    const budget = { limit: 60, remaining: 41, resetsAt: NOW };
    const before = { ...getState(), budget };
    expect(isQuiet({ ...before, budget: { ...budget, remaining: 40 } }, before)).toBe(true);
  });

  it('is neither a first answer nor anything that it brings, nor a failure', () => {
    const { events } = createStores();
    const before = events.getState();
    expect(isQuiet({ ...before, receivedAt: NOW }, before)).toBe(false);
    events.apply([sampleEvent('one', 1)], { at: NOW, fromHistory: false });
    expect(isQuiet(events.getState(), before)).toBe(false);
    expect(isQuiet({ ...before, failure: { message: 'no', at: NOW } }, before)).toBe(false);
    expect(isQuiet({ ...before, gaps: [{ since: 1, until: 2, missing: 3 }] }, before)).toBe(false);
  });

  it('is not the end of a filter, also where as many rows are looked at as for the one before', () => {
    const slices = new ManualSlices();
    const filter = new SlicedFilter<number>(slices, { step: 1500, least: 1000 });
    const rows = Array.from({ length: 3000 }, (_, index) => index);
    const look = (divisor: number) =>
      filter.look(rows, [divisor], [], () => (row: number) => row % divisor === 0);
    look(2);
    slices.runAll();
    let last: readonly object[] = [];
    filter.subscribe((...states) => {
      last = states;
    });
    look(3);
    slices.runAll();
    expect(look(3)).toHaveLength(1000);
    const [state = {}, before = {}] = last;
    expect(last).toHaveLength(2);
    expect(isQuiet(state, before)).toBe(false);
  });
});
