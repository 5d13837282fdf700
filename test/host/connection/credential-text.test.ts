import { expect, test } from 'vitest';

import { holdsCredential, withoutCredentials } from '../../../src/host/connection/credential-text.ts';

test.each(['sk_live_1', '--key=sk_live_1', 'https://a.example/?rk_live_x', 'as_live_', '"sk_live_1"'])(
  '%j holds a credential',
  (text) => {
    expect(holdsCredential(text)).toBe(true);
  },
);

test.each(['', 'task_live_1', 'sk_test_1', 'sk-live-1'])('%j holds none', (text) => {
  expect(holdsCredential(text)).toBe(false);
  expect(withoutCredentials(text)).toBe(text);
});

test('credentials are cut to their prefix, and names of the kinds stay', () => {
  expect(withoutCredentials('a sk_live_1-x%2c, b "rk_live_2" c')).toBe('a sk_live_… b "rk_live_…" c');
  expect(withoutCredentials('It needs an API key (sk_live_…).')).toBe('It needs an API key (sk_live_…).');
  expect(withoutCredentials('It must begin with sk_live_ and')).toBe('It must begin with sk_live_ and');
});
