import { beforeEach, describe, expect, it } from 'vitest';

import { receive } from '../../../src/stores/base/resource-store.ts';
import { selectBlockCount } from '../../../src/stores/overview/select-block-counts.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const MINUTE = 60_000;
let stores: Stores;

function hold(...agos: readonly number[]): void {
  stores.events.apply(
    agos.map((ago) => sampleEvent(`block-${ago}`, ago, { outcome: 'block' })),
    { at: NOW, fromHistory: false },
  );
}

beforeEach(() => {
  stores = createStores();
  stores.events.setState({ completeThrough: NOW });
});

describe('the blocks of the last hour', () => {
  const count = (now = NOW) => selectBlockCount(stores, 'hour', now);

  it('are unknown before anything was read', () => {
    expect(count()).toBeUndefined();
  });

  it('are those of the feed where it reaches back so far, and others do not count', () => {
    stores.events.setState({ coveredSince: NOW - 61 * MINUTE });
    hold(0, 60, 3000, 4000);
    stores.events.apply([sampleEvent('fine', 5)], { at: NOW, fromHistory: false });
    expect(count()).toEqual({ count: 3, over: 60 * MINUTE, from: 'feed', counted: 'all' });
    expect(count(NOW + 59 * MINUTE)?.count).toBe(1);
  });

  it('follow an event whose outcome or time changes', () => {
    stores.events.setState({ coveredSince: NOW - 61 * MINUTE });
    hold(10, 20);
    stores.events.update([sampleEvent('block-10', 10, { outcome: 'allow' })]);
    expect(count()?.count).toBe(1);
    stores.events.update([sampleEvent('block-20', 7200, { outcome: 'block' })]);
    expect(count()?.count).toBe(0);
  });

  it('are not those that a server counts whose counts were found wrong', () => {
    stores.events.setState({ coveredSince: NOW - 5 * MINUTE, doubt: 'ignores-window' });
    hold(10);
    receive(stores.blockCounts, { hour: 7, day: 7 }, NOW);
    expect(count()).toMatchObject({ count: 1, from: 'feed', counted: { isUnverified: true } });
  });

  it('are those that the server counts where the feed does not reach back so far', () => {
    stores.events.setState({ coveredSince: NOW - 5 * MINUTE });
    hold(10);
    receive(stores.blockCounts, { hour: 7, day: undefined }, NOW);
    expect(count()).toEqual({ count: 7, over: 60 * MINUTE, from: 'server', counted: 'all' });
    expect(selectBlockCount(stores, 'day', NOW)).toEqual({
      count: 1,
      over: 5 * MINUTE,
      from: 'feed',
      counted: 'all',
    });
  });
});
