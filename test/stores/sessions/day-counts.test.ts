import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { calendarSchema } from '../../../src/contract/session.ts';
import { receive } from '../../../src/stores/base/resource-store.ts';
import { selectDayCounts } from '../../../src/stores/sessions/day-counts.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import { listingOf, NOW, sampleSession } from '../../helpers/sample-data.ts';

let stores: Stores;
const countOn = (date: string, zone: 'utc' | 'local' = 'local') => {
  const counts = selectDayCounts(stores, zone);
  return counts?.days.find((day) => day.date === date)?.count ?? counts?.otherwise;
};

/** One that began in the evening in UTC, at night in India, and went on for some hours. */
const overnight = (id: string) =>
  sampleSession(id, 0, { created_at: '2026-02-20T20:00:00Z', modified_at: '2026-02-21T20:00:00Z' });

const server = (...days: readonly (readonly [string, number])[]) =>
  calendarSchema.parse({ days: days.map(([date, count]) => ({ date, count })), total_count: 0 });

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  stores = createStores();
  receive(stores.calendar, server(['2026-02-20', 1]), NOW);
  receive(stores.sessions, listingOf([overnight('a')]), NOW);
});
afterEach(() => vi.unstubAllEnvs());

describe('the counts of days', () => {
  it('are those of the zone where every session is in the list', () => {
    expect(selectDayCounts(stores, 'local')?.by).toBe('zone');
    expect(countOn('2026-02-20')).toBe(0);
    expect(countOn('2026-02-21')).toBe(1);
  });

  it('are those of the server in UTC', () => {
    expect(selectDayCounts(stores, 'utc')?.by).toBe('server');
    expect(countOn('2026-02-20', 'utc')).toBe(1);
    expect(countOn('2026-02-19', 'utc')).toBeUndefined();
  });

  it('go by the last activity where those of the server do', () => {
    receive(stores.calendar, server(['2026-02-20', 0], ['2026-02-21', 1]), NOW);
    expect(countOn('2026-02-22')).toBe(1);
  });

  it.each([
    ['the list is not read to its end', { total: 2 }],
    ['a row of it is damaged', { damaged: [{ index: 0, problem: 'no id' }] }],
    ['it is being read', { reading: { read: 1, of: 1 } }],
  ])('are those of the server where %s', (_why, listing) => {
    receive(stores.sessions, { ...listingOf([overnight('a')]), ...listing } as never, NOW);
    expect(selectDayCounts(stores, 'local')).toMatchObject({ by: 'server', days: [{ date: '2026-02-20' }] });
  });

  it('are those of the server where the list is narrowed', () => {
    updatePane(stores.view, 'sessions', { branch: 'main' });
    expect(selectDayCounts(stores, 'local')?.by).toBe('server');
  });

  it('are not known before anything was read', () => {
    expect(selectDayCounts(createStores(), 'local')).toBeUndefined();
  });
});
