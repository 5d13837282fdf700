import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { formatClock, formatDateTime, parseTime } from '../../src/lib/format-time.ts';
import { clocksGoBackBetween, isShownTwice, momentAt, offsetText, onWall } from '../../src/lib/zoned-time.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Zones with and without changes of the clocks, of an hour and of half of one, and one that left out a day. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'Australia/Lord_Howe',
];

const anyTime = fc.integer({
  min: Date.parse('0001-01-01T00:00:00Z'),
  max: Date.parse('9999-12-31T23:59:59Z'),
});
const recent = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) });

afterEach(() => {
  vi.unstubAllEnvs();
});

/** What the clock of the zone shows at a time, as the zone data of the runtime has it in words. */
function shownIn(zone: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    era: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (time: number) => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
    return `${String(year).padStart(4, '0')}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
  };
}

describe.each(ZONES)('clocks in %s', (zone) => {
  it('show what the zone data says, and a detail can be read back', () => {
    vi.stubEnv('TZ', zone);
    const shown = shownIn(zone);
    const gregorian = fc.integer({
      min: Date.parse('1583-01-01T00:00:00Z'),
      max: Date.parse('9999-12-30T00:00:00Z'),
    });
    fc.assert(
      fc.property(fc.oneof(gregorian, recent), (time) => {
        const whole = Math.floor(time / 1000) * 1000;
        const text = formatDateTime(whole, 'local');
        expect(text.slice(0, 19)).toBe(shown(whole));
        expect(parseTime(text)).toBe(whole);
      }),
    );
  });

  it('show each time at the moment that it stands for', () => {
    vi.stubEnv('TZ', zone);
    fc.assert(
      fc.property(fc.oneof(anyTime, recent), (time) => {
        const wall = onWall(time, 'local');
        const date = new Date(wall);
        const sinceMidnight = ((wall % DAY) + DAY) % DAY;
        const first = momentAt(
          date.getUTCFullYear(),
          date.getUTCMonth() + 1,
          date.getUTCDate(),
          sinceMidnight,
          'local',
        );
        // Of two moments that look the same it is the first.
        expect(first <= time && onWall(first, 'local')).toBe(wall);
        expect(first !== time ? isShownTwice(time) : true).toBe(true);
      }),
    );
  });
});

describe('an hour that clocks show twice', () => {
  it.each([
    [
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '10-25 02:30+02:00',
      '10-25 02:30+01:00',
    ],
    [
      'America/New_York',
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
      '11-01 01:30-04:00',
      '11-01 01:30-05:00',
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-04T14:45:00Z',
      '2026-04-04T15:15:00Z',
      '04-05 01:45+11:00',
      '04-05 01:45+10:30',
    ],
  ])('has its offset in %s', (zone, first, second, ...shown) => {
    vi.stubEnv('TZ', zone);
    const now = Date.UTC(2026, 11, 1);
    const times = [first, second].map((text) => Date.parse(text));
    expect(times.map((time) => formatClock(time, now, 'local'))).toEqual(shown);
    expect(times.map((time) => formatClock(time, time, 'local').slice(-6))).toEqual(
      shown.map((text) => text.slice(-6)),
    );
    expect(times.map((time) => formatClock(time, now + 90 * DAY, 'local'))).toEqual(
      shown.map((text) => `2026-${text}`),
    );
    const [from = 0, to = 0] = times;
    expect([isShownTwice(from - HOUR), isShownTwice(to + HOUR)]).toEqual([false, false]);
    expect(clocksGoBackBetween(from - 60 * DAY, to + 60 * DAY)).toBe(true);
    expect(clocksGoBackBetween(from - 60 * DAY, to - 9 * DAY)).toBe(false);
  });

  it.each(['UTC', 'Asia/Kolkata', 'Pacific/Apia'])('is not there in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    const start = Date.UTC(2026, 0, 1);
    expect(
      Array.from({ length: 365 * 2 }, (_, half) => isShownTwice(start + half * 12 * HOUR)),
    ).not.toContain(true);
    expect(clocksGoBackBetween(start, start + 365 * DAY)).toBe(false);
  });

  it('is none where clocks are put forward, not even by a day', () => {
    vi.stubEnv('TZ', 'Pacific/Apia');
    const leap = Date.parse('2011-12-30T10:00:00Z');
    expect([leap - HOUR, leap, leap + HOUR].map(isShownTwice)).toEqual([false, false, false]);
    expect(formatDateTime(leap - 1000, 'local')).toBe('2011-12-29 23:59:59-10:00');
    expect(formatDateTime(leap, 'local')).toBe('2011-12-31 00:00:00+14:00');
  });
});

describe('an offset', () => {
  it('has seconds where clocks went by the sun', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(offsetText(Date.UTC(1800, 0, 1), 'local')).toBe('+00:53:28');
    expect(offsetText(Date.UTC(2026, 6, 1), 'local')).toBe('+02:00');
    expect(offsetText(Date.UTC(2026, 6, 1), 'utc')).toBe('Z');
  });
});
