import type { IncomingMessage, ServerResponse } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { listAgents, setAgentStatus } from '../../src/api/agents.ts';
import { parseApiKey } from '../../src/api/api-key.ts';
import { createClient, type Client, type ClientOptions } from '../../src/api/client.ts';
import { getSummary } from '../../src/api/summary.ts';
import { SUMMARY } from '../fixtures/summary.ts';
import { startSocketServer } from '../helpers/socket-server.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { CANARY, rejection } from './mock-client.ts';

/** A server whose answers the test gives, one after the other. */
async function startHeldServer() {
  const waiting: ((arrived: Arrived) => void)[] = [];
  const early: Arrived[] = [];
  const server = await startSocketServer((request, response) => {
    const next = waiting.shift();
    if (next === undefined) {
      early.push({ request, response });
    } else {
      next({ request, response });
    }
  });
  return {
    ...server,
    /** The next request that arrives, or has arrived. */
    next: () =>
      new Promise<Arrived>((resolve) => {
        const arrived = early.shift();
        if (arrived === undefined) {
          waiting.push(resolve);
        } else {
          resolve(arrived);
        }
      }),
  };
}

interface Arrived {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function connect(baseUrl: URL, options: Partial<ClientOptions> = {}): Client & { renewConnections(): void } {
  const client = createClient({
    baseUrl,
    key: parseApiKey(CANARY),
    clock: new VirtualClock(),
    userAgent: 'vigil-test/0',
    readOnly: false,
    ...options,
  });
  onTestFinished(() => client.close());
  return client as Client & { renewConnections(): void };
}

const answer = ({ response }: Arrived) => response.end(JSON.stringify(SUMMARY));

test('what is sent after a renewal goes over a new connection, and the old ones end', async () => {
  const server = await startHeldServer();
  const client = connect(server.baseUrl);
  const read = async () => {
    const reading = getSummary(client);
    const arrived = await server.next();
    answer(arrived);
    await reading;
    return arrived.request.socket;
  };
  const before = await read();
  const ended = new Promise((resolve) => before.once('close', resolve));
  client.renewConnections();
  expect((await read()).remotePort).not.toBe(before.remotePort);
  await ended;
});

test('a read on a connection that went dead is given up at once, and can be repeated', async () => {
  const server = await startHeldServer();
  const client = connect(server.baseUrl);
  const read = rejection(getSummary(client));
  const dead = await server.next();
  const closed = new Promise((resolve) => dead.request.socket.once('close', resolve));
  client.renewConnections();
  expect(await read).toMatchObject({ name: 'NetworkError', kind: 'reset', neverSent: false });
  await closed;
  const again = getSummary(client);
  answer(await server.next());
  expect((await again).value.raw).toEqual(SUMMARY);
});

test('a read is given up in the middle of its answer, too', async () => {
  const server = await startHeldServer();
  const client = connect(server.baseUrl);
  const read = rejection(getSummary(client));
  const { response } = await server.next();
  await new Promise<void>((resolve) => response.write('{', () => resolve()));
  client.renewConnections();
  expect(await read).toMatchObject({ name: 'NetworkError', kind: 'reset' });
});

test('a write under way goes on to its answer, and its connection ends then', async () => {
  const server = await startHeldServer();
  const client = connect(server.baseUrl);
  const write = setAgentStatus(client, 'a', { status: 'suspended' });
  const { request, response } = await server.next();
  const closed = new Promise((resolve) => request.socket.once('close', resolve));
  client.renewConnections();
  client.renewConnections();
  response.end('{}');
  await expect(write).resolves.toMatchObject({ facts: { status: 200 } });
  await closed;
  expect(server.requests).toEqual(['PUT /api/v1/registered-agents/a/status']);
});

test('a write on a connection that went dead ends with its patience', async () => {
  const server = await startHeldServer();
  const client = connect(server.baseUrl, { patience: { headers: 20 } });
  const write = rejection(setAgentStatus(client, 'a', { status: 'suspended' }));
  await server.next();
  client.renewConnections();
  expect(await write).toMatchObject({ kind: 'timeout', phase: 'headers', neverSent: false });
});

test('the end of a client ends what is still under way on old connections', async () => {
  const server = await startHeldServer();
  const client = connect(server.baseUrl);
  const write = rejection(setAgentStatus(client, 'a', { status: 'suspended' }));
  await server.next();
  client.renewConnections();
  await client.close();
  expect(await write).toMatchObject({ name: 'AbortedError' });
});

test('a read that the caller gave up stays that', async () => {
  const server = await startHeldServer();
  const client = connect(server.baseUrl);
  const controller = new AbortController();
  const read = rejection(listAgents(client, {}, controller.signal));
  await server.next();
  controller.abort();
  client.renewConnections();
  expect(await read).toMatchObject({ name: 'AbortedError' });
});
