import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import {
  clockColumns,
  formatAge,
  formatAgo,
  formatClock,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatMinute,
  formatTimeOfDay,
  parseTime,
  partOfMillisecond,
  parseUsualTime,
} from '../../src/lib/format-time.ts';

const NOW = Date.UTC(2026, 2, 2, 9, 47, 31);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Far from UTC, and half an hour beside the full one.
beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  expect(new Date(NOW).getTimezoneOffset()).toBe(-330);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('parseTime', () => {
  it.each([
    ['2026-03-02T09:47:31Z', NOW],
    ['2026-03-02T09:47:31.250Z', NOW + 250],
    ['2026-03-02T09:47:31.250999Z', NOW + 250],
    ['2026-03-02T09:47Z', NOW - 31 * SECOND],
    ['2026-03-02T11:47:31+02:00', NOW],
    ['2026-03-02T04:17:31-0530', NOW],
    ['2026-03-02T09:47:31', NOW],
    ['2026-03-02 09:47:31', NOW],
    ['2026-03-02 09:47:31Z', NOW],
    ['2026-03-02T11:47:31+02', NOW],
    ['2026-03-02T11:47:31.250+0200', NOW + 250],
    ['2026-03-02t09:47:31z', NOW],
    ['2026-03-02T09:46:60Z', NOW - 31 * SECOND],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2026-03-02', NOW - 9 * HOUR - 47 * MINUTE - 31 * SECOND],
  ])('%s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it.each([
    undefined,
    '',
    'yesterday',
    'March 7',
    '1',
    '1772444851',
    '2026-13-01T00:00:00Z',
    '2026-03-02T25:00:00Z',
    'T',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-02-29t00:00:00z',
    '2026-04-31T00:00:00+02',
    '2026-03-02T09:47:61Z',
    '2026-03-02T09:47:31+24',
    '2026-03-02T09:47:31+01:60',
    '2026-03-02T24:00:00.5Z',
    '2026-03-00T00:00:00Z',
  ])('%s is no time', (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe('a time in the usual form', () => {
  const two = fc.integer({ min: 0, max: 61 }).map((number) => String(number).padStart(2, '0'));

  /** As Date reads it, but no day that its month does not have, and a leap second as the moment behind it. */
  const reference = (date: string, clock: string, second: string, fraction: string) => {
    const isDay = new Date(`${date}T00:00:00Z`);
    const time = Date.parse(`${date}T${clock}:${second === '60' ? '59' : second}${fraction}Z`);
    return Number.isNaN(isDay.getTime()) || !isDay.toISOString().startsWith(date) || Number.isNaN(time)
      ? undefined
      : time + (second === '60' ? SECOND : 0);
  };

  it('is read as Date does, or is none', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9999 }),
        fc.array(two, { minLength: 5, maxLength: 5 }),
        fc.constantFrom('', '.000', '.7', '.250', '.25x'),
        (year, [month, day, hour, minute, second], fraction) => {
          const date = `${String(year).padStart(4, '0')}-${month}-${day}`;
          const text = `${date}T${hour}:${minute}:${second}${fraction}Z`;
          expect(parseTime(text)).toBe(reference(date, `${hour}:${minute}`, second ?? '', fraction));
        },
      ),
      { numRuns: 1000 },
    );
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        const text = date.toISOString();
        expect(parseTime(text)).toBe(text.length === 24 ? date.getTime() : undefined);
        expect(parseUsualTime(text) ?? date.getTime()).toBe(date.getTime());
      }),
    );
  });
});

describe('a time of the day', () => {
  it('has no date today, and one on another day', () => {
    expect(formatClock(NOW - HOUR, NOW, 'utc')).toBe('08:47:31Z');
    expect(formatClock(NOW - DAY, NOW, 'utc')).toBe('03-01 09:47Z');
    expect(formatClock(NOW + DAY, NOW, 'utc')).toBe('03-03 09:47Z');
  });

  it('has the year where it is another one', () => {
    expect(formatClock(NOW - 365 * DAY, NOW, 'utc')).toBe('2025-03-02 09:47Z');
    expect(formatClock(NOW + 365 * DAY, NOW, 'utc')).toBe('2027-03-02 09:47Z');
    const newYear = Date.UTC(2027, 0, 1);
    expect(formatClock(newYear - SECOND, newYear - SECOND, 'utc')).toBe('23:59:59Z');
    expect(formatClock(newYear - SECOND, newYear, 'utc')).toBe('2026-12-31 23:59Z');
    // It is the year after already where clocks are ahead.
    expect(formatClock(newYear - SECOND, newYear, 'local')).toBe('05:29:59');
    expect(formatClock(newYear - DAY, newYear - 5 * HOUR, 'local')).toBe('2026-12-31 05:30');
  });

  it.each(['utc', 'local', 'age'] as const)('takes no more columns than reckoned, as %s', (style) => {
    const some = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 11, 31) });
    const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata'];
    fc.assert(
      fc.property(fc.constantFrom(...zones), some, some, some, (zone, time, other, now) => {
        vi.stubEnv('TZ', zone);
        const columns = clockColumns(Math.min(time, other), Math.max(time, other), now, style);
        expect(formatClock(time, now, style).length).toBeLessThanOrEqual(columns);
      }),
      { numRuns: 300 },
    );
    expect(clockColumns(NOW - DAY, NOW, NOW, 'utc')).toBe(12);
    expect(clockColumns(NOW - DAY, NOW, NOW, 'local')).toBe(12);
  });

  it('may be an age', () => {
    expect(formatClock(NOW - 3 * MINUTE, NOW, 'age')).toBe('3m');
    expect(formatClock(NOW + 5 * SECOND, NOW, 'age')).toBe('in 5s');
  });

  it('may be local', () => {
    expect(formatClock(NOW, NOW, 'local')).toBe('15:17:31');
    expect(formatClock(NOW - 16 * HOUR, NOW, 'local')).toBe('03-01 23:17');
    expect(formatDateTime(NOW + 10 * HOUR, 'local')).toBe('2026-03-03 01:17:31+05:30');
  });
});

