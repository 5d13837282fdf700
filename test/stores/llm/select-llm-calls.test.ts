import { beforeEach, describe, expect, it } from 'vitest';

import {
  isLlmUnsettled,
  selectLlmCost,
  selectLlmSums,
  selectLlmTotals,
  selectSummedCompleteness,
  selectVisibleLlmCalls,
} from '../../../src/stores/llm/select-llm-calls.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { ManualSlices } from '../../helpers/manual-slices.ts';
import { listingOf, sampleCall, secondsAgo } from '../../helpers/sample-data.ts';

const MANY = 5000;

let slices: ManualSlices;
let stores: Stores;

/** All that a frame asks of the calls. */
function frame() {
  return {
    calls: selectVisibleLlmCalls(stores).length,
    summed: selectLlmSums(stores)?.all.calls,
    totals: selectLlmTotals(stores).length,
    charted: selectLlmCost(stores, 100, 'utc')?.counted,
  };
}

function settle(): ReturnType<typeof frame> {
  let now = frame();
  while (slices.isWaiting) {
    slices.run();
    now = frame();
  }
  return now;
}

beforeEach(() => {
  slices = new ManualSlices();
  stores = createStores({ slices });
  stores.llmCalls.setState({
    data: listingOf(
      Array.from({ length: MANY }, (_, index) =>
        sampleCall({
          id: `call-${index}`,
          timestamp: secondsAgo(index),
          provider: 'acme',
          model: index % 2 === 0 ? 'even' : 'odd',
          cost_usd: 1,
        }),
      ),
    ),
  });
});

describe('totals over calls that are still being read', () => {
  it('say how many they are made of, and not how many were read since', () => {
    settle();
    expect(selectSummedCompleteness(stores)).toBe('all');
    const { data } = stores.llmCalls.getState();
    const rows = [...(data?.rows ?? []), sampleCall({ id: 'one-more' })];
    stores.llmCalls.setState({ data: { ...listingOf(rows), total: MANY + 10 } });
    expect(frame().summed).toBe(MANY);
    expect(selectSummedCompleteness(stores)).toEqual({ read: MANY, of: MANY + 10 });
    settle();
    expect(selectSummedCompleteness(stores)).toMatchObject({ read: MANY + 1, of: MANY + 10 });
  });
});

describe('a filter over many calls', () => {
  it('is looked through in pieces, and says how far it has come', () => {
    settle();
    updatePane(stores.view, 'llm', { text: 'even' });
    const { calls } = frame();
    expect(calls).toBeGreaterThan(0);
    expect(calls).toBeLessThan(MANY / 2);
    expect(stores.visibleLlmCalls.filtering?.of).toBe(MANY);
    expect(isLlmUnsettled(stores)).toBe(true);
    expect(settle().calls).toBe(MANY / 2);
    expect(stores.visibleLlmCalls.filtering).toBeUndefined();
    expect(isLlmUnsettled(stores)).toBe(false);
  });

  it('adds up what passes once all of it is known, and keeps the figures from before until then', () => {
    const before = settle();
    expect(before).toEqual({ calls: MANY, summed: MANY, totals: 4, charted: MANY });
    updatePane(stores.view, 'llm', { text: 'even' });
    const { summed, totals, charted } = frame();
    expect({ summed, totals, charted }).toEqual({ summed: MANY, totals: 4, charted: MANY });
    expect(settle()).toEqual({ calls: MANY / 2, summed: MANY / 2, totals: 3, charted: MANY / 2 });
    updatePane(stores.view, 'llm', { text: '' });
    expect(settle()).toEqual(before);
  });

  it('follows what is typed meanwhile', () => {
    settle();
    for (const text of ['o', 'od', 'odd']) {
      updatePane(stores.view, 'llm', { text });
      frame();
      slices.run();
    }
    expect(settle()).toEqual({ calls: MANY / 2, summed: MANY / 2, totals: 3, charted: MANY / 2 });
  });
});

describe('figures over few calls', () => {
  it('are there at once', () => {
    stores.llmCalls.setState({ data: listingOf([sampleCall({ id: 'a', model: 'large', cost_usd: 2 })]) });
    expect(frame()).toMatchObject({ calls: 1, summed: 1 });
    expect(slices.isWaiting).toBe(false);
  });

  it('are none that a smaller screen has no room for', () => {
    settle();
    const wide = selectLlmCost(stores, 100, 'utc');
    expect(selectLlmCost(stores, (wide?.buckets ?? 0) - 1, 'utc')).toBeUndefined();
  });
});
