import { describe, expect, it } from 'vitest';

import { parseChoices, variantsOf } from '../../../src/server/base/choices.ts';
import { rateHeaders } from '../../../src/server/base/rate-headers.ts';

const NOW = Date.parse('2026-03-02T09:00:17.250Z');
const RESET = Date.parse('2026-03-02T09:01:00Z');

function headers(remaining: number, ...choose: string[]) {
  return rateHeaders({ limit: 600, remaining, resetAt: RESET }, NOW, 60, parseChoices(choose));
}

describe('rateHeaders', () => {
  it('has all four headers', () => {
    expect(headers(599)).toEqual({
      'X-RateLimit-Limit': '600',
      'X-RateLimit-Remaining': '599',
      'X-RateLimit-Reset': String(RESET / 1000),
      'Retry-After': '0',
    });
  });

  it('says how long to wait once nothing remains, rounded up', () => {
    expect(headers(0)['Retry-After']).toBe('43');
  });

  it.each([
    ['epoch-seconds', '1772442060'],
    ['epoch-milliseconds', '1772442060000'],
    ['delta-seconds', '43'],
    ['delta-milliseconds', '42750'],
    ['window-seconds', '60'],
    ['http-date', 'Mon, 02 Mar 2026 09:01:00 GMT'],
  ])('writes the reset as %s', (variant, expected) => {
    expect(headers(5, `rate-reset=${variant}`)['X-RateLimit-Reset']).toBe(expected);
  });

  it.each([
    ['seconds', '43'],
    ['milliseconds', '42750'],
    ['epoch-seconds', '1772442060'],
    ['epoch-milliseconds', '1772442060000'],
    ['http-date', 'Mon, 02 Mar 2026 09:01:00 GMT'],
  ])('writes the wait as %s', (variant, expected) => {
    expect(headers(0, `retry-after=${variant}`)['Retry-After']).toBe(expected);
  });

  it('covers every variant above', () => {
    expect(variantsOf('rate-reset')).toHaveLength(6);
    expect(variantsOf('retry-after')).toHaveLength(5);
  });

  it('can show the wait while requests remain', () => {
    expect(headers(5, 'retry-after-when-free=until-reset')['Retry-After']).toBe('43');
  });
});
