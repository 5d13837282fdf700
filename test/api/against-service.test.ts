import { afterEach, describe, expect, it } from 'vitest';

import { deleteAgent, getAgent, listAgents, setAgentStatus } from '../../src/api/agents.ts';
import { parseApiKey } from '../../src/api/api-key.ts';
import { parseBaseUrl } from '../../src/api/base-url.ts';
import { createClient, type Client } from '../../src/api/client.ts';
import { StatusError } from '../../src/api/errors.ts';
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
import type { Exchange } from '../../src/api/transport.ts';
import type { Agent } from '../../src/contract/agent.ts';
import type { Session } from '../../src/contract/session.ts';
import { ECOSYSTEMS, EVENT_TYPES, OUTCOMES } from '../../src/contract/values.ts';
import { createSyntheticOrganization } from '../../src/server/synth/organization.ts';
import { startTestService, stopTestServices } from '../helpers/test-service.ts';

const clients: Client[] = [];

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await stopTestServices();
});

interface Connected {
  readonly client: Client;
  readonly exchanges: readonly Exchange[];
}

/** A client of an embedded service with a synthetic organization; `choose` takes settings NAME=VARIANT. */
async function connect(
  choose: readonly string[] = [],
  { mayWrite = true }: { readonly mayWrite?: boolean } = {},
): Promise<Connected> {
  const { service, clock } = await startTestService({
    createOrganization: createSyntheticOrganization,
    agents: 8,
    events: 300,
    sessions: 12,
    choose,
  });
  const exchanges: Exchange[] = [];
  const client = createClient({
    baseUrl: parseBaseUrl(service.baseUrl),
    key: parseApiKey((mayWrite ? service.apiKey : service.readOnlyApiKey) ?? ''),
    clock,
    userAgent: 'vigil-test/0',
    readOnly: false,
    onExchange: (exchange) => exchanges.push(exchange),
  });
  clients.push(client);
  return { client, exchanges };
}

async function firstAgent(client: Client): Promise<Agent> {
  const { value } = await listAgents(client);
  return value.rows[0] as Agent;
}

async function firstSession(client: Client): Promise<Session> {
  const { value } = await listSessions(client);
  return value.rows[0] as Session;
}

describe('reading', () => {
  it('health', async () => {
    const { client } = await connect();
    const { value, facts } = await getHealth(client);
    expect(value).toMatchObject({ status: 'ok', database: 'connected' });
    expect(facts).toMatchObject({ status: 200 });
    expect(facts.serverDate).toBeTypeOf('number');
  });

  it('agents, page by page', async () => {
    const { client } = await connect();
    const { value: first, facts } = await listAgents(client, { limit: 5 });
    const { value: second } = await listAgents(client, { limit: 5, offset: 5 });
    expect(first.pagination).toEqual({ limit: 5, offset: 0, total: 8, has_more: true });
    expect(second.pagination).toEqual({ limit: 5, offset: 5, total: 8, has_more: false });
    expect(new Set([...first.rows, ...second.rows].map((agent) => agent.id)).size).toBe(8);
    expect(facts.rateLimit.limit).toBeGreaterThan(0);
    expect(facts.rateLimit.remaining).toBe((facts.rateLimit.limit ?? 0) - 1);
  });

  it('events, filtered', async () => {
    const { client } = await connect();
    const { value: all } = await listEvents(client, { limit: 100 });
    expect(all.pagination?.total).toBe(300);
    expect(all.rows).toHaveLength(100);
    for (const event of all.rows) {
      expect(OUTCOMES).toContain(event.outcome);
      expect(EVENT_TYPES).toContain(event.type);
      expect(ECOSYSTEMS).toContain(event.subject?.ecosystem);
    }
    const { value: blocked } = await listEvents(client, { outcome: 'block', type: 'install' });
    expect(blocked.rows.length).toBeGreaterThan(0);
    expect(blocked.rows.every((event) => event.outcome === 'block' && event.type === 'install')).toBe(true);
    const since = all.rows[50]?.timestamp;
    const { value: later } = await listEvents(client, { since });
    expect(later.pagination?.total).toBeLessThan(300);
  });

  it('LLM calls', async () => {
    const { client } = await connect();
    const { value } = await listLlmCalls(client, { limit: 7 });
    expect(value.rows).toHaveLength(7);
    expect(value.rows.every((call) => Object.keys(call.raw).length > 3)).toBe(true);
  });

  it('the summary', async () => {
    const { client } = await connect();
    const { value } = await getSummary(client);
    const outcomes = Object.values(value.outcomes ?? {}).reduce((sum, count) => sum + count, 0);
    expect(value).toMatchObject({ period: '30d', total_events: outcomes });
  });

  it('the policy', async () => {
    const { client } = await connect();
    const { value } = await getPolicy(client);
    expect(Object.keys(value.rules ?? {})).toHaveLength(10);
    expect(value.version).toBeTypeOf('string');
  });

  it('the calendar and the clients of sessions', async () => {
    const { client } = await connect();
    const { value: calendar } = await getCalendar(client, { since: '2026-02-01', until: '2026-03-02' });
    expect(calendar.days.map((day) => day.date)).toContain('2026-02-01');
    expect(calendar.total_count).toBe(calendar.days.reduce((sum, day) => sum + (day.count ?? 0), 0));
    const { value: sessionClients } = await listSessionClients(client);
    expect(sessionClients.rows.length).toBeGreaterThan(0);
    expect(sessionClients.damaged).toEqual([]);
  });
});

