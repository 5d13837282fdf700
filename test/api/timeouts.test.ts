import { expect, onTestFinished, test } from 'vitest';

import { listAgents, setAgentStatus } from '../../src/api/agents.ts';
import { parseApiKey } from '../../src/api/api-key.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import type { NetworkError } from '../../src/api/errors.ts';
import { getTranscript } from '../../src/api/sessions.ts';
import { startSocketServer } from '../helpers/socket-server.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { CANARY, rejection } from './mock-client.ts';

interface Connected {
  readonly client: Client;
  readonly clock: VirtualClock;
}

function connect(baseUrl: URL, patience: { readonly headers?: number; readonly body?: number }): Connected {
  const clock = new VirtualClock();
  const client = createClient({
    baseUrl,
    key: parseApiKey(CANARY),
    clock,
    userAgent: 'vigil-test/0',
    readOnly: false,
    patience,
  });
  onTestFinished(() => client.close());
  return { client, clock };
}

test('a server that accepts and stays silent is left, and may have got the request', async () => {
  const server = await startSocketServer(() => undefined);
  const { client } = connect(server.baseUrl, { headers: 20 });
  const error = await rejection(setAgentStatus(client, 'a', { status: 'active' }));
  expect(error).toMatchObject({ kind: 'timeout', phase: 'headers', neverSent: false, facts: undefined });
  expect((error as NetworkError).message).toContain('did not answer within 0.02 s');
});

test('a server that stops in the middle is left, with what its headers told', async () => {
  const server = await startSocketServer((_request, response) => {
    response.writeHead(200, { 'x-ratelimit-remaining': '7' });
    response.write('{"agents":');
  });
  const { client } = connect(server.baseUrl, { body: 20 });
  const error = await rejection(listAgents(client));
  expect(error).toMatchObject({
    kind: 'timeout',
    phase: 'body',
    facts: { status: 200, rateLimit: { remaining: 7 }, bytes: 10 },
  });
});

test('a transcript may take longer than a minute, but not for ever', async () => {
  let reached = () => {};
  const isReached = new Promise<void>((resolve) => (reached = resolve));
  const server = await startSocketServer((_request, response) => {
    response.write('{"messages":[', () => reached());
  });
  const { client, clock } = connect(server.baseUrl, {});
  let settled = false;
  const failed = rejection(getTranscript(client, { id: '1' })).finally(() => (settled = true));
  await isReached;
  await clock.advance(5 * 60_000);
  expect(settled).toBe(false);
  await clock.advance(10 * 60_000);
  expect(await failed).toMatchObject({
    kind: 'timeout',
    phase: 'total',
    message: expect.stringContaining('within 900 s') as string,
  });
});
