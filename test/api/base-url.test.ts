import { describe, expect, test } from 'vitest';

import { BaseUrlError, isLoopbackHost, parseBaseUrl } from '../../src/api/base-url.ts';

describe('a base URL', () => {
  test.each([
    ['https://api.example/api/v1', 'https://api.example/api/v1'],
    ['https://api.example/api/v1/', 'https://api.example/api/v1'],
    ['https://api.example/api/v1///', 'https://api.example/api/v1'],
    ['  https://api.example/api/v1\n', 'https://api.example/api/v1'],
    ['https://api.example', 'https://api.example/'],
    ['https://api.example:8443/v1', 'https://api.example:8443/v1'],
    ['HTTPS://API.example/Path', 'https://api.example/Path'],
    ['https://xn--pple-43d.example/v1', 'https://xn--pple-43d.example/v1'],
    ['http://127.0.0.1:3000/api/v1', 'http://127.0.0.1:3000/api/v1'],
    ['http://127.8.9.10/v1', 'http://127.8.9.10/v1'],
    ['http://localhost:3000/api/v1', 'http://localhost:3000/api/v1'],
    ['http://[::1]:3000/api/v1', 'http://[::1]:3000/api/v1'],
    ['http://2130706433/v1', 'http://127.0.0.1/v1'],
    ['http://0x7f.1/v1', 'http://127.0.0.1/v1'],
  ])('%s is read as %s', (text, href) => {
    expect(parseBaseUrl(text).href).toBe(href);
  });

  test.each([
    ['', /is not a URL.*looks like/],
    ['api.example/api/v1', /is not a URL.*looks like/],
    ['https:/api.example/v1', /is not a URL/],
    ['https:\\\\api.example\\v1', /is not a URL/],
    ['https://%65vil.example/v1', /is not a URL/],
    ['ftp://api.example/v1', /must begin with https/],
    ['http://api.example/api/v1', /in the clear to api\.example\. Use https/],
    ['http://127.0.0.1.nip.io/v1', /in the clear/],
    ['http://localhost.example/v1', /in the clear/],
    ['http://128.0.0.1/v1', /in the clear/],
    ['http://[::2]/v1', /in the clear/],
    ['http://0.0.0.0/v1', /in the clear/],
    ['https://user@api.example/v1', /user name.*Leave it out/],
    ['https://user:pass@api.example/v1', /user name/],
    ['https://127.0.0.1@evil.example/v1', /user name/],
    ['https://api.example/v1?x=1', /query or a fragment/],
    ['https://api.example/v1?', /query or a fragment/],
    ['https://api.example/v1#', /query or a fragment/],
    ['https://api.example/a b', /space or a control/],
    ['https://api.exa\tmple/v1', /space or a control/],
    ['https://api.exam\u0000ple/v1', /space or a control/],
    ['https://аpi.example/v1', /not ASCII/],
    ['https://api.example/\u202e', /not ASCII/],
  ])('%j is refused', (text, sentence) => {
    expect(() => parseBaseUrl(text)).toThrow(BaseUrlError);
    expect(() => parseBaseUrl(text)).toThrow(sentence);
  });

  test('a key or a password that was pasted into it is not repeated', () => {
    for (const text of [
      'sk_live_canary',
      'https://sk_live_canary@x.example',
      'https://x.example/?k=canary',
    ]) {
      expect(() => parseBaseUrl(text)).toThrow();
      expect(() => parseBaseUrl(text)).not.toThrow(/canary/);
    }
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.255.255.254', true],
  ['localhost', true],
  ['[::1]', true],
  ['127.0.0.1.nip.io', false],
  ['localhost.', false],
  ['10.0.0.1', false],
  ['[::ffff:127.0.0.1]', false],
])('%s is loopback: %s', (host, expected) => {
  expect(isLoopbackHost(host)).toBe(expected);
});