describe.each(['bare', 'wrapped'])('single resources that are %s', (wrapping) => {
  it('are read all the same', async () => {
    const { client } = await connect([`agent-wrapping=${wrapping}`, `session-wrapping=${wrapping}`]);
    const agent = await firstAgent(client);
    expect((await getAgent(client, agent.id)).value).toEqual(agent);
    const session = await firstSession(client);
    expect((await getSession(client, session)).value).toEqual(session);
  });
});

describe.each([
  ['both', 'id', 1],
  ['numeric', 'id', 1],
  ['session-id', 'session_id', 2],
] as const)('a server whose sessions go by: %s', (variant, learned, requests) => {
  it('is learned from one session, and asked that way from then on', async () => {
    const { client, exchanges } = await connect([`session-id=${variant}`]);
    const session = await firstSession(client);
    const asked = () => exchanges.filter(({ path }) => path.startsWith('/sessions/')).length;
    expect((await getSession(client, session)).value.session_id).toBe(session.session_id);
    expect(asked()).toBe(requests);
    expect(client.learned.sessionId).toBe(learned);
    const { value: transcript } = await getTranscript(client, session);
    expect(transcript.session_id).toBe(session.session_id);
    expect(transcript.count).toBe(transcript.envelope['message_count']);
    expect(transcript.count).toBeGreaterThan(0);
    expect(asked()).toBe(requests + 1);
  });
});

describe('writing', () => {
  it('suspends and reactivates an agent', async () => {
    const { client } = await connect();
    const { id } = await firstAgent(client);
    const { value, facts } = await setAgentStatus(client, id, { status: 'suspended', reason: 'lost' });
    expect(value).toBeUndefined();
    expect(facts.status).toBe(204);
    expect((await getAgent(client, id)).value.status).toBe('suspended');
    await setAgentStatus(client, id, { status: 'active' });
    expect((await getAgent(client, id)).value.status).toBe('active');
  });

  it.each(['no-content', 'message', 'agent'])('deletes an agent, whatever the answer: %s', async (answer) => {
    const { client } = await connect([`delete-answer=${answer}`]);
    const { id } = await firstAgent(client);
    expect((await deleteAgent(client, id, { reason: 'left the company' })).value).toBeUndefined();
    expect((await getAgent(client, id)).value.status).toBe('deleted');
    await deleteAgent(client, id, { hard: true });
    await expect(getAgent(client, id)).rejects.toMatchObject({ name: 'StatusError', status: 404 });
  });

  it('changes the rules and lists that are given, and no others', async () => {
    const { client } = await connect();
    const before = (await getPolicy(client)).value;
    const { value: answered } = await updatePolicy(client, {
      rules: { min_scorecard: 7.5 },
      blocked_packages: ['left-pad'],
    });
    const { value: after } = await getPolicy(client);
    expect(answered).toEqual(after);
    expect(after.rules).toEqual({ ...before.rules, min_scorecard: 7.5 });
    expect(after.blocked_packages).toEqual(['left-pad']);
    expect(after.blocked_maintainers).toEqual(before.blocked_maintainers);
    expect(after.version).not.toBe(before.version);
  });

  it('is refused with the server’s sentence when a value is wrong', async () => {
    const { client } = await connect();
    const refusal = await updatePolicy(client, { rules: { min_scorecard: 11 } }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StatusError);
    expect(refusal).toMatchObject({
      status: 400,
      sentence: expect.stringContaining('min_scorecard') as string,
    });
  });

  it('is refused to a key that may only read', async () => {
    const { client } = await connect([], { mayWrite: false });
    const { id } = await firstAgent(client);
    await expect(setAgentStatus(client, id, { status: 'suspended' })).rejects.toMatchObject({ status: 403 });
    expect((await getAgent(client, id)).value.status).toBe('active');
  });
});

it('an id that is no plain text finds nothing, and nothing else', async () => {
  const { client, exchanges } = await connect();
  for (const id of ['a/b', '../registered-agents', '%2F', 'ünï', '?limit=1', '#x', ' ', '..%2f']) {
    await expect(getAgent(client, id)).rejects.toMatchObject({ name: 'StatusError', status: 404 });
  }
  expect(exchanges.map((exchange) => exchange.facts?.status)).toEqual(Array(8).fill(404));
});

it('a key of nobody is refused', async () => {
  const { client } = await connect();
  const stranger = createClient({
    baseUrl: client.baseUrl,
    key: parseApiKey('sk_live_nobody'),
    clock: {
      now: () => 0,
      monotonic: () => 0,
      schedule: () => () => undefined,
      afterReading: () => undefined,
    },
    userAgent: 'vigil-test/0',
    readOnly: true,
  });
  clients.push(stranger);
  await expect(listEvents(stranger)).rejects.toMatchObject({ name: 'StatusError', status: 401 });
  expect((await getHealth(stranger)).value.status).toBe('ok');
});
