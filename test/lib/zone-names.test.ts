import { afterEach, expect, it, vi } from 'vitest';

import { zoneName } from '../../src/lib/days.ts';
import { currentZoneName } from '../../src/lib/zone-names.ts';

afterEach(() => vi.unstubAllEnvs());

const YEARS = [1990, 2010, 2026];

/** What a clock there shows in winter and summer of some years. */
function clocksIn(timeZone: string): readonly string[] {
  const format = new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'long' });
  return YEARS.flatMap((year) => [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)]).map((time) =>
    format.format(time),
  );
}

it('calls each zone by a name that means the same zone', () => {
  const names = Intl.supportedValuesOf('timeZone');
  const renamed = names.filter((name) => currentZoneName(name) !== name);
  expect(renamed.length).toBeGreaterThan(15);
  for (const name of renamed) {
    expect(clocksIn(currentZoneName(name))).toEqual(clocksIn(name));
  }
});

it.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Oslo', 'Europe/Oslo'],
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['UTC+3', '-03:00'],
  ['Nowhere/Else', 'UTC'],
  ['', 'UTC'],
])('a machine in %s is in %s', (set, name) => {
  vi.stubEnv('TZ', set);
  expect(zoneName('local')).toBe(name);
});
