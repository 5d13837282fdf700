import { expect, it } from 'vitest';

import { millisecondsUntil } from '../../src/sync/rate-limit-reading.ts';
import { NOW } from '../helpers/sample-data.ts';

it.each([
  ['nothing', undefined, undefined],
  ['an empty header', ' ', undefined],
  ['words', 'soon', undefined],
  ['a negative number', '-5', undefined],
  ['no finite number', 'Infinity', undefined],
  ['seconds', '30', 30_000],
  ['no seconds at all', '0', 0],
  ['parts of a second', '0.25', 250],
  ['the most that still counts as seconds', '999999999', 999_999_999_000],
  ['an epoch in seconds', String((NOW + 42_000) / 1000), 42_000],
  ['an epoch in seconds that has passed', String((NOW - 42_000) / 1000), 0],
  ['an epoch in milliseconds', String(NOW + 1500), 1500],
  ['an epoch in milliseconds that has passed', String(NOW - 1500), 0],
  ['a date of HTTP', new Date(NOW + 60_000).toUTCString(), 60_000],
  ['a date of ISO 8601', new Date(NOW + 60_000).toISOString(), 60_000],
  ['a date that has passed', new Date(NOW - 60_000).toUTCString(), 0],
])('%s reads as milliseconds from now', (_what, value, expected) => {
  expect(millisecondsUntil(value, NOW)).toBe(expected);
});
