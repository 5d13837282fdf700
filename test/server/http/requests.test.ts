import { connect } from 'node:net';

import { afterEach, describe, expect, it } from 'vitest';

import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { errorBodySchema } from '../../../src/contract/error.ts';
import { BODY_LIMIT } from '../../../src/server/http/body.ts';
import { send, startTestService, stopTestServices, type Reply } from '../../helpers/test-service.ts';

afterEach(stopTestServices);

const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after'];

function expectError(reply: Reply, status: number, error: string | RegExp) {
  expect(reply.status).toBe(status);
  expect(Object.keys(reply.body)).toEqual(['error']);
  expect(errorBodySchema.parse(reply.body).error).toMatch(error);
  expectRateHeaders(reply);
}

function expectRateHeaders(reply: Reply) {
  for (const name of RATE_HEADERS) {
    expect(reply.headers[name], name).toMatch(/^\d+$/);
  }
}

/** Sends bytes as they are and gives all that comes back until the connection ends. */
function sendRaw(baseUrl: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (bytes) => (received += bytes.toString()));
    socket.on('end', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('paths and methods', () => {
  it.each([
    '/nope',
    '/',
    '',
    '/events/',
    '//events',
    '/events/x',
    '/registered-agents/',
    '/registered-agents/a/b',
    '/registered-agents/../policy',
    '/sessions/a/content/b',
    '/Events',
  ])('has nothing at %j', async (path) => {
    const test = await startTestService();
    expectError(await test.call('GET', path), 404, 'There is no such endpoint');
  });

  it('has nothing outside of the base path', async () => {
    const test = await startTestService();
    const { origin } = new URL(test.service.baseUrl);
    for (const path of ['/', '/events', '/api/v2/events', '/api/v1events']) {
      expectError(await send(`${origin}${path}`, 'GET'), 404, 'There is no such endpoint');
    }
  });

  it('says which methods a path has', async () => {
    const test = await startTestService();
    for (const [method, path, allow] of [
      ['POST', '/events', 'GET, HEAD, OPTIONS'],
      ['DELETE', '/policy', 'GET, PUT, HEAD, OPTIONS'],
      ['PATCH', '/registered-agents/x', 'GET, DELETE, HEAD, OPTIONS'],
      ['GET', '/registered-agents/x/status', 'PUT, OPTIONS'],
    ] as const) {
      const reply = await test.call(method, path);
      expectError(reply, 405, `The method is not allowed here; allowed are ${allow}`);
      expect(reply.headers.allow).toBe(allow);
    }
  });

  it('answers OPTIONS without a key, and HEAD as GET without a body', async () => {
    const test = await startTestService();
    const options = await test.call('OPTIONS', '/policy', { key: null });
    expect([options.status, options.headers.allow, options.text]).toEqual([
      204,
      'GET, PUT, HEAD, OPTIONS',
      '',
    ]);
    expectRateHeaders(options);
    const get = await test.call('GET', '/policy');
    const head = await test.call('HEAD', '/policy');
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect((await test.call('HEAD', '/policy', { key: null })).status).toBe(401);
  });

  it('prefers calendar and clients to a session of that name', async () => {
    const test = await startTestService();
    expect(await test.get('/sessions/calendar')).toHaveProperty('days');
    expect(await test.get('/sessions/clients')).toHaveProperty('clients');
    expectError(await test.call('GET', '/sessions/calendar/content'), 404, 'There is no session');
    expectError(await test.call('PUT', '/sessions/calendar'), 405, 'not allowed');
  });

  it('reads an address in its absolute form', async () => {
    const test = await startTestService();
    const { host } = new URL(test.service.baseUrl);
    const request = `GET ${test.service.baseUrl}/health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
    expect(await sendRaw(test.service.baseUrl, request)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });
});

describe('every endpoint', () => {
  const paths = Object.values(ENDPOINTS).map((endpoint) => ({
    ...endpoint,
    path: endpoint.path.replace('{id}', endpoint.path.includes('agents') ? 'agent-3-0' : '1'),
  }));
  const bodies: Record<string, unknown> = { PUT: { status: 'active' } };

  it('answers with the four rate-limit headers, a date and JSON', async () => {
    const test = await startTestService();
    for (const { method, path } of paths) {
      const reply = await test.call(method, path, { body: bodies[method] });
      expect([200, 204], path).toContain(reply.status);
      expectRateHeaders(reply);
      expect(reply.headers.date).toBe('Mon, 02 Mar 2026 09:00:00 GMT');
      expect(reply.headers['content-type']).toBe(
        reply.status === 204 ? undefined : 'application/json; charset=utf-8',
      );
    }
  });

  it('needs a key, except for health', async () => {
    const test = await startTestService();
    for (const { method, path, needsKey } of paths) {
      const reply = await test.call(method, path, { key: null, body: bodies[method] });
      if (needsKey) {
        expectError(reply, 401, 'This endpoint needs an API key in the X-API-Key header');
      } else {
        expect(reply.status).toBe(200);
      }
    }
  });

  it('lets a key that may only read do just that', async () => {
    const test = await startTestService();
    for (const { method, path } of paths) {
      const key = test.service.readOnlyApiKey ?? null;
      const reply = await test.call(method, path, { key, body: bodies[method] });
      if (method === 'GET') {
        expect(reply.status, path).toBe(200);
      } else {
        expectError(reply, 403, 'This API key does not have the permission to write');
      }
    }
    expect((await test.get('/registered-agents/agent-3-0'))['status']).toBe('active');
  });
});

describe('the order of checks', () => {
  it('is path, key, rate limit, scope, parameters and body, what they name', async () => {
    const test = await startTestService({ quota: 4 });
    const readOnly = test.service.readOnlyApiKey ?? null;
    const put = (path: string, key?: string | null, body: unknown = { status: 'x' }) =>
      test.call('PUT', path, key === undefined ? { body } : { key, body });
    expect((await put('/nope', 'sk_live_wrong')).status).toBe(404);
    expect((await put('/registered-agents/nobody/status', 'sk_live_wrong')).status).toBe(401);
    expect((await put('/registered-agents/nobody/status', readOnly)).status).toBe(403);
    expect((await put('/registered-agents/nobody/status')).status).toBe(400);
    expect((await put('/registered-agents/nobody/status', undefined, { status: 'active' })).status).toBe(404);
    expect((await put('/registered-agents/agent-3-0/status', undefined, { status: 'active' })).status).toBe(
      204,
    );
    expect((await put('/registered-agents/nobody/status', readOnly)).status).toBe(429);
    expect((await put('/registered-agents/nobody/status', 'sk_live_wrong')).status).toBe(401);
    expect((await put('/nope')).status).toBe(404);
  });
});

describe('the rate limit', () => {
  it('answers 429 once the quota is used up, takes nothing for it, and recovers with the next window', async () => {
    const test = await startTestService({ quota: 3, window: 60 });
    const ask = async () => {
      const { status, headers } = await test.call('GET', '/policy');
      return [status, ...RATE_HEADERS.map((name) => Number(headers[name]))];
    };
    const reset = test.clock.now() / 1000 + 60;
    await test.clock.advance(15_500);
    expect(await ask()).toEqual([200, 3, 2, reset, 0]);
    expect(await ask()).toEqual([200, 3, 1, reset, 0]);
    expect(await ask()).toEqual([200, 3, 0, reset, 45]);
    expect(await ask()).toEqual([429, 3, 0, reset, 45]);
    await test.clock.advance(44_499);
    expect(await ask()).toEqual([429, 3, 0, reset, 1]);
    await test.clock.advance(1);
    expect(await ask()).toEqual([200, 3, 2, reset + 60, 0]);
  });

  it('says so in the body, and goes by organization, not by key', async () => {
    const test = await startTestService({ quota: 1 });
    await test.get('/policy');
    const reply = await test.call('GET', '/policy', { key: test.service.readOnlyApiKey ?? null });
    expectError(reply, 429, 'The rate limit of the organization is used up; see the Retry-After header');
  });

  it('counts what is refused for other reasons, and nothing without a valid key', async () => {
    const test = await startTestService({ quota: 10 });
    const remaining = async (path: string, key?: string) =>
      (await test.call('GET', path, key === undefined ? {} : { key })).headers['x-ratelimit-remaining'];
    expect(await remaining('/events?limit=x')).toBe('9');
    expect(await remaining('/registered-agents/nobody')).toBe('8');
    expect(await remaining('/nope')).toBe('8');
    expect(await remaining('/policy', 'sk_live_wrong')).toBe('10');
    expect(await remaining('/policy')).toBe('7');
  });
});

describe('web pages', () => {
  it.each(['evil.example', '127.0.0.1.nip.io', '127.0.0.1', 'localhost:1'])(
    'are kept out by the Host header: %j',
    async (host) => {
      const test = await startTestService();
      expectError(
        await test.call('GET', '/health', { headers: { Host: host } }),
        403,
        'The Host header must be',
      );
    },
  );

  it('are kept out without a Host header', async () => {
    const test = await startTestService();
    const answer = await sendRaw(
      test.service.baseUrl,
      'GET /api/v1/health HTTP/1.1\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
  });

  it.each(['http://localhost', 'null', 'https://evil.example'])(
    'are kept out by an Origin: %s',
    async (origin) => {
      const test = await startTestService();
      const reply = await test.call('GET', '/policy', { headers: { Origin: origin } });
      expectError(reply, 403, 'Requests from web pages');
      expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    },
  );

  it('do not keep out loopback names', async () => {
    const test = await startTestService();
    const { port } = new URL(test.service.baseUrl);
    for (const name of ['localhost', 'LocalHost', '127.0.0.1', '[::1]']) {
      expect((await test.call('GET', '/health', { headers: { Host: `${name}:${port}` } })).status).toBe(200);
    }
  });
});

describe('unreadable requests', () => {
  it('get a body that says why', async () => {
    const test = await startTestService();
    const answer = await sendRaw(test.service.baseUrl, 'garbage\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\n\r\n\{"error":"The request is not readable as HTTP"\}$/);
    for (const name of RATE_HEADERS) {
      expect(answer.toLowerCase()).toContain(`\r\n${name}: `);
    }
  });

  it('are answered although they expect what nobody knows', async () => {
    const test = await startTestService();
    const { host } = new URL(test.service.baseUrl);
    const request = `GET /api/v1/health HTTP/1.1\r\nHost: ${host}\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n`;
    const answer = await sendRaw(test.service.baseUrl, request);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    for (const name of RATE_HEADERS) {
      expect(answer.toLowerCase()).toContain(`\r\n${name}: `);
    }
  });

  it('may have headers up to a size', async () => {
    const test = await startTestService();
    const reply = await test.call('GET', '/health', { headers: { 'X-Padding': 'a'.repeat(20_000) } });
    expectError(reply, 400, 'The headers are larger than 16384 bytes');
  });

  it('may have bodies up to a size', async () => {
    const test = await startTestService();
    const fits = JSON.stringify({ padding: '' }).length;
    const body = (size: number) => JSON.stringify({ padding: 'a'.repeat(size - fits) });
    expect((await test.call('PUT', '/policy', { body: body(BODY_LIMIT) })).status).toBe(200);
    const reply = await test.call('PUT', '/policy', { body: body(BODY_LIMIT + 1) });
    expectError(reply, 400, 'The body is larger than 1048576 bytes');
  });

  it('must be text in UTF-8', async () => {
    const test = await startTestService();
    const { host } = new URL(test.service.baseUrl);
    const head = `PUT /api/v1/policy HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${test.service.apiKey}\r\nConnection: close\r\n`;
    const answer = await new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(Number(host.split(':')[1]), '127.0.0.1', () => {
        socket.write(`${head}Content-Length: 4\r\n\r\n`);
        socket.write(Buffer.from([0x22, 0xff, 0xfe, 0x22]));
      });
      socket.on('data', (bytes) => (received += bytes.toString()));
      socket.on('end', () => resolve(received));
      socket.on('error', reject);
    });
    expect(answer).toContain('{"error":"The body is not text in UTF-8"}');
  });

  it('do not stop the service when the client goes away in the middle of one', async () => {
    const test = await startTestService();
    const { host } = new URL(test.service.baseUrl);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(host.split(':')[1]), '127.0.0.1', () => {
        const head = `PUT /api/v1/policy HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${test.service.apiKey}\r\n`;
        socket.write(`${head}Content-Length: 100\r\n\r\n{"rules"`, () => {
          socket.destroy();
          resolve();
        });
      });
    });
    expect(await test.get('/policy')).toMatchObject({ version: '7' });
    expect(test.lines).toEqual([]);
  });
});

describe('an error of the service itself', () => {
  it('is a 500 that gives nothing away, and is logged', async () => {
    const test = await startTestService({
      random: () => {
        throw new Error('secret detail');
      },
      choose: ['event-order=reshuffled'],
    });
    expectError(await test.call('GET', '/events'), 500, /^Internal server error$/);
    expect(test.lines.join()).toContain('secret detail');
    expect((await test.call('GET', '/policy')).status).toBe(200);
  });
});
