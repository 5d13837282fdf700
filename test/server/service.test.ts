import { afterEach, describe, expect, it } from 'vitest';

import { listAudit } from '../../src/server/db/audit.ts';
import { openDatabase } from '../../src/server/db/database.ts';
import { createApiKey } from '../../src/server/db/keys.ts';
import { insertOrganization, listOrganizations } from '../../src/server/db/organizations.ts';
import { loadOrganization } from '../../src/server/load-organization.ts';
import { LIVE_INTERVAL } from '../../src/server/live.ts';
import { issueKey, startService } from '../../src/server/service.ts';
import { temporaryFile } from '../helpers/temporary-file.ts';
import {
  column,
  rowsOf,
  startTestService,
  stopTestServices,
  TEST_AMOUNTS,
  type TestService,
} from '../helpers/test-service.ts';
import { createTinyOrganization } from '../helpers/tiny-organization.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

afterEach(stopTestServices);

const PATHS = [
  '/health',
  '/registered-agents',
  '/registered-agents/agent-3-1',
  '/sessions?include_subagents=true',
  '/sessions/1',
  '/sessions/1/content',
  '/sessions/calendar',
  '/sessions/clients',
  '/events?limit=100',
  '/stats/summary',
  '/events/llm?limit=100',
  '/policy',
];

async function read(test: TestService, paths: readonly string[], key?: string) {
  const texts: string[] = [];
  for (const path of paths) {
    const reply = await test.call('GET', path, key === undefined ? {} : { key });
    texts.push(JSON.stringify([reply.status, { ...reply.headers, connection: '' }, reply.text]));
  }
  return texts;
}

