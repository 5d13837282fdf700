import { createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { describe, expect, it, onTestFinished } from 'vitest';

import { setAgentStatus } from '../../src/api/agents.ts';
import { parseApiKey } from '../../src/api/api-key.ts';
import { parseBaseUrl } from '../../src/api/base-url.ts';
import { createClient, type Client, type ClientOptions } from '../../src/api/client.ts';
import { AbortedError, AnswerError, NetworkError, StatusError } from '../../src/api/errors.ts';
import { getPolicy } from '../../src/api/policy.ts';
import { getSummary } from '../../src/api/summary.ts';
import type { Exchange } from '../../src/api/transport.ts';
import { POLICY } from '../fixtures/policy.ts';
import { SUMMARY } from '../fixtures/summary.ts';
import { listenOnLoopback, startSocketServer } from '../helpers/socket-server.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { CANARY, rejection } from './mock-client.ts';

interface Connected {
  readonly client: Client;
  readonly clock: VirtualClock;
  readonly exchanges: readonly Exchange[];
}

function connect(baseUrl: URL, options: Partial<ClientOptions> = {}): Connected {
  const clock = new VirtualClock();
  const exchanges: Exchange[] = [];
  const client = createClient({
    baseUrl,
    key: parseApiKey(CANARY),
    clock,
    userAgent: 'vigil-test/0',
    readOnly: false,
    onExchange: (exchange) => exchanges.push(exchange),
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, clock, exchanges };
}

describe('a compressed answer', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('in %s is read, and its bytes are counted decompressed', async (encoding, compress) => {
    const body = JSON.stringify(SUMMARY);
    const server = await startSocketServer((request, response) => {
      expect(request.headers['accept-encoding']).toContain(encoding);
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding });
      response.end(compress(body));
    });
    const { value, facts } = await getSummary(connect(server.baseUrl).client);
    expect(value.raw).toEqual(SUMMARY);
    expect(facts.bytes).toBe(body.length);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ] as const)('in %s that unfolds into a large one is stopped at the limit', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(32 * 1024 * 1024, ' '));
    const server = await startSocketServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(bomb);
    });
    const { client } = connect(server.baseUrl, { bodyLimits: { usual: 100_000 } });
    const error = await rejection(getSummary(client));
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({ kind: 'too-large', facts: { status: 200 } });
    expect((error as AnswerError).facts.bytes).toBeLessThanOrEqual(100_000);
  });

  it('that is too large is left: the server learns it by the end of the connection', async () => {
    let notify = () => undefined as void;
    const gone = new Promise<void>((resolve) => (notify = resolve));
    const server = await startSocketServer((request, response) => {
      request.socket.on('close', () => notify());
      response.writeHead(200, { 'content-encoding': 'gzip' });
      // Members of gzip may follow each other without end.
      const member = gzipSync(Buffer.alloc(200_000, ' '));
      Readable.from(
        (function* () {
          for (;;) {
            yield member;
          }
        })(),
      ).pipe(response);
    });
    const { client } = connect(server.baseUrl, { bodyLimits: { usual: 100_000 } });
    expect(await rejection(getSummary(client))).toMatchObject({ kind: 'too-large' });
    await gone;
  });

  it('as large as the limit is read, and one byte more is not', async () => {
    const body = JSON.stringify(SUMMARY);
    const server = await startSocketServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(body));
    });
    const { client } = connect(server.baseUrl, { bodyLimits: { usual: body.length } });
    expect((await getSummary(client)).value.raw).toEqual(SUMMARY);
    const { client: tighter } = connect(server.baseUrl, { bodyLimits: { usual: body.length - 1 } });
    expect(await rejection(getSummary(tighter))).toMatchObject({ kind: 'too-large' });
  });

  it.each<[what: string, encoding: string, body: Buffer, kind: string]>([
    ['is damaged', 'gzip', Buffer.from('this is not gzip at all'), 'encoding'],
    ['is damaged in Brotli', 'br', Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), 'encoding'],
    ['is cut off', 'gzip', gzipSync(JSON.stringify(SUMMARY)).subarray(0, 40), 'truncated'],
    ['was not asked for', 'compress', Buffer.from('abc'), 'encoding'],
    // Names that every object has.
    ['is said to be in constructor', 'constructor', Buffer.from('abc'), 'encoding'],
    ['is said to be in toString', 'toString', Buffer.from('abc'), 'encoding'],
    ['is said to be in __proto__', '__proto__', Buffer.from('abc'), 'encoding'],
  ])('that %s cannot be used', async (_what, encoding, body, kind) => {
    const server = await startSocketServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(body);
    });
    const error = await rejection(getSummary(connect(server.baseUrl).client));
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({ kind, facts: { status: 200 } });
  });
});

