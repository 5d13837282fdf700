import { describe, expect, test } from 'vitest';

import { deleteAgent, getAgent, listAgents, setAgentStatus } from '../../src/api/agents.ts';
import type { Answered, Client } from '../../src/api/client.ts';
import { listEvents } from '../../src/api/events.ts';
import { getHealth } from '../../src/api/health.ts';
import { listLlmCalls } from '../../src/api/llm-calls.ts';
import { getPolicy, updatePolicy } from '../../src/api/policy.ts';
import {
  getCalendar,
  getSession,
  getTranscript,
  listSessionClients,
  listSessions,
} from '../../src/api/sessions.ts';
import { getSummary } from '../../src/api/summary.ts';
import type { ENDPOINTS } from '../../src/contract/endpoints.ts';
import { AGENT } from '../fixtures/agent.ts';
import { EVENT } from '../fixtures/event.ts';
import { HEALTH } from '../fixtures/health.ts';
import { LLM_CALL } from '../fixtures/llm-call.ts';
import { PAGINATION } from '../fixtures/page.ts';
import { POLICY } from '../fixtures/policy.ts';
import { CALENDAR, SESSION, SESSION_CLIENT, TRANSCRIPT } from '../fixtures/session.ts';
import { SUMMARY } from '../fixtures/summary.ts';
import { CANARY, createMockClient } from './mock-client.ts';

type Send = (client: Client, signal?: AbortSignal, purpose?: string) => Promise<Answered<unknown>>;

const IDS = { id: String(SESSION.id), session_id: SESSION.session_id };

/** Every endpoint: how it is called, what leaves, what comes back and a part of what is made of it. */
const CALLS: Readonly<
  Record<
    keyof typeof ENDPOINTS,
    {
      readonly send: Send;
      readonly line: string;
      readonly body?: unknown;
      readonly answer: object | undefined;
      readonly value: object | undefined;
    }
  >
> = {
  health: {
    send: (client, signal, purpose) => getHealth(client, signal, purpose),
    line: 'GET /api/v1/health',
    answer: HEALTH,
    value: HEALTH,
  },
  listAgents: {
    send: (client, signal, purpose) => listAgents(client, { limit: 50, offset: 100 }, signal, purpose),
    line: 'GET /api/v1/registered-agents?limit=50&offset=100',
    answer: { agents: [AGENT], pagination: PAGINATION },
    value: { rows: [AGENT], damaged: [], pagination: PAGINATION },
  },
  getAgent: {
    send: (client, signal, purpose) => getAgent(client, AGENT.id, signal, purpose),
    line: `GET /api/v1/registered-agents/${AGENT.id}`,
    answer: AGENT,
    value: AGENT,
  },
  setAgentStatus: {
    send: (client, signal, purpose) =>
      setAgentStatus(client, AGENT.id, { status: 'suspended', reason: 'stolen' }, { signal, purpose }),
    line: `PUT /api/v1/registered-agents/${AGENT.id}/status`,
    body: { status: 'suspended', reason: 'stolen' },
    answer: undefined,
    value: undefined,
  },
  deleteAgent: {
    send: (client, signal, purpose) =>
      deleteAgent(client, AGENT.id, { hard: true, reason: 'sold & gone' }, { signal, purpose }),
    line: `DELETE /api/v1/registered-agents/${AGENT.id}?hard=true&reason=sold+%26+gone`,
    answer: undefined,
    value: undefined,
  },
  listSessions: {
    send: (client, signal, purpose) =>
      listSessions(
        client,
        { limit: 20, project: '/home/a b', date: '2026-03-02', tz: '+02:00', include_subagents: false },
        signal,
        purpose,
      ),
    line: 'GET /api/v1/sessions?limit=20&project=%2Fhome%2Fa+b&date=2026-03-02&tz=%2B02%3A00&include_subagents=false',
    answer: { sessions: [SESSION], pagination: PAGINATION },
    value: { rows: [{ ...SESSION, id: String(SESSION.id) }], damaged: [], pagination: PAGINATION },
  },
  getSession: {
    send: (client, signal, purpose) => getSession(client, IDS, signal, purpose),
    line: `GET /api/v1/sessions/${SESSION.id}`,
    answer: SESSION,
    value: { ...SESSION, id: String(SESSION.id) },
  },
  getTranscript: {
    send: (client, signal, purpose) => getTranscript(client, IDS, signal, purpose),
    line: `GET /api/v1/sessions/${SESSION.id}/content`,
    answer: TRANSCRIPT,
    value: { session_id: TRANSCRIPT.session_id, count: TRANSCRIPT.messages.length },
  },
  getCalendar: {
    send: (client, signal, purpose) =>
      getCalendar(client, { since: '2026-03-01', until: '2026-03-02' }, signal, purpose),
    line: 'GET /api/v1/sessions/calendar?since=2026-03-01&until=2026-03-02',
    answer: CALENDAR,
    value: CALENDAR,
  },
  listSessionClients: {
    send: (client, signal, purpose) => listSessionClients(client, { limit: 20, offset: 20 }, signal, purpose),
    line: 'GET /api/v1/sessions/clients?limit=20&offset=20',
    answer: { clients: [SESSION_CLIENT] },
    value: { rows: [{ raw: SESSION_CLIENT }], damaged: [] },
  },
  listEvents: {
    send: (client, signal, purpose) =>
      listEvents(
        client,
        { limit: 1, outcome: 'block', package: '@scope/x', since: '2026-03-02T09:00:00Z' },
        signal,
        purpose,
      ),
    line: 'GET /api/v1/events?limit=1&outcome=block&package=%40scope%2Fx&since=2026-03-02T09%3A00%3A00Z',
    answer: { events: [EVENT], pagination: PAGINATION },
    value: { rows: [{ id: EVENT.id, raw: EVENT }], damaged: [], pagination: PAGINATION },
  },
  getSummary: {
    send: (client, signal, purpose) => getSummary(client, signal, purpose),
    line: 'GET /api/v1/stats/summary',
    answer: SUMMARY,
    value: SUMMARY,
  },
  listLlmCalls: {
    send: (client, signal, purpose) => listLlmCalls(client, { limit: 50 }, signal, purpose),
    line: 'GET /api/v1/events/llm?limit=50',
    answer: { events: [LLM_CALL], pagination: PAGINATION },
    value: { rows: [{ raw: LLM_CALL }], damaged: [], pagination: PAGINATION },
  },
  getPolicy: {
    send: (client, signal, purpose) => getPolicy(client, signal, purpose),
    line: 'GET /api/v1/policy',
    answer: POLICY,
    value: POLICY,
  },
  updatePolicy: {
    send: (client, signal, purpose) =>
      updatePolicy(client, { rules: { min_scorecard: 6 } }, { signal, purpose }),
    line: 'PUT /api/v1/policy',
    body: { rules: { min_scorecard: 6 } },
    answer: POLICY,
    value: POLICY,
  },
};

