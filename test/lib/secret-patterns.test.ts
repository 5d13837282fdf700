import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { findSecrets, withoutSecrets } from '../../src/lib/secret-patterns.ts';

const kindsIn = (text: string) => findSecrets(text).map(({ kind }) => kind);

describe('what looks like a secret', () => {
  it.each([
    ['API key of this service', `key sk_live_${'a'.repeat(24)} here`],
    ['AWS access key', 'AKIAIOSFODNN7EXAMPLE'],
    ['GitHub token', `ghp_${'A1b2'.repeat(9)}`],
    ['npm token', `//registry/:_authToken=npm_${'x9Y8'.repeat(9)}`],
    ['JSON web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123456_-xyz'],
    ['password in a URL', 'postgres://app:hunter22@db/shop'],
    ['private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----'],
    ['what follows a word such as password', 'DB_PASSWORD="x7Kq92mZpL4w"'],
    [
      'what follows a word such as password',
      'the secret is Authorization: Bearer abcdef0123456789abcdef0123456789 ok',
    ],
    ['what follows a word such as password', '{"api_key": "9f8a7c6b5d4e3f2a1b0c"}'],
  ])('is found by its form: %s', (kind, text) => {
    expect(kindsIn(text)).toEqual([kind]);
  });

  it.each([
    'The password is wrong.',
    'const token = process.env.API_TOKEN_2;',
    'password: ${DB_PASSWORD_123456}',
    'src/auth/token-2.test.ts',
    'secret = aaaaaaaaaaaa1',
    'https://example.com/a:b@c',
    'risk_live_demo',
  ])('is not seen in plain words: %s', (text) => {
    expect(kindsIn(text)).toEqual([]);
  });

  it('is left out with its kind in its place, and the rest stays', () => {
    const text = `before AKIAIOSFODNN7EXAMPLE between sk_live_${'b'.repeat(20)} after`;
    expect(withoutSecrets(text)).toBe(
      'before [AWS access key left out] between [API key of this service left out] after',
    );
  });

  it('is never left in what had secrets taken out, whatever stands around them', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const key = `AKIA${'Z'.repeat(16)}`;
        const cleaned = withoutSecrets(`${before} ${key} ${after}`);
        expect(cleaned).not.toContain(key);
      }),
    );
  });
});