it('a character whose bytes arrive apart is read as one', async () => {
  const bytes = Buffer.from(`\ufeff${JSON.stringify({ ...SUMMARY, note: 'ä€𝄞' })}`);
  const server = await startSocketServer((_request, response) => {
    const writeFrom = (index: number) => {
      if (index < bytes.length) {
        response.write(bytes.subarray(index, index + 1), () => writeFrom(index + 1));
      } else {
        response.end();
      }
    };
    writeFrom(0);
  });
  expect((await getSummary(connect(server.baseUrl).client)).value.raw).toMatchObject({ note: 'ä€𝄞' });
});

describe('a connection that breaks', () => {
  it('before an answer may have brought the request', async () => {
    const server = await startSocketServer((request) => request.socket.resetAndDestroy());
    const { client, exchanges } = connect(server.baseUrl);
    const error = await rejection(setAgentStatus(client, 'a', { status: 'suspended' }));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ kind: 'reset', neverSent: false, facts: undefined });
    expect(server.requests).toEqual(['PUT /api/v1/registered-agents/a/status']);
    expect(exchanges).toEqual([expect.objectContaining({ method: 'PUT', error })]);
  });

  it.each([
    ['by its content length', { 'content-length': '1000' }],
    ['in chunks', {}],
  ])('in the middle of an answer that came %s', async (_what, headers) => {
    const server = await startSocketServer((request, response) => {
      response.writeHead(200, { ...headers, 'x-ratelimit-remaining': '7' });
      response.write('{"total_events":', () => request.socket.destroy());
    });
    const error = await rejection(getSummary(connect(server.baseUrl).client));
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({ kind: 'truncated', facts: { status: 200, rateLimit: { remaining: 7 } } });
  });

  it('in the middle of a compressed answer', async () => {
    const body = gzipSync(JSON.stringify(SUMMARY));
    const server = await startSocketServer((request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length });
      response.write(body.subarray(0, 40), () => request.socket.destroy());
    });
    const error = await rejection(getSummary(connect(server.baseUrl).client));
    expect(error).toMatchObject({ name: 'AnswerError', kind: 'truncated', facts: { status: 200 } });
  });

  it('in the middle of a refusal leaves the refusal', async () => {
    const server = await startSocketServer((request, response) => {
      response.writeHead(429, { 'content-length': '1000', 'retry-after': '9' });
      response.write('{"error":', () => request.socket.destroy());
    });
    const error = await rejection(getSummary(connect(server.baseUrl).client));
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toMatchObject({ status: 429, facts: { rateLimit: { retryAfter: '9' } } });
  });

  it.each([
    ['damaged', { 'content-encoding': 'gzip' }, 'not gzip'],
    ['too large', {}, 'x'.repeat(200)],
  ])('or a reason that is %s leaves the refusal, too', async (_what, headers, reason) => {
    const server = await startSocketServer((_request, response) => {
      response.writeHead(401, headers);
      response.end(reason);
    });
    const { client } = connect(server.baseUrl, { bodyLimits: { usual: 100 } });
    expect(await rejection(getSummary(client))).toMatchObject({
      name: 'StatusError',
      status: 401,
      sentence: undefined,
    });
  });

  it.each<[how: string, close: (socket: Socket) => void]>([
    ['closed', (socket) => socket.end()],
    ['cut', (socket) => socket.destroy()],
    ['reset', (socket) => socket.resetAndDestroy()],
  ])('by being %s while the next request is on its way ends that one alone', async (_how, close) => {
    let kept: Socket | undefined;
    const server = await startSocketServer((request, response) => {
      kept ??= request.socket;
      response.end(JSON.stringify(SUMMARY));
    });
    const { client, exchanges } = connect(server.baseUrl);
    for (let round = 0; round < 5; round++) {
      await getSummary(client);
      // The client does not know yet, as it sends, that what it kept is closed.
      const next = getSummary(client).then(
        ({ value }) => value.raw,
        ({ name, kind }: NetworkError) => `${name} ${kind}`,
      );
      close(kept as Socket);
      kept = undefined;
      expect([SUMMARY, 'NetworkError reset']).toContainEqual(await next);
    }
    expect((await getSummary(client)).value.raw).toEqual(SUMMARY);
    expect(exchanges).toHaveLength(11);
  });

  it('does not harm the next request', async () => {
    let broken = false;
    const server = await startSocketServer((request, response) => {
      if (broken) {
        response.end(JSON.stringify(SUMMARY));
      } else {
        broken = true;
        request.socket.destroy();
      }
    });
    const { client } = connect(server.baseUrl);
    expect(await rejection(getSummary(client))).toBeInstanceOf(NetworkError);
    expect((await getSummary(client)).value.raw).toEqual(SUMMARY);
  });
});

