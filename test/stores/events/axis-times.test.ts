import { describe, expect, it } from 'vitest';

import { bucketsOnAxis, selectShownTimes, timesOnAxis } from '../../../src/stores/events/event-histogram.ts';
import { coveredFrom } from '../../../src/stores/events/event-coverage.ts';
import { endOf } from '../../../src/stores/base/time-buckets.ts';
import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { NOW, sampleEvent } from '../../helpers/sample-data.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ALL = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

describe('the axis over events', () => {
  it.each([
    [59 * DAY, 59 * DAY],
    [61 * DAY, 60 * DAY],
    [NOW, 60 * DAY],
  ])('of which the oldest is %i ms old goes %i ms back', (age, back) => {
    const { since, until } = timesOnAxis(ALL, { oldest: NOW - age, newest: NOW }, NOW);
    expect(until).toBe(NOW + 1);
    expect(Math.abs(until - since - back)).toBeLessThanOrEqual(1);
  });

  it('goes as far back as a filter names, however far that is', () => {
    const named = { ...ALL, from: NOW - 400 * DAY };
    const { since } = timesOnAxis(named, { oldest: NOW - DAY, newest: NOW }, NOW);
    expect(since).toBe(NOW - 400 * DAY);
    const buckets = bucketsOnAxis({ since, until: NOW, named }, 124);
    expect([buckets.since <= since, endOf(buckets) >= NOW]).toEqual([true, true]);
  });

  it.each([
    ['the oldest event where all before was read', BEFORE_ALL_TIMES, NOW - 9 * HOUR],
    ['where what was read begins, if that is later', NOW - 5 * HOUR, NOW - 5 * HOUR],
    ['the oldest event where what was read begins before it', NOW - 30 * HOUR, NOW - 9 * HOUR],
  ])('begins with %s', (_name, coveredSince, since) => {
    const stores = createStores();
    stores.view.setState({ minute: NOW });
    stores.events.apply([sampleEvent('a', 9 * 3600), sampleEvent('b', 60)], { at: NOW, fromHistory: false });
    stores.events.setState({ coveredSince });
    expect(selectShownTimes(stores, NOW).since).toBe(since);
  });
});

describe('from when on all events are here', () => {
  const block = { filter: { outcome: 'block' }, since: NOW - 9 * HOUR, incomplete: 0 } as const;
  const all = [{ filter: {}, until: undefined }];
  const blocks = [{ filter: { outcome: 'block' }, until: undefined }] as const;
  const feed = { coveredSince: NOW - HOUR, coverage: [], droppedThrough: undefined };

  it('is not known before anything was read', () => {
    expect(coveredFrom({ ...feed, coveredSince: undefined }, all)).toBeUndefined();
  });

  it('is right behind the last one that was dropped', () => {
    expect(coveredFrom({ ...feed, droppedThrough: NOW - 2 * HOUR }, all)).toBe(NOW - HOUR);
    expect(coveredFrom({ ...feed, droppedThrough: NOW - 1000 }, all)).toBe(NOW - 999);
  });

  it('is as early as what was read for a filter, for that filter and any that lets less through', () => {
    const read = { ...feed, coverage: [block] };
    expect(coveredFrom(read, all)).toBe(NOW - HOUR);
    expect(coveredFrom(read, blocks)).toBe(NOW - 9 * HOUR);
    expect(coveredFrom(read, [{ filter: { outcome: 'block', type: 'audit' }, until: undefined }])).toBe(
      NOW - 9 * HOUR,
    );
    expect(coveredFrom(read, [{ filter: { outcome: 'review' }, until: undefined }])).toBe(NOW - HOUR);
    // Of several that are asked for, all have to be here.
    expect(coveredFrom(read, [...blocks, { filter: { outcome: 'review' }, until: undefined }])).toBe(
      NOW - HOUR,
    );
  });

  it('counts a part that ends only for what ends with it or before', () => {
    const read = { ...feed, coverage: [{ ...block, until: NOW - 3 * HOUR }] };
    const of = (until: number | undefined) => coveredFrom(read, [{ filter: { outcome: 'block' }, until }]);
    expect([of(undefined), of(NOW - 2 * HOUR), of(NOW - 3 * HOUR)]).toEqual([
      NOW - HOUR,
      NOW - HOUR,
      NOW - 9 * HOUR,
    ]);
  });
});
