import fc from 'fast-check';
import { expect, it } from 'vitest';

import { bucketsOver, endOf } from '../../../src/stores/base/time-buckets.ts';

const SECOND = 1000;
const DAY = 86_400_000;

const NOW = Date.parse('2026-11-28T09:39:12Z');
/** As many buckets as strips have room for. */
const most = fc.integer({ min: 40, max: 200 });
const length = fc.integer({ min: 5 * 60 * SECOND, max: 30 * DAY });

/** How many buckets hold a range, of as many as there is room for. */
const needed = (long: number, room: number) =>
  Math.ceil(long / bucketsOver({ since: NOW - long, until: NOW }, room).step);

it('a range of time takes more than half of the room that there is for its buckets', () => {
  fc.assert(
    fc.property(length, most, (long, room) => {
      expect(needed(long, room)).toBeLessThanOrEqual(room);
      expect(needed(long, room)).toBeGreaterThan(room / 2 - 2);
    }),
  );
});

it('a day and some hours fill most of it', () => {
  const shares = [1, 3, 6, 12, 24, 48, 7 * 24].map((hours) => needed(hours * 3_600_000, 124) / 124);
  expect(shares.filter((share) => share < 0.7)).toEqual([]);
});

it('where as many as there is room for are made, those that are left over lie before the range', () => {
  fc.assert(
    fc.property(length, most, (long, room) => {
      const buckets = bucketsOver({ since: NOW - long, until: NOW }, room);
      expect(buckets.count).toBe(room);
      expect(buckets.since).toBeLessThanOrEqual(NOW - long);
      expect(endOf(buckets)).toBeGreaterThanOrEqual(NOW);
    }),
  );
});
