import { inspect } from 'node:util';

import { describe, expect, test } from 'vitest';

import { ApiKeyError, parseApiKey } from '../../src/api/api-key.ts';

const SECRET = 'sk_live_canary';

describe('reading a key', () => {
  test.each([SECRET, `${SECRET}\n`, `${SECRET}\r\n`])('%j is one', (text) => {
    expect(parseApiKey(text).reveal()).toBe(SECRET);
  });

  test.each([
    ['', /empty/],
    ['\n', /empty/],
    ['rk_live_canary', /registration key/],
    ['as_live_canary', /agent secret/],
    ['sk_live_', /must begin with sk_live_/],
    ['sk_test_canary', /must begin with sk_live_/],
    ['SK_LIVE_canary', /must begin with sk_live_/],
    [` ${SECRET}`, /no spaces/],
    [`${SECRET} `, /no spaces/],
    [`${SECRET}\n\n`, /no spaces/],
    [`${SECRET}\r\nX-Evil: canary`, /no spaces/],
    ['sk_live_canär', /must begin with sk_live_/],
    [`${SECRET}\u0000`, /must begin with sk_live_/],
  ])('%j is refused, and never repeated', (text, sentence) => {
    expect(() => parseApiKey(text)).toThrow(ApiKeyError);
    expect(() => parseApiKey(text)).toThrow(sentence);
    expect(() => parseApiKey(text)).not.toThrow(/canary|canär|Evil/);
  });
});

test('no way to print a key prints it', () => {
  const key = parseApiKey(SECRET);
  const printed = [
    String(key),
    `${key.toString()}`,
    JSON.stringify({ key }),
    inspect(key, { showHidden: true, depth: 9 }),
    inspect({ nested: [key] }, { depth: 9 }),
    JSON.stringify(Object.entries(key)),
    JSON.stringify(structuredClone({ ...key })),
  ];
  expect(printed.join('\n')).not.toContain('canary');
  expect(printed[0]).toBe('sk_live_…');
});

test('a fingerprint distinguishes keys and is stable', () => {
  expect(parseApiKey(SECRET).fingerprint()).toMatch(/^[0-9a-f]{12}$/);
  expect(parseApiKey(SECRET).fingerprint()).toBe(parseApiKey(`${SECRET}\n`).fingerprint());
  expect(parseApiKey(SECRET).fingerprint()).not.toBe(parseApiKey(`${SECRET}2`).fingerprint());
});

test('echoes of the key are taken out of a text, however they are escaped', () => {
  const key = parseApiKey('sk_live_a"b/c');
  const text = `raw sk_live_a"b/c, JSON ${JSON.stringify('sk_live_a"b/c')}, URL ${encodeURIComponent('sk_live_a"b/c')}.`;
  expect(key.redact(text)).toBe('raw sk_live_…, JSON "sk_live_…", URL sk_live_….');
  expect(key.redact('nothing of sk_live_other')).toBe('nothing of sk_live_other');
});

test('the last four characters of a long key show which one it was', () => {
  const key = parseApiKey('sk_live_0123456789abcdef0123');
  expect(key.redact('Invalid key sk_live_0123456789abcdef0123 for org')).toBe(
    'Invalid key sk_live_…0123 for org',
  );
  expect(parseApiKey('sk_live_0123456789abcdef01"3').redact('"sk_live_0123456789abcdef01\\"3"')).toBe(
    '"sk_live_…"',
  );
});