describe('a service', () => {
  it('answers the same bytes from the same seed, choices and clock, live events included', async () => {
    const life = async (seed: number) => {
      const test = await startTestService({ seed, rate: 1, choose: ['event-order=reshuffled'] });
      await test.clock.advance(3 * LIVE_INTERVAL);
      await test.call('PUT', '/policy', { body: { rules: { min_scorecard: 7 } } });
      await test.clock.advance(3 * LIVE_INTERVAL);
      return read(test, PATHS);
    };
    const first = await life(3);
    expect(await life(3)).toEqual(first);
    expect(await life(4)).not.toEqual(first);
  });

  it('refuses settings that cannot be', async () => {
    for (const [options, message] of [
      [{ agents: 0 }, 'agents must be a whole number from 1 to 100000'],
      [{ events: -1 }, 'events must be a whole number from 0 to 50000000'],
      [{ events: 1.5 }, 'events must be a whole number'],
      [{ port: 70_000 }, 'port must be a whole number from 0 to 65535'],
      [{ quota: 0 }, 'quota must be a whole number from 1'],
      [{ window: 0 }, 'window must be a number from 1 to 86400'],
      [{ rate: Number.NaN }, 'rate must be a number from 0 to 10000'],
    ] as const) {
      await expect(startTestService(options)).rejects.toThrow(message);
    }
  });

  it('does not start on a port that is taken', async () => {
    const first = await startTestService();
    const port = Number(new URL(first.service.baseUrl).port);
    await expect(startTestService({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('starts with defaults alone', async () => {
    const service = await startService({ createOrganization: createTinyOrganization });
    expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    await service.stop();
  });
});

describe('live events', () => {
  it('are stored as they happen, close to now', async () => {
    const test = await startTestService({ rate: 1 });
    const newest = async () => rowsOf(await test.get('/events?limit=1'), 'events')[0];
    const before = (await test.get('/events'))['pagination'] as { total: number };
    await test.clock.advance(2000);
    expect(await newest()).toMatchObject({ timestamp: '2026-03-02T09:00:02Z', client_id: 'client-3-0' });
    expect((await test.get('/events'))['pagination']).toMatchObject({
      total: before.total + 2000 / LIVE_INTERVAL,
    });
    expect(await test.get('/stats/summary')).toMatchObject({ total_events: 64 });
    expect((await test.get('/events/llm'))['pagination']).toMatchObject({ total: 64 });
    expect(await test.get('/registered-agents/agent-3-0')).toMatchObject({
      last_seen_at: '2026-03-02T09:00:02Z',
    });
  });

  it('let a session grow under its number', async () => {
    const test = await startTestService({ rate: 1 });
    await test.clock.advance(LIVE_INTERVAL);
    const [session] = rowsOf(await test.get('/sessions?limit=1'), 'sessions');
    expect(session).toMatchObject({ session_id: 'growing', id: 10, message_count: 1 });
    await test.clock.advance(2 * LIVE_INTERVAL);
    expect(await test.get('/sessions/10')).toMatchObject({ session_id: 'growing', message_count: 3 });
    expect((await test.get('/sessions/growing/content'))['messages']).toHaveLength(3);
  });

  it('obey suspensions, deletions and the policy', async () => {
    const test = await startTestService({ rate: 1 });
    const newest = async () => {
      await test.clock.advance(LIVE_INTERVAL);
      return rowsOf(await test.get('/events?limit=1'), 'events')[0];
    };
    expect(await newest()).toMatchObject({ client_id: 'client-3-0', outcome: 'allow' });
    await test.call('PUT', '/registered-agents/agent-3-0/status', { body: { status: 'suspended' } });
    await test.call('DELETE', '/registered-agents/agent-3-1');
    await test.call('DELETE', '/registered-agents/agent-3-2?hard=true');
    expect(await newest()).toMatchObject({ client_id: 'client-3-3', outcome: 'allow' });
    await test.call('PUT', '/policy', { body: { rules: { min_scorecard: 9 } } });
    expect(await newest()).toMatchObject({ client_id: 'client-3-3', outcome: 'block' });
    await test.call('PUT', '/registered-agents/agent-3-0/status', { body: { status: 'active' } });
    expect(await newest()).toMatchObject({ client_id: 'client-3-0' });
  });

  it('are not made at rate 0', async () => {
    const test = await startTestService({ rate: 0 });
    await test.clock.advance(10_000);
    expect((await test.get('/events'))['pagination']).toMatchObject({ total: 60 });
  });

  it('stop with a line in the log when one cannot be made; the service goes on', async () => {
    const test = await startTestService({
      rate: 1,
      createOrganization: (settings) => ({
        ...createTinyOrganization(settings),
        step() {
          throw new Error('out of ideas');
        },
      }),
    });
    await test.clock.advance(5000);
    expect(test.lines.filter((line) => line.includes('live events have stopped'))).toHaveLength(1);
    expect((await test.call('GET', '/policy')).status).toBe(200);
  });

  it('never leave half a step behind', async () => {
    const test = await startTestService({
      rate: 1,
      createOrganization: (settings) => {
        const tiny = createTinyOrganization(settings);
        return {
          ...tiny,
          step(now, state) {
            const happenings = tiny.step(now, state);
            return { ...happenings, llmCalls: [...happenings.llmCalls, ...happenings.llmCalls] };
          },
        };
      },
    });
    await test.clock.advance(LIVE_INTERVAL);
    expect(test.lines.join()).toContain('UNIQUE constraint failed');
    expect((await test.get('/events'))['pagination']).toMatchObject({ total: 60 });
  });
});

describe('a database that holds an organization', () => {
  it('is opened as it is: amounts and seed are ignored, its keys stay valid', async () => {
    const file = temporaryFile();
    const first = await startTestService({ file });
    const key = first.service.apiKey ?? '';
    await first.call('PUT', '/registered-agents/agent-3-0/status', { body: { status: 'suspended' } });
    const before = await read(first, PATHS);
    await first.service.stop();
    const second = await startTestService({ file, seed: 99, agents: 1, events: 5, sessions: 1 });
    expect([second.service.apiKey, second.service.readOnlyApiKey]).toEqual([undefined, undefined]);
    // The requests of the first service do not count in the second, one of them was the write.
    const withoutRemaining = (texts: string[]) => texts.map((text) => text.replace(/remaining":"\d+"/, ''));
    expect(withoutRemaining(await read(second, PATHS, key))).toEqual(withoutRemaining(before));
    const issued = issueKey(file);
    expect((await second.call('GET', '/policy', { key: issued })).status).toBe(200);
  });

  it('lives on from where it was, with the settings that it was made with', async () => {
    const file = temporaryFile();
    const clock = new VirtualClock();
    const first = await startTestService({ file, clock, rate: 2 });
    const key = first.service.apiKey ?? '';
    await clock.advance(1000);
    await first.service.stop();
    await clock.advance(60_000);
    const resumed: unknown[] = [];
    const second = await startTestService({
      file,
      clock,
      rate: 0,
      createOrganization: (settings) => {
        resumed.push(settings);
        return createTinyOrganization(settings);
      },
    });
    expect(resumed).toEqual([
      {
        seed: 3,
        agents: 6,
        events: 60,
        sessions: 9,
        eventsPerSecond: 2,
        policySyncSeconds: 900,
        until: Date.parse('2026-03-02T09:00:01Z'),
      },
    ]);
    await clock.advance(LIVE_INTERVAL);
    const reply = await second.call('GET', '/events?limit=3', { key });
    expect(column(reply.body, 'events', 'timestamp')).toEqual([
      '2026-03-02T09:01:01Z',
      '2026-03-02T09:00:01Z',
      '2026-03-02T09:00:00Z',
    ]);
    expect(second.lines.filter((line) => line.includes('stopped'))).toEqual([]);
  });

  it('begins anew when its loading was cut short', async () => {
    const file = temporaryFile();
    const database = openDatabase(file);
    insertOrganization(database, {
      seed: 9,
      agents: 1,
      events: 1,
      sessions: 1,
      eventsPerSecond: 1,
      policySyncSeconds: 1,
      until: 0,
    });
    expect(listOrganizations(database)).toEqual([]);
    database.close();
    expect(() => issueKey(file)).toThrow('holds no organization');
    const test = await startTestService({ file });
    expect((await test.get('/events'))['pagination']).toMatchObject({ total: 60 });
    const after = openDatabase(file);
    expect(after.one('SELECT count(*) AS count FROM organizations')).toEqual({ count: 1 });
    after.close();
  });

  it('keeps the reasons of what was done to agents and the policy', async () => {
    const file = temporaryFile();
    const test = await startTestService({ file });
    const agent = '/registered-agents/agent-3-0';
    await test.call('PUT', `${agent}/status`, { body: { status: 'suspended', reason: 'lost' } });
    await test.call('DELETE', `${agent}?reason=`);
    await test.call('DELETE', `${agent}?hard=true`);
    await test.call('PUT', '/policy', { body: { rules: { min_scorecard: 2 } } });
    await test.call('PUT', '/policy', { body: { rules: { min_scorecard: 20 } } });
    const database = openDatabase(file);
    const at = test.clock.now();
    expect(listAudit(database, 1)).toEqual([
      {
        at,
        action: 'agent.status',
        target: 'agent-3-0',
        reason: 'lost',
        details: { from: 'active', to: 'suspended' },
      },
      {
        at,
        action: 'agent.delete',
        target: 'agent-3-0',
        reason: '',
        details: { from: 'suspended', hard: false },
      },
      {
        at,
        action: 'agent.remove',
        target: 'agent-3-0',
        reason: null,
        details: { from: 'deleted', hard: true },
      },
      {
        at,
        action: 'policy.update',
        target: '8',
        reason: null,
        details: { rules: { min_scorecard: 2 } },
      },
    ]);
    database.close();
  });
});

describe('two organizations in one database', () => {
  async function startBoth() {
    const file = temporaryFile();
    const database = openDatabase(file);
    const clock = new VirtualClock();
    const keys: string[] = [];
    for (const seed of [1, 2]) {
      const settings = {
        ...TEST_AMOUNTS,
        seed,
        eventsPerSecond: seed - 1,
        policySyncSeconds: 1,
        until: clock.now(),
      };
      const synthetic = createTinyOrganization(settings);
      const number = await loadOrganization(database, settings, synthetic, () => undefined);
      keys.push(createApiKey(database, number, ['read', 'write'], clock.now()));
    }
    database.close();
    const test = await startTestService({ file, clock, quota: 50 });
    return { test, clock, first: keys[0] ?? '', second: keys[1] ?? '' };
  }

  it('never show, change or count what is the other one’s', async () => {
    const { test, first, second } = await startBoth();
    const paths = PATHS.filter((path) => !path.includes('agent-3') && !path.includes('/1'));
    for (const path of [...paths, '/sessions/10', '/sessions/10/content']) {
      const own = await test.call('GET', path, { key: second });
      expect(own.status, path).toBe(200);
      expect(own.text, path).not.toMatch(/(agent|client|event|call|machine|rk)-1/);
    }
    for (const [method, path] of [
      ['GET', '/registered-agents/agent-1-0'],
      ['PUT', '/registered-agents/agent-1-0/status'],
      ['DELETE', '/registered-agents/agent-1-0?hard=true'],
      ['GET', '/sessions/1'],
      ['GET', '/sessions/1/content'],
      ['GET', '/sessions/00000000-0000-4000-8000-000000001000'],
    ] as const) {
      const reply = await test.call(method, path, { key: second, body: { status: 'suspended' } });
      expect(reply.status, path).toBe(404);
    }
    await test.call('PUT', '/policy', { key: second, body: { rules: { min_scorecard: 1 } } });
    expect((await test.call('GET', '/policy', { key: first })).body).toMatchObject({ version: '7' });
    expect((await test.call('GET', '/registered-agents/agent-1-0', { key: first })).body).toMatchObject({
      status: 'active',
    });
    const filtered = await test.call('GET', '/sessions?agent_id=agent-1-0', { key: second });
    expect(filtered.body['pagination']).toMatchObject({ total: 0 });
  });

  it('spend their own quota', async () => {
    const { test, first, second } = await startBoth();
    for (let request = 0; request < 50; request++) {
      await test.call('GET', '/policy', { key: first });
    }
    expect((await test.call('GET', '/policy', { key: first })).status).toBe(429);
    const other = await test.call('GET', '/policy', { key: second });
    expect([other.status, other.headers['x-ratelimit-remaining']]).toEqual([200, '49']);
  });

  it('live each by its own settings', async () => {
    const { test, clock, first, second } = await startBoth();
    await clock.advance(2 * LIVE_INTERVAL);
    const total = async (key: string) =>
      ((await test.call('GET', '/events', { key })).body['pagination'] as { total: number }).total;
    expect([await total(first), await total(second)]).toEqual([60, 62]);
  });
});

describe('stopping', () => {
  it('answers requests under way, refuses new ones, and can be asked for twice', async () => {
    const gate = { open: (): void => undefined };
    const clock = new VirtualClock();
    // The fault `slow` holds an answer back until the clock moves.
    const drawn = new Promise<void>((resolve) => (gate.open = resolve));
    const test = await startTestService({
      clock,
      faults: { slow: 1 },
      random: () => {
        gate.open();
        return 0;
      },
    });
    const reply = test.call('GET', '/policy');
    await drawn;
    const stopped = Promise.all([test.service.stop(), test.service.stop()]);
    await expect(test.call('GET', '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await clock.advance(2000);
    expect((await reply).status).toBe(200);
    await stopped;
  });

  it('does not wait for a request that never ends', async () => {
    const { connect } = await import('node:net');
    const test = await startTestService();
    const { port, host } = new URL(test.service.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const head = `PUT /api/v1/policy HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${test.service.apiKey}\r\nContent-Length: 9\r\n`;
    await new Promise((resolve) => socket.write(`${head}\r\n`, resolve));
    // An answer on another connection shows that the service has read what was sent before.
    await test.get('/policy');
    const stopped = test.service.stop();
    await test.clock.advance(5000);
    await stopped;
    await closed;
  });
});
