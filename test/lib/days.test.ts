import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  addDays,
  addMonths,
  boundsOfDay,
  dayOf,
  isDate,
  utcDaysOf,
  weekdayOf,
  zoneName,
} from '../../src/lib/days.ts';

const HOUR = 60 * 60 * 1000;
const times = fc.integer({
  min: Date.parse('1975-01-01T00:00:00Z'),
  max: Date.parse('2090-01-01T00:00:00Z'),
});

describe('days in UTC', () => {
  it('go by the calendar', () => {
    expect(isDate('2024-02-29')).toBe(true);
    expect(isDate('2026-02-29')).toBe(false);
    expect(isDate('2026-2-9')).toBe(false);
    expect(dayOf(Date.parse('2026-03-02T23:59:59Z'), 'utc')).toBe('2026-03-02');
    expect(weekdayOf('2026-03-02')).toBe(0);
    expect(weekdayOf('2026-03-01')).toBe(6);
  });

  it('are counted in the first years, too', () => {
    expect(isDate('0001-01-01')).toBe(true);
    expect(addDays('0001-01-01', -1)).toBe('0000-12-31');
    expect(addMonths('0050-03-31', -1)).toBe('0050-02-28');
    expect(boundsOfDay('0001-01-01', 'utc').from).toBe(Date.parse('0001-01-01T00:00:00Z'));
    expect(dayOf(boundsOfDay('0001-01-01', 'local').from, 'local')).toBe('0001-01-01');
    expect(addDays('9999-12-30', 1)).toBe('9999-12-31');
  });

  it('are counted over months and years', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01');
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28');
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
    expect(addMonths('2026-11-15', 2)).toBe('2027-01-15');
  });
});

describe.each(['Europe/Oslo', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'])(
  'days in %s',
  (zone) => {
    beforeEach(() => vi.stubEnv('TZ', zone));
    afterEach(() => vi.unstubAllEnvs());

    it('hold each of their moments, and touch the days in UTC on which these lie', () => {
      fc.assert(
        fc.property(times, (time) => {
          const date = dayOf(time, 'local');
          const { from, to } = boundsOfDay(date, 'local');
          expect(from <= time && time < to).toBe(true);
          expect(utcDaysOf(date, 'local')).toContain(dayOf(time, 'utc'));
        }),
      );
    });

    it('follow each other without a gap', () => {
      fc.assert(
        fc.property(times, (time) => {
          const date = dayOf(time, 'local');
          expect(boundsOfDay(date, 'local').to).toBe(boundsOfDay(addDays(date, 1), 'local').from);
        }),
      );
    });
  },
);

describe('a day on which the clocks change', () => {
  beforeEach(() => vi.stubEnv('TZ', 'Europe/Oslo'));
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    ['2026-03-29', 23],
    ['2026-10-25', 25],
    ['2026-06-01', 24],
  ])('%s has %i hours', (date, hours) => {
    const { from, to } = boundsOfDay(date, 'local');
    expect((to - from) / HOUR).toBe(hours);
  });

  it('has the name of the zone', () => {
    expect(zoneName('local')).toBe('Europe/Oslo');
    expect(zoneName('utc')).toBe('UTC');
  });
});