describe('a date', () => {
  it('is written in UTC', () => {
    expect(formatDate(NOW)).toBe('2026-03-02');
    expect(formatDate(NOW - 10 * HOUR)).toBe('2026-03-01');
    expect(formatDateTime(NOW, 'utc')).toBe('2026-03-02 09:47:31Z');
    expect(formatDateTime(0, 'utc')).toBe('1970-01-01 00:00:00Z');
    expect(formatMinute(NOW, 'utc')).toBe('2026-03-02 09:47Z');
    expect(formatTimeOfDay(NOW, 'utc')).toBe('09:47:31Z');
  });

  it('is written in the local zone with its offset', () => {
    expect(formatMinute(NOW, 'local')).toBe('2026-03-02 15:17+05:30');
    expect(formatTimeOfDay(NOW, 'local')).toBe('15:17:31+05:30');
  });
});

describe('the first and the last times', () => {
  it.each([
    ['0000-01-01T00:00:00Z', '0000-01-01 00:00:00Z', '0000-01-01 05:53:28+05:53:28'],
    ['0001-01-01T00:00:00Z', '0001-01-01 00:00:00Z', '0001-01-01 05:53:28+05:53:28'],
    ['1969-12-31T23:59:59Z', '1969-12-31 23:59:59Z', '1970-01-01 05:29:59+05:30'],
    ['1970-01-01T00:00:00Z', '1970-01-01 00:00:00Z', '1970-01-01 05:30:00+05:30'],
    ['9999-12-31T18:29:59Z', '9999-12-31 18:29:59Z', '9999-12-31 23:59:59+05:30'],
    ['9999-12-31T23:59:59Z', '9999-12-31 23:59:59Z', '10000-01-01 05:29:59+05:30'],
    ['9999-12-31T23:59:59-05:00', '10000-01-01 04:59:59Z', '10000-01-01 10:29:59+05:30'],
    ['0000-01-01T00:00:00+10:00', '-0001-12-31 14:00:00Z', '-0001-12-31 19:53:28+05:53:28'],
  ])('%s is %s, and here %s', (text, utc, local) => {
    const time = parseTime(text) as number;
    expect(formatDateTime(time, 'utc')).toBe(utc);
    expect(formatDateTime(time, 'local')).toBe(local);
    expect(formatDate(time)).toBe(utc.replace(/ .*/, ''));
    expect(formatClock(time, NOW, 'utc')).toBe(utc.replace(/:\d\dZ$/, 'Z'));
    expect(formatClock(time, NOW, 'age')).toMatch(/^(in )?\d+d$/);
  });

  it('are apart from now by as many days as it is', () => {
    expect(formatClock(Date.parse('0001-01-01T00:00:00Z'), NOW, 'age')).toBe('739676d');
    expect(formatClock(Date.parse('9999-12-31T23:59:59Z'), NOW, 'age')).toBe('in 2912382d');
  });
});

describe('what no calendar of four-digit years holds', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, 8.64e15, -8.64e15, Date.UTC(10_000, 1, 1)])('%d', (time) => {
    for (const style of ['utc', 'local', 'age'] as const) {
      expect(formatClock(time, NOW, style)).toBe('not a time');
    }
    expect(formatDateTime(time, 'utc')).toBe('not a time');
    expect(formatDateTime(time, 'local')).toBe('not a time');
    expect(formatDate(time)).toBe('not a time');
  });
});

describe('an age', () => {
  it.each([
    [0, '0s'],
    [999, '0s'],
    [4 * SECOND, '4s'],
    [59_999, '59s'],
    [MINUTE, '1m'],
    [HOUR - 1, '59m'],
    [HOUR, '1h'],
    [47 * HOUR, '47h'],
    [2 * DAY, '2d'],
    [400 * DAY, '400d'],
    [-999, '0s'],
    [-SECOND, 'in 1s'],
    [-3 * HOUR, 'in 3h'],
  ])('of %d ms is %s', (milliseconds, age) => {
    expect(formatAge(milliseconds)).toBe(age);
  });
});

it.each([
  [4 * SECOND, '4s ago'],
  [0, '0s ago'],
  [1 - MINUTE, '0s ago'],
  [-MINUTE, 'in 1m'],
  [-3 * DAY, 'in 3d'],
])('says of what was %d ms ago: %s', (milliseconds, words) => {
  expect(formatAgo(milliseconds)).toBe(words);
});

it.each([
  ['2026-03-02T09:00:00Z', 0],
  ['2026-03-02T09:00:00.123Z', 0],
  ['2026-03-02T09:00:00.1234Z', 0.4],
  ['2026-03-02T09:00:00.1234', 0.4],
  ['2026-03-02T09:00:00.123456789+05:30', 0.456789],
  ['2026-03-02T09:00:00.123000000z', 0],
  [undefined, 0],
])('has of %s the part of a millisecond %d', (text, part) => {
  expect(partOfMillisecond(text)).toBe(part);
});

describe('a countdown', () => {
  it.each([
    [18_000, '0:18'],
    [17_001, '0:18'],
    [60_000, '1:00'],
    [3_605_000, '60:05'],
    [1, '0:01'],
    [0, '0:00'],
    [-5000, '0:00'],
  ])('of %d ms is %s', (milliseconds, countdown) => {
    expect(formatCountdown(milliseconds)).toBe(countdown);
  });
});
