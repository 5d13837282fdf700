import { describe, expect, it } from 'vitest';

import { openDatabase, type Database } from '../../../src/server/db/database.ts';
import { countByKind } from '../../../src/server/db/event-counts.ts';
import { insertEvents } from '../../../src/server/db/events.ts';
import { insertOrganization } from '../../../src/server/db/organizations.ts';
import { seededRandom } from '../../../src/server/base/random.ts';
import { tinyEvent } from '../../helpers/tiny-organization.ts';

const HOUR = 3_600_000;
const SETTINGS = {
  seed: 1,
  agents: 1,
  events: 400,
  sessions: 0,
  eventsPerSecond: 0,
  policySyncSeconds: 1,
  until: Date.parse('2026-03-02T09:00:00Z'),
};

/** 400 events at random times over two days, stored in batches of 50 whose counts must add up. */
function fill(database: Database): readonly number[] {
  const random = seededRandom(5);
  const organization = insertOrganization(database, SETTINGS);
  const events = Array.from({ length: 400 }, (_, index) => ({
    ...tinyEvent(SETTINGS, index),
    timestamp: SETTINGS.until - Math.floor(random() * 48 * HOUR),
  }));
  for (let start = 0; start < events.length; start += 50) {
    database.transaction(() => insertEvents(database, organization, events.slice(start, start + 50)));
  }
  return events.map((event) => event.timestamp);
}

describe('countByKind', () => {
  it('counts any window as the events themselves do', () => {
    const database = openDatabase();
    const times = fill(database);
    const random = seededRandom(6);
    const anywhere = () => SETTINGS.until - Math.floor(random() * 50 * HOUR) + HOUR;
    const wholeHour = () => Math.floor(anywhere() / HOUR) * HOUR;
    const bounds = Array.from({ length: 200 }, (_, index) => (index % 3 === 0 ? wholeHour() : anywhere()));
    for (const from of [undefined, ...bounds]) {
      const to = random() < 0.2 ? undefined : random() < 0.3 ? (from ?? 0) + 1000 : anywhere();
      const counted = countByKind(database, 1, { from, to }).reduce((sum, kind) => sum + kind.count, 0);
      const expected = times.filter((time) => time >= (from ?? 0) && time < (to ?? Infinity)).length;
      expect(counted, `${from} to ${to}`).toBe(expected);
    }
    database.close();
  });

  it('knows nothing of other organizations', () => {
    const database = openDatabase();
    fill(database);
    const other = insertOrganization(database, SETTINGS);
    expect(countByKind(database, other, { from: undefined, to: undefined })).toEqual([]);
    expect(countByKind(database, other, { from: 0, to: undefined })).toEqual([]);
    database.close();
  });
});
