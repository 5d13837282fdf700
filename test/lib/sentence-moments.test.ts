import { afterEach, describe, expect, it, vi } from 'vitest';

import { momentsIn } from '../../src/lib/sentence-moments.ts';

const TOLD = Date.parse('2026-03-02T09:50:00Z');

afterEach(() => vi.unstubAllEnvs());

describe.each([
  ['America/New_York', 'at 04:47:31-05:00', 'at 2025-07-04 05:00:00-04:00', 'until 05:20-05:00'],
  ['Asia/Kolkata', 'at 15:17:31+05:30', 'at 2025-07-04 14:30:00+05:30', 'until 15:50+05:30'],
  ['Australia/Lord_Howe', 'at 20:47:31+11:00', 'at 2025-07-04 19:30:00+10:30', 'until 21:20+11:00'],
])('in %s', (zone, today, earlier, until) => {
  it('says the moments of a verdict as its clocks show them', () => {
    vi.stubEnv('TZ', zone);
    expect(momentsIn('local', 'It was unknown at 09:47:31Z.', TOLD)).toBe(`It was unknown ${today}.`);
    expect(momentsIn('local', 'It was seen at 2025-07-04 09:00:00Z.', TOLD)).toBe(`It was seen ${earlier}.`);
    expect(momentsIn('local', 'Look again until 10:20Z.', TOLD)).toBe(`Look again ${until}.`);
  });

  it('leaves them where the screen is in UTC, and what is none', () => {
    vi.stubEnv('TZ', zone);
    expect(momentsIn('utc', 'It was unknown at 09:47:31Z.', TOLD)).toBe('It was unknown at 09:47:31Z.');
    const other = 'evil 09:47:31Z at 99:00:00Z is at 2026-03-02T09:47:31Z';
    expect(momentsIn('local', other, TOLD)).toBe(other);
  });
});

it('says the day where it is another one here, and looks past midnight for what is still to come', () => {
  vi.stubEnv('TZ', 'Pacific/Apia');
  expect(momentsIn('local', 'It was seen at 23:30:00Z.', Date.parse('2026-03-02T23:59:00Z'))).toBe(
    'It was seen at 12:30:00+13:00.',
  );
  expect(momentsIn('local', 'It was seen at 01:00:00Z.', Date.parse('2026-03-02T23:59:00Z'))).toBe(
    'It was seen at 2026-03-02 14:00:00+13:00.',
  );
  expect(momentsIn('local', 'Look again until 00:20Z.', Date.parse('2026-03-02T23:50:00Z'))).toBe(
    'Look again until 13:20+13:00.',
  );
});

describe('on the next day', () => {
  const said = Date.parse('2026-03-01T23:58:30Z');
  const now = Date.parse('2026-03-02T00:01:00Z');
  const sentence = 'It was active at 23:58:10Z.';

  it('has the day with it, in UTC and here', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    expect(momentsIn('utc', sentence, said, now)).toBe('It was active at 2026-03-01 23:58:10Z.');
    expect(momentsIn('utc', sentence, said, said)).toBe(sentence);
    // The same day there.
    expect(momentsIn('local', sentence, said, now)).toBe('It was active at 05:28:10+05:30.');
    expect(momentsIn('local', sentence, said, now + 24 * 60 * 60 * 1000)).toBe(
      'It was active at 2026-03-02 05:28:10+05:30.',
    );
  });
});
