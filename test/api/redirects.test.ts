import { inspect } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { setAgentStatus } from '../../src/api/agents.ts';
import { parseApiKey } from '../../src/api/api-key.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import { getPolicy } from '../../src/api/policy.ts';
import { getSummary } from '../../src/api/summary.ts';
import type { Exchange } from '../../src/api/transport.ts';
import { SUMMARY } from '../fixtures/summary.ts';
import { startSocketServer } from '../helpers/socket-server.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { CANARY, rejection } from './mock-client.ts';

function connect(baseUrl: URL): { readonly client: Client; readonly exchanges: readonly Exchange[] } {
  const exchanges: Exchange[] = [];
  const client = createClient({
    baseUrl,
    key: parseApiKey(CANARY),
    clock: new VirtualClock(),
    userAgent: 'vigil-test/0',
    readOnly: false,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  onTestFinished(() => client.close());
  return { client, exchanges };
}

/** A server that sends everybody elsewhere with `status` and `headersTo(port of the other server)`, echoing the key. */
async function startRedirecting(
  status: number,
  headersTo: (port: number, key: string) => Readonly<Record<string, string>>,
  body = '',
) {
  const elsewhere = await startSocketServer((_request, response) => response.end('{}'));
  const server = await startSocketServer((request, response) => {
    response.writeHead(status, headersTo(elsewhere.port, String(request.headers['x-api-key'])));
    response.end(body);
  });
  return { elsewhere, server };
}

const LOCATIONS: Readonly<Record<string, (port: number, key: string) => string>> = {
  'an absolute URL': (port, key) => `http://127.0.0.1:${port}/api/v1?key=${encodeURIComponent(key)}`,
  'a URL without a scheme': (port) => `//127.0.0.1:${port}/api/v1`,
  'a path': () => '/elsewhere',
  'a relative path': () => '../elsewhere',
  'a URL with user information': (port) => `http://127.0.0.1@127.0.0.1:${port}/`,
  nothing: () => '',
};

const STATUSES = [300, 301, 302, 303, 304, 305, 306, 307, 308, 399];

test.each(STATUSES.flatMap((status) => Object.keys(LOCATIONS).map((where) => [status, where] as const)))(
  'a %d to %s is refused, for reads and writes, and nothing goes there',
  async (status, where) => {
    const { elsewhere, server } = await startRedirecting(status, (port, key) => ({
      location: LOCATIONS[where]?.(port, key) ?? '',
    }));
    const { client, exchanges } = connect(server.baseUrl);
    const errors = [
      await rejection(getPolicy(client)),
      await rejection(setAgentStatus(client, 'a', { status: 'suspended', reason: 'lost' })),
    ];
    for (const error of errors) {
      expect(error).toMatchObject({ name: 'AnswerError', kind: 'redirect', facts: { status } });
      expect((error as Error).message).toContain(quotable(LOCATIONS[where]?.(elsewhere.port, CANARY) ?? ''));
    }
    expect(inspect([errors, exchanges], { depth: Infinity, showHidden: true })).not.toContain('canary');
    expect(server.requests).toEqual(['GET /api/v1/policy', 'PUT /api/v1/registered-agents/a/status']);
    expect(elsewhere.requests).toEqual([]);
  },
);

/** The part of a target that a refusal has to name. */
function quotable(location: string): string {
  return location.replace(/\?.*$/, '');
}

test.each([
  ['Refresh', (port: number) => ({ refresh: `0; url=http://127.0.0.1:${port}/` })],
  ['Location', (port: number) => ({ location: `http://127.0.0.1:${port}/` })],
  ['Link', (port: number) => ({ link: `<http://127.0.0.1:${port}/>; rel=preload` })],
  ['Alt-Svc', (port: number) => ({ 'alt-svc': `h2="127.0.0.1:${port}"` })],
])('a good answer with the header %s is read, and nothing goes there', async (_name, headers) => {
  const { elsewhere, server } = await startRedirecting(200, headers, JSON.stringify(SUMMARY));
  const { client } = connect(server.baseUrl);
  expect((await getSummary(client)).value.raw).toEqual(SUMMARY);
  await getSummary(client);
  expect(server.requests).toHaveLength(2);
  expect(elsewhere.requests).toEqual([]);
});
