import { describe, expect, test } from 'vitest';

import { getAgent, listAgents, setAgentStatus } from '../../src/api/agents.ts';
import type { Client } from '../../src/api/client.ts';
import { AnswerError, StatusError, type ApiError } from '../../src/api/errors.ts';
import { listEvents } from '../../src/api/events.ts';
import { getHealth } from '../../src/api/health.ts';
import { listLlmCalls } from '../../src/api/llm-calls.ts';
import { getPolicy } from '../../src/api/policy.ts';
import { getCalendar, listSessionClients, listSessions } from '../../src/api/sessions.ts';
import { getSummary } from '../../src/api/summary.ts';
import { AGENT } from '../fixtures/agent.ts';
import { createMockClient, rejection, type Reply } from './mock-client.ts';

/** The error of a listing of agents that is answered with `reply`. */
async function errorFor(reply: Reply): Promise<unknown> {
  const { client } = createMockClient(() => reply);
  return rejection(listAgents(client, { limit: 5 }));
}

const HTML = '<!doctype html>\n<html><title>Sign in</title>';

describe('a status that is no success', () => {
  test.each([
    [400, /finds the request wrong \(400\): it says why$/],
    [401, /refuses the key \(401\): it says why$/],
    [403, /not permitted to do this \(403\): it says why$/],
    [404, /no such thing \(404\): it says why$/],
    [418, /refuses the request \(418\): it says why$/],
    [429, /asks to wait.*\(429\): it says why$/],
    [500, /failed \(500\): it says why$/],
    [503, /failed \(503\): it says why$/],
  ])('%i', async (status, sentence) => {
    const error = (await errorFor({ status, body: { error: 'it says why' } })) as StatusError;
    expect(error).toBeInstanceOf(StatusError);
    expect(error.message).toMatch(sentence);
    expect(error).toMatchObject({
      status,
      sentence: 'it says why',
      request: { method: 'GET', path: '/registered-agents', query: '?limit=5' },
      facts: { status },
    });
  });

  test('says how a base URL usually ends where an endpoint is not there', async () => {
    const messageAt = async (baseUrl: string, id?: string) => {
      const { client } = createMockClient(() => ({ status: 404, body: { error: 'Not found' } }), {
        baseUrl: new URL(baseUrl),
      });
      const error = await rejection(id === undefined ? getPolicy(client) : getAgent(client, id));
      return (error as StatusError).message;
    };
    const usual = 'The server has no such thing (404): Not found';
    expect(await messageAt('https://api.example')).toBe(
      `${usual}. The base URL usually ends in /api/v1, and this one does not.`,
    );
    expect(await messageAt('https://api.example/api/v1')).toBe(usual);
    expect(await messageAt('https://api.example', 'no-such-agent')).toBe(usual);
  });

  test('carries the rate limit and the time of the server', async () => {
    const error = await errorFor({
      status: 429,
      body: { error: 'slow down' },
      headers: {
        'x-ratelimit-limit': '60',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': '30',
        'retry-after': '12',
        date: 'Mon, 02 Mar 2026 09:47:31 GMT',
      },
    });
    expect((error as StatusError).facts).toMatchObject({
      rateLimit: { limit: 60, remaining: 0, reset: '30', retryAfter: '12' },
      serverDate: Date.parse('2026-03-02T09:47:31Z'),
    });
  });

  test('without an error field, what came instead is quoted', async () => {
    const error = await errorFor({ status: 502, body: HTML, headers: { 'content-type': 'text/html' } });
    expect(error).toMatchObject({
      sentence: undefined,
      contentType: 'text/html',
      message:
        'The server failed (502), with text/html in place of a reason: <!doctype html> <html><title>Sign in</title>',
    });
  });

  test.each([undefined, { error: 7 }, { message: 'x' }, 'null', '[]', '{"error":'])(
    'body %j has no sentence',
    async (body) => {
      const error = (await errorFor({ status: 500, body })) as StatusError;
      expect(error).toBeInstanceOf(StatusError);
      expect(error.sentence).toBeUndefined();
      expect(error.message).toMatch(/^The server failed \(500\)/);
    },
  );

  test('a sentence that would act on a terminal is made harmless, and a long one is cut', async () => {
    const error = (await errorFor({
      status: 400,
      body: { error: `\u001b[2Jx\r\n${'y'.repeat(5000)}` },
    })) as StatusError;
    expect(error.sentence).toMatch(/^\^\[\[2Jx y+…$/);
    expect(error.message).not.toMatch(/\p{Cc}/u);
    expect(error.message.length).toBeLessThan(600);
  });
});

describe('an answer that cannot be used', () => {
  test.each([
    [
      'a page of a portal',
      { body: HTML, headers: { 'content-type': 'text/html; charset=utf-8' } },
      'not-json',
      'The answer (200, text/html; charset=utf-8) is not JSON. It begins: <!doctype html> <html><title>Sign in</title>',
    ],
    [
      'JSON that ends too early',
      { body: '{"agents":[{"id":"a"', headers: { 'content-type': 'application/json' } },
      'not-json',
      'The answer (200, application/json) is not JSON. It begins: {"agents":[{"id":"a"',
    ],
    ['nothing', {}, 'empty', 'The answer (200, no content type) has no body.'],
    ['no content', { status: 204 }, 'empty', 'The answer (204, no content type) has no body.'],
  ])('%s', async (_what, reply, kind, message) => {
    const error = await errorFor(reply);
    expect(error).toBeInstanceOf(AnswerError);
    expect(error).toMatchObject({ kind, message });
  });

  test.each([[[]], [null], ['"text"'], [{ agents: {} }], [{ items: [] }]])(
    'JSON of another shape: %j',
    async (body) => {
      const error = (await errorFor({ body })) as AnswerError;
      expect(error).toBeInstanceOf(AnswerError);
      expect(error.kind).toBe('wrong-shape');
      expect(error.message).toMatch(/is JSON of another shape than expected: .+\. It begins: /);
      expect(error.facts.status).toBe(200);
    },
  );

  const pagination = { limit: 50, offset: 0, total: 0, has_more: false };
  test.each<readonly [string, (client: Client) => Promise<unknown>, object]>([
    ['agents', listAgents, { agents: [], pagination }],
    ['sessions', listSessions, { sessions: [], pagination }],
    ['events', listEvents, { events: [], pagination }],
    ['LLM calls', listLlmCalls, { calls: [], pagination }],
    ['clients', listSessionClients, { clients: [] }],
    ['days', getCalendar, { days: [], total_count: 0 }],
    ['statistics', getSummary, { total_events: 0, outcomes: {}, ecosystems: {} }],
    ['the policy', getPolicy, { policy: {} }],
    ['an agent', (client) => getAgent(client, 'a'), { agent: null }],
    ['health', getHealth, {}],
  ])('an error in place of %s is no empty answer, whatever its status', async (_what, call, nothing) => {
    for (const body of [{ error: 'boom \u001b[2J' }, { error: 'boom \u001b[2J', ...nothing }]) {
      const { client } = createMockClient(() => ({ body }));
      const error = (await rejection(call(client))) as AnswerError;
      expect(error.kind).toBe('wrong-shape');
      expect(error.message).toMatch(/^The answer \(200, .*\) has an error in place of data: boom \^\[\[2J$/);
    }
    const { client } = createMockClient(() => ({ body: { error: { id: 'boom' }, ...nothing } }));
    await expect(call(client)).rejects.toMatchObject({ kind: 'wrong-shape' });
  });

  test('beside data, and where there was none, an error is a field like another', async () => {
    const agents = createMockClient(() => ({ body: { error: 'one replica lags', agents: [{ id: 'a' }] } }));
    expect((await listAgents(agents.client)).value.rows).toHaveLength(1);
    const none = createMockClient(() => ({ body: { error: null, agents: [] } }));
    expect((await listAgents(none.client)).value.rows).toEqual([]);
    const counted = createMockClient(() => ({ body: { error: 'x', total_events: 3 } }));
    expect((await getSummary(counted.client)).value.total_events).toBe(3);
  });

  test('a policy and statistics are not made of what is none', async () => {
    const { client } = createMockClient(() => ({ body: { message: 'ok' } }));
    await expect(getPolicy(client)).rejects.toMatchObject({ kind: 'wrong-shape' });
    const listing = createMockClient(() => ({ body: [1] }));
    await expect(getSummary(listing.client)).rejects.toMatchObject({ kind: 'wrong-shape' });
  });

  test('what is quoted of it is harmless and short', async () => {
    const error = (await errorFor({
      body: `\u001b]52;c;AAAA\u0007${'z'.repeat(500)}`,
      headers: { 'content-type': `text/x-${'y'.repeat(500)}` },
    })) as AnswerError;
    expect(error.excerpt).toMatch(/^\^\[\]52;c;AAAA\^Gz+…$/);
    expect([...error.excerpt].length).toBeLessThanOrEqual(84);
    expect([...error.contentType].length).toBeLessThanOrEqual(81);
    expect(error.message).not.toMatch(/\p{Cc}/u);
  });

  test('a page of a portal is no success of a write either', async () => {
    const { client } = createMockClient(() => ({ body: HTML }));
    await expect(setAgentStatus(client, 'a', { status: 'active' })).rejects.toMatchObject({
      kind: 'not-json',
    });
  });
});

describe('a redirect', () => {
  test.each([301, 302, 303, 307, 308])('%i is not followed, and its target named', async (status) => {
    const { client, sent } = createMockClient(() => ({
      status,
      headers: { location: 'https://evil.example/api/v1/registered-agents' },
    }));
    const error = await rejection(listAgents(client));
    expect(error).toMatchObject({ kind: 'redirect', facts: { status } });
    expect((error as ApiError).message).toContain('https://evil.example/api/v1/registered-agents');
    expect(sent).toHaveLength(1);
  });

  test('one to nowhere is reported as well', async () => {
    await expect(errorFor({ status: 302 })).resolves.toMatchObject({
      kind: 'redirect',
      message: expect.stringContaining('to nowhere') as string,
    });
  });
});

test('a damaged row is named and costs no other', async () => {
  const { client } = createMockClient(() => ({
    body: { agents: [AGENT, { hostname: 'without an id' }, { ...AGENT, id: 'b' }] },
  }));
  const { value } = await listAgents(client);
  expect(value.rows.map((agent) => agent.id)).toEqual([AGENT.id, 'b']);
  expect(value.damaged).toMatchObject([{ index: 1, field: 'id' }]);
});

test('a byte order mark is no part of the JSON', async () => {
  const { client } = createMockClient(() => ({ body: '\ufeff{"events":[]}' }));
  expect((await listEvents(client)).value.rows).toEqual([]);
});
