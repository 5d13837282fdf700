import { describe, expect, it } from 'vitest';

import { addDays, dayBounds, daysBetween, readTimeZone, UTC } from '../../../src/server/base/days.ts';

const HOUR = 60 * 60 * 1000;

function bounds(date: string, tz: string) {
  const zone = readTimeZone(tz, 'both');
  if (zone === undefined) {
    throw new Error(`${tz} was not read`);
  }
  const { from, to } = dayBounds(date, zone);
  return { from: new Date(from).toISOString(), hours: (to - from) / HOUR };
}

describe('dayBounds', () => {
  it('takes whole days in UTC', () => {
    expect(dayBounds('2026-03-02', UTC)).toEqual({
      from: Date.parse('2026-03-02T00:00:00Z'),
      to: Date.parse('2026-03-03T00:00:00Z'),
    });
  });

  it.each([
    ['+02:00', '2026-03-01T22:00:00.000Z'],
    ['-0530', '2026-03-02T05:30:00.000Z'],
    ['Z', '2026-03-02T00:00:00.000Z'],
    ['Europe/Oslo', '2026-03-01T23:00:00.000Z'],
    ['America/New_York', '2026-03-02T05:00:00.000Z'],
    ['Asia/Kolkata', '2026-03-01T18:30:00.000Z'],
  ])('begins the day at midnight in %s', (tz, from) => {
    expect(bounds('2026-03-02', tz)).toEqual({ from, hours: 24 });
  });

  it('has 23 and 25 hours when the clocks change', () => {
    expect(bounds('2026-03-29', 'Europe/Oslo').hours).toBe(23);
    expect(bounds('2026-10-25', 'Europe/Oslo').hours).toBe(25);
    expect(bounds('2026-04-05', 'Pacific/Auckland')).toEqual({ from: '2026-04-04T11:00:00.000Z', hours: 25 });
    expect(bounds('2026-10-26', 'Europe/Oslo').from).toBe('2026-10-25T23:00:00.000Z');
  });

  it('begins with the change when the clocks skip midnight', () => {
    expect(bounds('2026-04-24', 'Africa/Cairo')).toEqual({ from: '2026-04-23T22:00:00.000Z', hours: 23 });
  });
});

describe('readTimeZone', () => {
  it.each(['Mars/Olympus', '+25:00', '+01:60', '02:00', '+2', ''])('does not read %j', (text) => {
    expect(readTimeZone(text, 'both')).toBeUndefined();
  });

  it('reads only the format that was chosen', () => {
    expect(readTimeZone('+02:00', 'iana')).toBeUndefined();
    expect(readTimeZone('Europe/Oslo', 'offset')).toBeUndefined();
    expect(readTimeZone('Europe/Oslo', 'iana')?.(Date.parse('2026-07-01'))).toBe(2 * HOUR);
    expect(readTimeZone('-01:30', 'offset')?.(0)).toBe(-1.5 * HOUR);
  });
});

describe('dates', () => {
  it('are counted over the ends of months and leap days', () => {
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
    expect(daysBetween('2026-03-01', '2026-02-27')).toBe(-2);
  });
});
