import { createServer } from 'node:net';

import { expect, test } from 'vitest';

import { parseApiKey } from '../../../src/api/api-key.ts';
import { examineServer } from '../../../src/cli/doctor/examine-server.ts';
import { exitStatusOf } from '../../../src/cli/doctor/finding.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { listenOnLoopback, startSocketServer } from '../../helpers/socket-server.ts';

const KEY = 'sk_live_canary';

async function examine(baseUrl: URL) {
  const clock = new VirtualClock(Date.parse('2026-03-02T09:00:00Z'));
  const findings = await examineServer({ baseUrl, key: parseApiKey(KEY) }, clock);
  expect(JSON.stringify(findings)).not.toContain('canary');
  return {
    status: exitStatusOf(findings),
    of: (name: string) => findings.find((finding) => finding.name === name),
  };
}

/** A server that is healthy and answers requests with a key with `status` and `headers`. */
function startServer(status: number, headers: Readonly<Record<string, string>> = {}, version = '1.2') {
  return startSocketServer((request, response) => {
    response.sendDate = false;
    if (request.url?.endsWith('/health') === true) {
      expect(request.headers).not.toHaveProperty('x-api-key');
      response.end(JSON.stringify({ status: 'ok', version, database: 'connected' }));
    } else {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(
        status === 200
          ? '{"events":[],"pagination":{"total":0}}'
          : JSON.stringify({ error: `no ${String(request.headers['x-api-key'])}` }),
      );
    }
  });
}

test('a server that is well', async () => {
  const server = await startServer(200, {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '42',
    'x-ratelimit-reset': '18',
    date: 'Mon, 02 Mar 2026 09:02:00 GMT',
  });
  const { of, status } = await examine(server.baseUrl);
  expect(of('origin')).toMatchObject({ value: server.baseUrl.origin });
  expect(of('addresses')).toMatchObject({ value: '127.0.0.1' });
  expect(of('health')).toMatchObject({ state: 'ok', value: 'ok, version 1.2, database connected, 0 ms' });
  expect(of('request with the key')).toMatchObject({ state: 'ok', value: 'accepted (200), 0 ms' });
  expect(of('rate limit as sent')).toMatchObject({
    value: 'X-RateLimit-Limit: 60, X-RateLimit-Remaining: 42, X-RateLimit-Reset: 18',
  });
  expect(of('rate limit as read')).toMatchObject({
    value: '42 of 60 requests left; Reset is 18 seconds or milliseconds, or the length of the window',
  });
  expect(of('clock')).toMatchObject({ state: 'note', value: '2m behind the server' });
  expect(status).toBe(0);
  expect(server.requests.slice(0, 2)).toEqual(['GET /api/v1/health', 'GET /api/v1/events?limit=1']);
  // Nothing confirms that the server is ahead, so our own clock counts.
  expect(of('events')).toMatchObject({
    state: 'ok',
    value: '0 read. Complete through 2026-03-02 09:00:00Z.',
  });
  expect(of('event overlap')).toMatchObject({ value: '5 s' });
});

test('an instant of the server is shown in seconds of its own clock', async () => {
  const server = await startServer(200, {
    'x-ratelimit-remaining': '42',
    'x-ratelimit-reset': String(Date.parse('2026-03-02T09:02:18Z') / 1000),
    date: 'Mon, 02 Mar 2026 09:02:00 GMT',
  });
  const { of } = await examine(server.baseUrl);
  expect(of('rate limit as read')).toMatchObject({
    value: '42 of an unknown number of requests left, all of them again in 18 s (epoch seconds)',
  });
});

test('more requests left than the limit is a contradiction, and no fact', async () => {
  const server = await startServer(200, { 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '122' });
  const { of } = await examine(server.baseUrl);
  expect(of('rate limit as read')).toMatchObject({
    state: 'note',
    value: 'the headers contradict each other: 122 requests left of only 60',
  });
});

