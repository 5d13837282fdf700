import { describe, expect, it } from 'vitest';

import { momentOf, parseTimeArgument } from '../../../src/cli/events/time-argument.ts';
import { UsageError } from '../../../src/host/usage-error.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');

describe('a time on the command line', () => {
  it.each([
    ['2026-03-01T10:30:00Z', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01T10:30:00.250+02:00', '2026-03-01T08:30:00.250Z'],
    ['2026-03-01T10:30Z', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01T12:30:00+02', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01T12:30:00+0200', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01t10:30:00z', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01T10:29:60Z', '2026-03-01T10:30:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59.000Z'],
    ['1969-07-20', '1969-07-20T00:00:00.000Z'],
    ['1970-01-01', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['now', '2026-03-02T09:00:00.000Z'],
    ['30s', '2026-03-02T08:59:30.000Z'],
    ['15m', '2026-03-02T08:45:00.000Z'],
    ['2h', '2026-03-02T07:00:00.000Z'],
    ['3d', '2026-02-27T09:00:00.000Z'],
    ['1w', '2026-02-23T09:00:00.000Z'],
  ])('reads %s as %s', (text, moment) => {
    expect(new Date(momentOf(parseTimeArgument('--since', text), NOW)).toISOString()).toBe(moment);
  });

  it.each([
    '',
    'yesterday',
    '15',
    '15 m',
    '-15m',
    '15min',
    '1.5h',
    '9999999w',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-02-30t00:00:00+02',
    '2026-03-01T10:30:00',
    '2026-13-01',
    '1772355600',
    '２h',
  ])('refuses %j and names the forms that there are', (text) => {
    expect(() => parseTimeArgument('--since', text)).toThrow(UsageError);
    expect(() => parseTimeArgument('--since', text)).toThrow(
      /--since must be .*with its zone.*15m, 2h, 3d, 1w/,
    );
  });
});
