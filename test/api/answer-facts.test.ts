import { expect, test } from 'vitest';

import { readRateLimit, readServerDate } from '../../src/api/answer-facts.ts';

const asItIs = (text: string) => text;

test('the four headers are read as they were sent', () => {
  const headers = {
    'x-ratelimit-limit': '600',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '1772444851',
    'retry-after': 'Mon, 02 Mar 2026 09:47:31 GMT',
  };
  expect(readRateLimit(headers, asItIs)).toEqual({
    limit: 600,
    remaining: 0,
    reset: '1772444851',
    retryAfter: 'Mon, 02 Mar 2026 09:47:31 GMT',
  });
});

test('what is absent is undefined', () => {
  expect(readRateLimit({}, asItIs)).toEqual({
    limit: undefined,
    remaining: undefined,
    reset: undefined,
    retryAfter: undefined,
  });
});

test.each(['', ' ', 'many', '-1', 'Infinity', 'NaN'])('%j is no number of requests', (value) => {
  expect(readRateLimit({ 'x-ratelimit-remaining': value }, asItIs).remaining).toBeUndefined();
});

test('the first of several values counts', () => {
  const headers = { 'x-ratelimit-reset': ['5', '6'], 'x-ratelimit-limit': ['7', '8'] };
  expect(readRateLimit(headers as never, asItIs)).toMatchObject({ reset: '5', limit: 7 });
});

test('the date of the server is milliseconds since the epoch', () => {
  expect(readServerDate({ date: 'Mon, 02 Mar 2026 09:47:31 GMT' })).toBe(Date.parse('2026-03-02T09:47:31Z'));
  expect(readServerDate({ date: 'yesterday' })).toBeUndefined();
  expect(readServerDate({})).toBeUndefined();
});