describe.each(Object.entries(CALLS))('%s', (name, { send, line, body, answer, value }) => {
  const reply = () => (answer === undefined ? { status: 204 } : { body: answer });

  test('sends what the specification says, and reads the answer', async () => {
    const { client, sent } = createMockClient(reply);
    const answered = await send(client);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([line]);
    expect(sent[0]?.body === undefined ? undefined : JSON.parse(sent[0].body)).toEqual(body);
    if (value === undefined) {
      expect(answered.value).toBeUndefined();
    } else {
      expect(answered.value).toMatchObject(value);
    }
    expect(answered.facts.status).toBe(answer === undefined ? 204 : 200);
  });

  test('sends the headers it needs and no others of consequence', async () => {
    const { client, sent } = createMockClient(reply);
    await send(client);
    expect(sent[0]?.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'gzip, br',
      'user-agent': 'vigil/9.8.7',
      ...(name === 'health' ? {} : { 'X-API-Key': CANARY }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    });
  });

  test('reports one exchange, with its purpose', async () => {
    const { client, exchanges } = createMockClient(reply);
    const { facts } = await send(client, undefined, 'because of the test');
    const [method, path] = line.replace('/api/v1', '').split(/[ ?]/);
    expect(exchanges).toHaveLength(1);
    expect(exchanges[0]).toMatchObject({ method, path, purpose: 'because of the test', facts });
    expect(exchanges[0]?.error).toBeUndefined();
  });

  test('is named as its purpose when none is given', async () => {
    const { client, exchanges } = createMockClient(reply);
    await send(client);
    expect(exchanges[0]?.purpose).toBe(name);
  });

  test('is not sent when given up before', async () => {
    const { client, sent } = createMockClient(reply);
    await expect(send(client, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortedError' });
    expect(sent).toEqual([]);
  });
});

describe('queries', () => {
  test('values that are undefined are left out', async () => {
    const { client, sent } = createMockClient(() => ({ body: { sessions: [] } }));
    await listSessions(client, { agent_id: undefined, include_subagents: true });
    expect(sent[0]?.path).toBe('/api/v1/sessions?include_subagents=true');
  });

  test('without any there is no question mark', async () => {
    const { client, sent } = createMockClient(() => ({ body: { events: [] } }));
    await listEvents(client);
    expect(sent[0]?.path).toBe('/api/v1/events');
  });
});

describe('deleting', () => {
  test('a soft delete sends no hard at all', async () => {
    const { client, sent } = createMockClient(() => ({ status: 204 }));
    await deleteAgent(client, 'a');
    await deleteAgent(client, 'a', { hard: false, reason: '' });
    await deleteAgent(client, 'a', { reason: 'lost' });
    expect(sent.map(({ path }) => path.replace('/api/v1/registered-agents/a', ''))).toEqual([
      '',
      '',
      '?reason=lost',
    ]);
  });
});

describe('the answer to a write', () => {
  const writes: readonly Send[] = [
    (client) => setAgentStatus(client, 'a', { status: 'active' }),
    (client) => deleteAgent(client, 'a'),
    (client) => updatePolicy(client, { rules: {} }),
  ];

  test.each([
    { status: 204 },
    { status: 200 },
    { status: 202 },
    { status: 200, body: POLICY },
    { status: 201, body: POLICY },
    { status: 202, body: POLICY },
  ])('may be %j', async (reply) => {
    for (const write of writes) {
      const { client } = createMockClient(() => reply);
      expect((await write(client)).facts.status).toBe(reply.status);
    }
  });

  test('an empty reason is not sent', async () => {
    const { client, sent } = createMockClient(() => ({ status: 204 }));
    await setAgentStatus(client, 'a', { status: 'active', reason: '' });
    expect(sent[0]?.body).toBe('{"status":"active"}');
  });

  test('an updated policy may be missing', async () => {
    const { client } = createMockClient(() => ({ status: 204 }));
    expect((await updatePolicy(client, { rules: {} })).value).toBeUndefined();
  });
});

describe('wrapping', () => {
  test.each([
    ['bare', AGENT],
    ['by its name', { agent: AGENT }],
    ['as data', { data: AGENT }],
    ['beside other things', { success: true, id: 'request-7', agent: AGENT }],
  ])('an agent is read %s', async (_how, answer) => {
    const { client } = createMockClient(() => ({ body: answer }));
    expect((await getAgent(client, AGENT.id)).value).toMatchObject(AGENT);
  });

  test.each([
    ['bare', SESSION],
    ['by its name', { session: SESSION }],
    ['as data', { data: SESSION }],
  ])('a session is read %s', async (_how, answer) => {
    const { client } = createMockClient(() => ({ body: answer }));
    expect((await getSession(client, IDS)).value.project_path).toBe(SESSION.project_path);
  });

  test.each([
    ['bare', POLICY],
    ['by its name', { policy: POLICY }],
  ])('a policy is read %s', async (_how, answer) => {
    const { client } = createMockClient(() => ({ body: answer }));
    expect((await getPolicy(client)).value).toMatchObject(POLICY);
  });
});

describe('the two kinds of session id', () => {
  const answering = (kind: 'id' | 'session_id', refusal: number) =>
    createMockClient(({ path }) =>
      path.split('/')[4] === IDS[kind]
        ? { body: path.endsWith('content') ? TRANSCRIPT : SESSION }
        : { status: refusal, body: { error: 'unknown' } },
    );

  const lastIds = (sent: readonly { readonly path: string }[]) => sent.map(({ path }) => path.split('/')[4]);

  test('the numeric id is tried first, and nothing else when it works', async () => {
    const { client, sent } = answering('id', 404);
    await getSession(client, IDS);
    await getTranscript(client, IDS);
    expect(lastIds(sent)).toEqual([IDS.id, IDS.id]);
  });

  test.each([404, 400])('after %i the other is tried, and what works is remembered', async (status) => {
    const { client, sent } = answering('session_id', status);
    await getSession(client, IDS);
    await getTranscript(client, IDS);
    expect(lastIds(sent)).toEqual([IDS.id, IDS.session_id, IDS.session_id]);
  });

  test('a session that neither finds gives the first refusal, and teaches nothing', async () => {
    const { client, sent } = createMockClient((_sent, index) => ({
      status: index === 0 ? 404 : 400,
      body: { error: `refusal ${index}` },
    }));
    await expect(getSession(client, IDS)).rejects.toMatchObject({ status: 404, sentence: 'refusal 0' });
    expect(sent).toHaveLength(2);
    expect(client.learned).toEqual({});
  });

  test.each([401, 403, 429, 500])('%i is no reason to try the other', async (status) => {
    const { client, sent } = createMockClient(() => ({ status, body: { error: 'no' } }));
    await expect(getSession(client, IDS)).rejects.toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  test('another failure of the second try is reported', async () => {
    const { client } = createMockClient((_sent, index) => ({ status: index === 0 ? 404 : 500 }));
    await expect(getSession(client, IDS)).rejects.toMatchObject({ status: 500 });
  });

  test('with one id alone there is one try', async () => {
    const { client, sent } = createMockClient(() => ({ status: 404 }));
    await expect(getSession(client, { id: '7' })).rejects.toMatchObject({ status: 404 });
    await expect(getSession(client, { id: 'x', session_id: 'x' })).rejects.toMatchObject({ status: 404 });
    expect(sent).toHaveLength(2);
  });
});

describe('ids in paths', () => {
  test.each([
    ['a/b', 'a%2Fb'],
    ['../policy', '..%2Fpolicy'],
    ['a b?c#d', 'a%20b%3Fc%23d'],
    ['%2e%2e', '%252e%252e'],
    ['ü', '%C3%BC'],
    ['a\ud800', 'a%EF%BF%BD'],
    ['$&', '%24%26'],
  ])('%j leaves as %s', async (id, segment) => {
    const { client, sent } = createMockClient(() => ({ status: 204 }));
    await deleteAgent(client, id);
    expect(sent[0]?.path).toBe(`/api/v1/registered-agents/${segment}`);
  });

  test.each(['', '.', '..'])('%j is refused and nothing is sent', async (id) => {
    const { client, sent } = createMockClient(() => ({ status: 204 }));
    await expect(deleteAgent(client, id)).rejects.toThrow(RangeError);
    expect(sent).toEqual([]);
  });
});
