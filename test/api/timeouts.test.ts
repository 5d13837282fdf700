import { createServer } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { listAgents, setAgentStatus } from '../../src/api/agents.ts';
import { parseApiKey } from '../../src/api/api-key.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import type { NetworkError } from '../../src/api/errors.ts';
import type { Patience } from '../../src/api/network-problem.ts';
import { getTranscript } from '../../src/api/sessions.ts';
import { Transcript } from '../../src/contract/transcript/transcript.ts';
import { listenOnLoopback, startSocketServer } from '../helpers/socket-server.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { CANARY, rejection } from './mock-client.ts';

interface Connected {
  readonly client: Client;
  readonly clock: VirtualClock;
}

function connect(baseUrl: URL, patience: Partial<Patience>): Connected {
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

test('a server that stops in the middle is left, with what its headers said', async () => {
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
  const server = await startSocketServer((_request, response) => {
    response.write('{"messages":[');
  });
  const { client, clock } = connect(server.baseUrl, {});
  let settled = false;
  const begun = Promise.withResolvers<undefined>();
  const failed = rejection(
    getTranscript(client, { id: '1' }, undefined, 'transcript', {
      into: new Transcript(),
      onPiece: () => void begun.resolve(undefined),
    }),
  ).finally(() => (settled = true));
  await begun.promise;
  await clock.advance(5 * 60_000);
  expect(settled).toBe(false);
  await clock.advance(10 * 60_000);
  expect(await failed).toMatchObject({
    kind: 'timeout',
    phase: 'total',
    message: expect.stringContaining('within 900 s') as string,
  });
});

test('a transcript that does not begin is waited for no longer than any answer', async () => {
  const reached = Promise.withResolvers<undefined>();
  const server = await startSocketServer(() => reached.resolve(undefined));
  const { client, clock } = connect(server.baseUrl, {});
  const failed = rejection(getTranscript(client, { id: '1' }));
  await reached.promise;
  await clock.advance(60_000);
  expect(await failed).toMatchObject({ kind: 'timeout', phase: 'total' });
});

test('a server that accepts a connection and never answers the handshake gets nothing', async () => {
  const port = await listenOnLoopback(createServer(() => undefined));
  const { client } = connect(new URL(`https://127.0.0.1:${port}/api/v1`), { connect: 20 });
  const error = await rejection(setAgentStatus(client, 'a', { status: 'active' }));
  expect(error).toMatchObject({ kind: 'timeout', phase: 'connect', neverSent: true });
  expect((error as NetworkError).message).toContain('no connection');
});

test('a list of more than 32 MB is not taken, and one of less is', async () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  const bodyOf = (megabytes: number) =>
    JSON.stringify({ agents: [{ id: 'a', filler: Array.from({ length: megabytes }, () => megabyte) }] });
  const bodies = [bodyOf(31), bodyOf(32)];
  const server = await startSocketServer((_request, response) => response.end(bodies.shift()));
  const { client } = connect(server.baseUrl, {});
  expect((await listAgents(client)).value.rows).toHaveLength(1);
  expect(await rejection(listAgents(client))).toMatchObject({ kind: 'too-large' });
});
