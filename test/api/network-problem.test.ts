import { describe, expect, test } from 'vitest';

import { networkFailureFrom, timeoutFailure } from '../../src/api/network-problem.ts';

const BASE_URL = new URL('https://api.example:8443/api/v1');
const PATIENCE = { connect: 5000, headers: 15_000, body: 15_000, total: 60_000 };

function systemError(code: string, syscall?: string, message = 'sk_live_canary'): Error {
  return Object.assign(new Error(message), { code, ...(syscall === undefined ? {} : { syscall }) });
}

const read = (error: unknown) => networkFailureFrom(error, BASE_URL, PATIENCE);

test.each([
  [systemError('ENOTFOUND', 'getaddrinfo'), 'name', true],
  [systemError('EAI_AGAIN', 'getaddrinfo'), 'name', true],
  [systemError('ECONNREFUSED', 'connect'), 'connect', true],
  [systemError('EHOSTUNREACH', 'connect'), 'connect', true],
  [systemError('ETIMEDOUT', 'connect'), 'connect', true],
  [new AggregateError([systemError('ECONNREFUSED', 'connect')]), 'connect', true],
  [new TypeError('fetch failed', { cause: systemError('ENOTFOUND', 'getaddrinfo') }), 'name', true],
  [systemError('UND_ERR_PRX_CONN'), 'connect', true],
  [
    systemError('UND_ERR_ABORTED', undefined, 'Proxy response (407) !== 200 when HTTP Tunneling'),
    'connect',
    true,
  ],
  [systemError('CERT_HAS_EXPIRED'), 'tls', true],
  [systemError('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', true],
  [systemError('SELF_SIGNED_CERT_IN_CHAIN'), 'tls', true],
  [systemError('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls', true],
  [systemError('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', true],
  [systemError('UND_ERR_PRX_TLS'), 'tls', true],
  // A handshake of today may go on after the request was sent.
  [systemError('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'tls', false],
  [systemError('EPROTO', 'write'), 'tls', false],
  [systemError('HPE_INVALID_CONSTANT'), 'not-http', false],
  [Object.assign(new Error('sk_live_canary'), { name: 'HTTPParserError' }), 'not-http', false],
  [systemError('UND_ERR_HEADERS_OVERFLOW'), 'not-http', false],
  [systemError('ECONNRESET', 'read'), 'reset', false],
  [systemError('EPIPE', 'write'), 'reset', false],
  // The route to a connected peer can vanish.
  [systemError('EHOSTUNREACH', 'read'), 'reset', false],
  [systemError('UND_ERR_SOCKET'), 'reset', false],
  [new Error('sk_live_canary'), 'reset', false],
  ['sk_live_canary', 'reset', false],
  [undefined, 'reset', false],
])('%o is %s, never sent: %s', (error, kind, neverSent) => {
  const failure = read(error);
  expect(failure).toMatchObject({ kind, neverSent });
  expect(failure.message).toMatch(/^\S.*api\.example.*\.$/);
  expect(failure.message).not.toContain('canary');
});

describe('a timeout names its phase and how long it may take', () => {
  test.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'connect', true, '5 s'],
    ['UND_ERR_HEADERS_TIMEOUT', 'headers', false, '15 s'],
    ['UND_ERR_BODY_TIMEOUT', 'body', false, '15 s'],
  ])('%s', (code, phase, neverSent, seconds) => {
    const failure = read(systemError(code));
    expect(failure).toMatchObject({ kind: 'timeout', phase, neverSent });
    expect(failure.message).toContain(seconds);
  });

  test('the whole exchange', () => {
    expect(timeoutFailure('total', BASE_URL, PATIENCE)).toEqual({
      kind: 'timeout',
      phase: 'total',
      neverSent: false,
      message: 'The answer of api.example:8443 was not complete within 60 s.',
    });
  });
});

test('a proxy that refuses is named with its status', () => {
  const refusal = systemError(
    'UND_ERR_ABORTED',
    undefined,
    'Proxy response (403) !== 200 when HTTP Tunneling',
  );
  expect(read(refusal).message).toBe('The proxy answered 403 and made no connection to api.example:8443.');
});
