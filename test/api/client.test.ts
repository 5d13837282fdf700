import { expect, test } from 'vitest';

import { deleteAgent, listAgents, setAgentStatus } from '../../src/api/agents.ts';
import { OverdueError, ReadOnlyError } from '../../src/api/errors.ts';
import { getHealth } from '../../src/api/health.ts';
import { getPolicy, updatePolicy } from '../../src/api/policy.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { POLICY } from '../fixtures/policy.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';
import { createMockClient, rejection } from './mock-client.ts';

const AGENTS = { agents: [] };

/** Wall clock and timers that are moved by hand, each by itself. */
class MovableClock extends VirtualClock {
  wall = super.now();
  timers = 0;

  override now(): number {
    return this.wall;
  }

  override monotonic(): number {
    return this.timers;
  }
}

test('a read-only client sends no write, and can be switched while it runs', async () => {
  const { client, sent, exchanges } = createMockClient(() => ({ body: POLICY }), { readOnly: true });
  const writes = [
    () => setAgentStatus(client, 'a', { status: 'active' }),
    () => deleteAgent(client, 'a'),
    () => updatePolicy(client, {}),
  ];
  for (const write of writes) {
    const error = await rejection(write());
    expect(error).toBeInstanceOf(ReadOnlyError);
    expect((error as Error).message).toMatch(/^Nothing was sent: /);
  }
  await getPolicy(client);
  expect(sent.map(({ method }) => method)).toEqual(['GET']);
  expect(exchanges).toHaveLength(1);

  client.setWritable('always');
  expect(client.isReadOnly).toBe(false);
  await updatePolicy(client, {});
  client.setWritable(undefined);
  expect(client.isReadOnly).toBe(true);
  await expect(updatePolicy(client, {})).rejects.toThrow(ReadOnlyError);
  expect(sent.map(({ method }) => method)).toEqual(['GET', 'PUT']);
});

test('a client lets writes through until a time, whatever becomes of the clock', async () => {
  const { client, clock, sent } = createMockClient(() => ({ body: POLICY }), { readOnly: true });
  client.setWritable(clock.now() + 5 * 60_000);
  await clock.advance(5 * 60_000 - 1);
  await updatePolicy(client, {});
  await clock.advance(1);
  expect(client.isReadOnly).toBe(true);
  await expect(updatePolicy(client, {})).rejects.toThrow(ReadOnlyError);
  expect(sent).toHaveLength(1);
});

test('a clock that is set back, or a machine that slept, does not prolong that time', () => {
  const clock = new MovableClock();
  const { client } = createMockClient(() => ({ body: POLICY }), { readOnly: true, clock });
  client.setWritable(clock.now() + 60_000);
  clock.wall -= 3_600_000;
  clock.timers += 60_000;
  expect(client.isReadOnly).toBe(true);
  client.setWritable(clock.now() + 60_000);
  clock.wall += 60_000;
  expect(client.isReadOnly).toBe(true);
});

test('a client that is to stay read-only cannot be switched', async () => {
  const { client, sent } = createMockClient(() => ({ body: POLICY }), {
    readOnly: false,
    staysReadOnly: true,
  });
  client.setWritable('always');
  expect(client.isReadOnly).toBe(true);
  await expect(updatePolicy(client, {})).rejects.toThrow(ReadOnlyError);
  expect(sent).toEqual([]);
});

test('a request that comes to its turn too late does not leave', async () => {
  const { client, clock, sent, exchanges } = createMockClient(() => ({ body: POLICY }));
  const leaveBy = clock.monotonic() + 1000;
  await clock.advance(1000);
  await updatePolicy(client, {}, { leaveBy });
  await clock.advance(1);
  await expect(updatePolicy(client, {}, { leaveBy })).rejects.toThrow(OverdueError);
  expect([sent.length, exchanges.length]).toEqual([1, 1]);
});

test('an answer comes with its facts, and so does the report of it', async () => {
  const { client, clock, exchanges } = createMockClient(() => ({
    body: AGENTS,
    headers: {
      date: 'Mon, 02 Mar 2026 09:47:31 GMT',
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '599',
      'x-ratelimit-reset': '1772444851',
      'retry-after': '0',
    },
  }));
  const { facts } = await listAgents(client);
  expect(facts).toEqual({
    status: 200,
    rateLimit: { limit: 600, remaining: 599, reset: '1772444851', retryAfter: '0' },
    serverDate: Date.parse('2026-03-02T09:47:31Z'),
    bytes: JSON.stringify(AGENTS).length,
    milliseconds: 0,
  });
  expect(exchanges).toEqual([
    {
      method: 'GET',
      path: '/registered-agents',
      query: '',
      purpose: 'listAgents',
      at: clock.now(),
      milliseconds: 0,
      facts,
      error: undefined,
    },
  ]);
});

test('durations are those of the clock', async () => {
  let tick = 0;
  const ticking = {
    now: () => 0,
    monotonic: () => (tick += 100),
    schedule: () => () => undefined,
    afterReading: () => undefined,
  };
  const { client, exchanges } = createMockClient(() => ({ body: AGENTS }), { clock: ticking });
  const { facts } = await listAgents(client);
  expect(facts.milliseconds).toBe(100);
  expect(exchanges[0]?.milliseconds).toBeGreaterThan(100);
});

test.each([200, 500])('after an answer with %i nothing is left to wait for', async (status) => {
  const waiting = new Set<symbol>();
  const counting = {
    ...systemClock,
    schedule() {
      const timer = Symbol('timer');
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
  };
  const waited: number[] = [];
  const { client } = createMockClient(
    () => {
      waited.push(waiting.size);
      return { status, body: AGENTS };
    },
    { clock: counting },
  );
  await listAgents(client).catch(() => undefined);
  expect(waited).toEqual([1]);
  expect(waiting.size).toBe(0);
});

test('an exchange that failed is reported once, with its error and what is known of the answer', async () => {
  const { client, exchanges } = createMockClient(() => ({
    status: 429,
    body: { error: 'slow down' },
    headers: { 'retry-after': '7', 'x-ratelimit-remaining': '0' },
  }));
  const error = await rejection(listAgents(client, { limit: 5 }));
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]?.error).toBe(error);
  expect(exchanges[0]).toMatchObject({
    path: '/registered-agents',
    query: '?limit=5',
    facts: { status: 429, rateLimit: { remaining: 0, retryAfter: '7' } },
  });
});

test('an observer that throws is not taken for a failure of the exchange', async () => {
  let calls = 0;
  const { client } = createMockClient(() => ({ body: AGENTS }), {
    onExchange: () => {
      calls++;
      throw new TypeError('a fault of the observer');
    },
  });
  await expect(listAgents(client)).rejects.toThrow(TypeError);
  expect(calls).toBe(1);
});

test('a base URL without a path has one slash before the endpoint', async () => {
  const { client, sent } = createMockClient(() => ({ body: {} }), {
    baseUrl: new URL('https://api.example'),
  });
  await getHealth(client);
  expect(sent[0]?.path).toBe('/health');
});