test('a server that reports neither a limit nor its time', async () => {
  const { of, status } = await examine((await startServer(200)).baseUrl);
  expect(of('rate limit')).toMatchObject({ state: 'note', value: 'no headers report one' });
  expect(of('clock')).toMatchObject({ state: 'note', value: 'the server does not send its time' });
  expect(status).toBe(0);
});

test('a server that reports its time in its health check alone', async () => {
  const server = await startSocketServer((request, response) => {
    response.sendDate = false;
    response.end(
      request.url?.endsWith('/health') === true
        ? '{"status":"ok","timestamp":"2026-03-02T09:06:40Z"}'
        : '{"events":[],"pagination":{"total":0}}',
    );
  });
  const { of } = await examine(server.baseUrl);
  expect(of('clock')).toMatchObject({ state: 'note', value: '6m behind the server' });
});

test('a server that fails now and then is asked again, and its pages are shown as they are', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    id: `e${index}`,
    timestamp: new Date(Date.parse('2026-03-02T08:59:00Z') - index * 10_000).toISOString(),
  }));
  let asked = 0;
  const server = await startSocketServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake.example');
    if (asked++ % 3 === 0) {
      response.writeHead(500).end();
    } else if (pathname.endsWith('/health')) {
      response.end('{"status":"ok"}');
    } else {
      const since = Date.parse(searchParams.get('since') ?? '1970-01-01');
      const until = Date.parse(searchParams.get('until') ?? '2027-01-01');
      const offset = Number(searchParams.get('offset') ?? 0);
      const limit = Math.min(20, Number(searchParams.get('limit') ?? 20));
      const matching = rows.filter(({ timestamp }) => {
        const time = Date.parse(timestamp);
        return time > since && time < until;
      });
      const events = matching.slice(offset, offset + limit);
      // Counts a few that it does not give.
      const total = matching.length === 0 ? 0 : matching.length + 3;
      response.end(JSON.stringify({ events, pagination: { total, limit, offset } }));
    }
  });
  const { of, status } = await examine(server.baseUrl);
  expect(of('health')).toMatchObject({
    state: 'ok',
    value: expect.stringContaining('failed once') as string,
  });
  expect(of('request with the key')).toMatchObject({ state: 'ok' });
  expect(of('events')).toMatchObject({
    state: 'note',
    value: expect.stringMatching(/^30 read\. .* 3 missing\./) as string,
  });
  expect(of('event pages')).toMatchObject({ value: '20 rows at most' });
  expect(of('event order')).toMatchObject({ value: 'newest first' });
  expect(status).toBe(0);
});

test.each([
  [401, 'refused', 3],
  [403, 'refused', 3],
  [429, 'failed', 1],
  [500, 'failed', 1],
  [302, 'failed', 1],
])('a server that answers the key with %d', async (answered, state, status) => {
  const { of, status: found } = await examine((await startServer(answered)).baseUrl);
  expect(of('health')).toMatchObject({ state: 'ok' });
  expect(of('request with the key')).toMatchObject({
    state,
    value: expect.stringContaining(`${answered}`) as string,
  });
  expect(found).toBe(status);
});

test('a server that does not answer', async () => {
  const port = await listenOnLoopback(createServer((socket) => socket.destroy()));
  const { of, status } = await examine(new URL(`http://localhost:${port}/api/v1`));
  expect(of('addresses')).toMatchObject({ value: expect.stringMatching(/127\.0\.0\.1|::1/) as string });
  expect(of('health')).toMatchObject({ state: 'failed' });
  expect(of('clock')).toBeUndefined();
  expect(status).toBe(1);
});

test('a version that looks like another one', async () => {
  const { of } = await examine((await startServer(200, {}, '1.2-а')).baseUrl);
  expect(of('health')).toMatchObject({
    value: String.raw`ok, version 1.2-\u{430}, database connected, 0 ms`,
  });
});
