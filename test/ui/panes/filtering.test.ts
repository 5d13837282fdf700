import { beforeEach, describe, expect, it } from 'vitest';

import { createFilterTeller, type FilteredCount } from '../../../src/ui/panes/filtering.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const ALL: FilteredCount = { shown: 9000, filtering: undefined };
const PART: FilteredCount = { shown: 12, filtering: { looked: 4096, of: 9000 } };
const MORE: FilteredCount = { shown: 30, filtering: { looked: 8192, of: 9000 } };
const DONE: FilteredCount = { shown: 31, filtering: undefined };

describe('what is told of a list that is filtered', () => {
  let clock: VirtualClock;
  let tell: (current: FilteredCount) => FilteredCount;

  beforeEach(() => {
    clock = new VirtualClock();
    tell = createFilterTeller(clock);
  });

  it('stays as it was while a filter is quick, and is the result as soon as there is one', async () => {
    expect(tell(ALL)).toEqual(ALL);
    expect(tell(PART)).toEqual(ALL);
    await clock.advance(100);
    expect(tell(MORE)).toEqual(ALL);
    expect(tell(DONE)).toEqual(DONE);
  });

  it('is how far it has come once a filter is slow, however many keys were typed meanwhile', async () => {
    tell(ALL);
    tell(MORE);
    await clock.advance(200);
    expect(tell(PART)).toEqual(ALL);
    await clock.advance(50);
    expect(tell(PART)).toEqual(PART);
    expect(tell(MORE)).toEqual(MORE);
  });

  it('waits again with the next filter', async () => {
    tell(ALL);
    tell(PART);
    await clock.advance(1000);
    tell(DONE);
    expect(tell(PART)).toEqual(DONE);
  });

  it('is how far it has come where nothing was told before', () => {
    expect(tell(PART)).toEqual(PART);
  });
});
