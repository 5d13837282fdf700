import { expect, it } from 'vitest';

import { parseTimeValue } from '../../../src/sync/governor/time-value.ts';
import { NOW } from '../../helpers/sample-data.ts';

it.each([
  ['nothing', undefined],
  ['an empty header', ' '],
  ['words', 'soon'],
  ['words with a number', 'wait 60'],
  ['a list', '60;w=60'],
  ['a negative number', '-5'],
  ['no finite number', 'Infinity'],
  ['a date that is none', 'Mon, 99 Zzz 2026 00:00:00 GMT'],
])('%s is no information', (_what, text) => {
  expect(parseTimeValue(text)).toBeUndefined();
});

it.each([
  ['a date of HTTP', new Date(NOW).toUTCString(), NOW, 'date'],
  ['a date of ISO 8601', new Date(NOW).toISOString(), NOW, 'date'],
  ['seconds since the epoch', String(NOW / 1000), NOW, 'epoch seconds'],
  ['the least of them', '1000000000', 1e12, 'epoch seconds'],
  ['milliseconds since the epoch', String(NOW + 1), NOW + 1, 'epoch milliseconds'],
  ['the least of them', '100000000000', 1e11, 'epoch milliseconds'],
])('%s is an instant', (_what, text, at, form) => {
  expect(parseTimeValue(text)).toEqual({ kind: 'instant', at, form });
});

it.each(['0', '0.25', '60', '999999999'])('%s is an amount whose unit is open', (text) => {
  expect(parseTimeValue(text)).toEqual({ kind: 'amount', amount: Number(text) });
});
