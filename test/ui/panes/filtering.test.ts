import { beforeEach, describe, expect, it } from 'vitest';

import { createSettledCount, type FilteredCount } from '../../../src/ui/panes/filtering.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const ALL: FilteredCount = { shown: 9000, filtering: undefined };
const PART: FilteredCount = { shown: 12, filtering: { looked: 4096, of: 9000 } };
const MORE: FilteredCount = { shown: 30, filtering: { looked: 8192, of: 9000 } };
const DONE: FilteredCount = { shown: 31, filtering: undefined };

describe('what is told of a list that is filtered', () => {
  let clock: VirtualClock;
  let settled: (current: FilteredCount) => FilteredCount;

  beforeEach(() => {
    clock = new VirtualClock();
    settled = createSettledCount(clock);
  });

  it('stays as it was while a filter is quick, and is the result as soon as there is one', async () => {
    expect(settled(ALL)).toEqual(ALL);
    expect(settled(PART)).toEqual(ALL);
    await clock.advance(100);
    expect(settled(MORE)).toEqual(ALL);
    expect(settled(DONE)).toEqual(DONE);
  });

  it('is how far it has come once a filter is slow, however many keys were typed meanwhile', async () => {
    settled(ALL);
    settled(MORE);
    await clock.advance(200);
    expect(settled(PART)).toEqual(ALL);
    await clock.advance(50);
    expect(settled(PART)).toEqual(PART);
    expect(settled(MORE)).toEqual(MORE);
  });

  it('waits again with the next filter', async () => {
    settled(ALL);
    settled(PART);
    await clock.advance(1000);
    settled(DONE);
    expect(settled(PART)).toEqual(DONE);
  });

  it('is how far it has come where nothing was told before', () => {
    expect(settled(PART)).toEqual(PART);
  });
});
