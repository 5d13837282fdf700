import { describe, expect, it } from 'vitest';

import { createConnectionStore } from '../../../src/stores/connection/connection-store.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { isQuiet } from '../../../src/ui/app/quiet-fields.ts';
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
});