describe('a port where nobody listens', () => {
  it('never gets the request', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    const { client } = connect(new URL(`http://127.0.0.1:${port}/api/v1`));
    expect(await rejection(setAgentStatus(client, 'a', { status: 'active' }))).toMatchObject({
      name: 'NetworkError',
      kind: 'connect',
      neverSent: true,
    });
  });
});

it.each([
  ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['a status that is none', 'HTTP/1.1 abc\r\n\r\n'],
  ['a header that is none', 'HTTP/1.1 200 OK\r\nbad header\r\n\r\n'],
  ['headers without an end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n`],
])('what answers with %s does not speak HTTP', async (_what, answer) => {
  const port = await listenOnLoopback(
    createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.write(answer));
    }),
  );
  const { client } = connect(new URL(`http://127.0.0.1:${port}/api/v1`));
  expect(await rejection(getSummary(client))).toMatchObject({
    name: 'NetworkError',
    kind: 'not-http',
    neverSent: false,
  });
});

describe('a server that hangs', () => {
  /** A server that sends `start`, if any, and no more; `reached` resolves once a request is there. */
  async function startHanging(start?: string) {
    let notify = () => undefined as void;
    const reached = new Promise<void>((resolve) => (notify = resolve));
    let cut = () => undefined as void;
    const gone = new Promise<void>((resolve) => (cut = resolve));
    const server = await startSocketServer((request, response) => {
      request.socket.on('close', () => cut());
      if (start === undefined) {
        notify();
      } else {
        response.write(start, () => notify());
      }
    });
    return { ...server, reached, gone };
  }

  it.each([
    ['before its answer', undefined],
    ['in the middle of its answer', '{"total_events":'],
  ])('%s is left when the caller gives up', async (_what, start) => {
    const server = await startHanging(start);
    const { client, exchanges } = connect(server.baseUrl);
    const caller = new AbortController();
    const failed = rejection(getSummary(client, caller.signal));
    await server.reached;
    caller.abort();
    expect(await failed).toBeInstanceOf(AbortedError);
    await server.gone;
    expect(exchanges).toHaveLength(1);
  });

  it.each([
    ['before its answer', undefined],
    ['in the middle of its answer', '{"total_events":'],
  ])('%s is left after a minute', async (_what, start) => {
    const server = await startHanging(start);
    const { client, clock } = connect(server.baseUrl);
    const failed = rejection(getSummary(client));
    await server.reached;
    await clock.advance(60_000);
    expect(await failed).toMatchObject({
      name: 'NetworkError',
      kind: 'timeout',
      phase: 'total',
      neverSent: false,
    });
    await server.gone;
  });

  it('is left when the client is closed', async () => {
    const server = await startHanging();
    const { client } = connect(server.baseUrl);
    const failed = rejection(getSummary(client));
    await server.reached;
    await client.close();
    expect(await failed).toBeInstanceOf(AbortedError);
    await server.gone;
  });
});

it.each(['', '/', '/api/v1', '/deep/er/'])(
  'a base URL with the path %j is put before every path',
  async (path) => {
    const server = await startSocketServer((_request, response) => response.end(JSON.stringify(POLICY)));
    const { client } = connect(parseBaseUrl(`${server.baseUrl.origin}${path}`));
    await getPolicy(client);
    expect(server.requests).toEqual([`GET ${path.replace(/\/$/, '')}/policy`]);
  },
);
