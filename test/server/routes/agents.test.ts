import { afterEach, describe, expect, it } from 'vitest';

import { agentSchema } from '../../../src/contract/agent.ts';
import { parsePage } from '../../../src/contract/pagination.ts';
import {
  column,
  rowsOf,
  startTestService,
  stopTestServices,
  type TestService,
} from '../../helpers/test-service.ts';

afterEach(stopTestServices);

const FIRST = '/registered-agents/agent-3-0';

async function statusOf(test: TestService, path = FIRST) {
  return (await test.get(path))['status'];
}

describe('GET /registered-agents', () => {
  it('gives the last registered first, with the fields of the specification', async () => {
    const test = await startTestService();
    const body = await test.get('/registered-agents');
    expect(Object.keys(body)).toEqual(['agents', 'pagination']);
    expect(body['pagination']).toEqual({ limit: 50, offset: 0, total: 6, has_more: false });
    expect(column(body, 'agents', 'id')).toEqual([5, 4, 3, 2, 1, 0].map((index) => `agent-3-${index}`));
    expect(rowsOf(body, 'agents')[2]).toEqual({
      id: 'agent-3-3',
      client_id: 'client-3-3',
      machine_id: 'machine-3-3',
      generation: 1,
      secret_prefix: 'as_live_ab12',
      registration_key_id: 'rk-3',
      registration_key_name: 'laptops',
      status: 'active',
      hostname: 'host-1-3',
      os: 'linux',
      arch: 'arm64',
      version: '1.2.3',
      username: 'user3',
      clone_detected: true,
      clone_reason: 'same fingerprint on two networks',
      registered_at: '2025-11-25T09:00:00Z',
      last_seen_at: '2026-03-02T08:51:00Z',
    });
    expect(rowsOf(body, 'agents')[0]).not.toHaveProperty('clone_reason');
    expect(parsePage(body, 'agents', agentSchema).damaged).toEqual([]);
  });

  it('pages', async () => {
    const test = await startTestService();
    const body = await test.get('/registered-agents?limit=4&offset=1');
    expect(column(body, 'agents', 'id')).toEqual([4, 3, 2, 1].map((index) => `agent-3-${index}`));
    expect(body['pagination']).toEqual({ limit: 4, offset: 1, total: 6, has_more: true });
  });

  it('has a default page of 50', async () => {
    const test = await startTestService({ agents: 120 });
    expect(rowsOf(await test.get('/registered-agents'), 'agents')).toHaveLength(50);
    expect(rowsOf(await test.get('/registered-agents?limit=500'), 'agents')).toHaveLength(100);
  });

  it.each([
    ['oldest-first', [0, 1, 2, 3, 4, 5]],
    ['hostname', [0, 3, 2, 5, 1, 4]],
    ['last-seen', [0, 4, 1, 5, 2, 3]],
  ])('agent-order=%s', async (variant, expected) => {
    const test = await startTestService({ choose: [`agent-order=${variant}`] });
    const body = await test.get('/registered-agents');
    expect(column(body, 'agents', 'id')).toEqual(expected.map((index) => `agent-3-${index}`));
  });

  it('agent-order=id-hash and reshuffled', async () => {
    const list = async (test: TestService) =>
      column(await test.get('/registered-agents?limit=100'), 'agents', 'id');
    const fixed = await startTestService({ choose: ['agent-order=id-hash'], agents: 30 });
    expect(await list(fixed)).toEqual(await list(fixed));
    const shuffled = await startTestService({ choose: ['agent-order=reshuffled'], agents: 30 });
    expect(await list(shuffled)).not.toEqual(await list(shuffled));
  });

  it('refuses a bad page', async () => {
    const test = await startTestService();
    const reply = await test.call('GET', '/registered-agents?offset=x');
    expect([reply.status, reply.body]).toEqual([
      400,
      { error: 'offset must be a whole number of 0 or more' },
    ]);
  });
});

describe('GET /registered-agents/{id}', () => {
  it('gives the bare agent', async () => {
    const test = await startTestService();
    const { agents } = (await test.get('/registered-agents')) as { agents: unknown[] };
    expect(await test.get(FIRST)).toEqual(agents[5]);
  });

  it('agent-wrapping=wrapped', async () => {
    const test = await startTestService({ choose: ['agent-wrapping=wrapped'] });
    const body = await test.get(FIRST);
    expect(Object.keys(body)).toEqual(['agent']);
    expect(body['agent']).toMatchObject({ id: 'agent-3-0' });
  });

  it('finds nothing under an unknown id, and reads ids decoded', async () => {
    const test = await startTestService();
    const reply = await test.call('GET', '/registered-agents/nobody');
    expect([reply.status, reply.body]).toEqual([404, { error: 'There is no agent with this id' }]);
    expect(await test.get('/registered-agents/agent%2D3%2D0')).toEqual(await test.get(FIRST));
    expect((await test.call('GET', '/registered-agents/agent-3-0%00')).status).toBe(404);
    expect((await test.call('GET', '/registered-agents/%ff')).status).toBe(400);
  });

  it('unknown-id=bad-request', async () => {
    const test = await startTestService({ choose: ['unknown-id=bad-request'] });
    expect((await test.call('GET', '/registered-agents/nobody')).status).toBe(400);
    expect((await test.call('DELETE', '/registered-agents/nobody')).status).toBe(400);
    expect((await test.call('GET', '/sessions/nobody')).status).toBe(400);
  });
});

describe('PUT /registered-agents/{id}/status', () => {
  it('suspends and reactivates, with or without a reason', async () => {
    const test = await startTestService();
    for (const [body, expected] of [
      [{ status: 'suspended', reason: 'lost laptop' }, 'suspended'],
      [{ status: 'suspended', reason: '' }, 'suspended'],
      [{ status: 'suspended', reason: null }, 'suspended'],
      [{ status: 'active' }, 'active'],
      [{ status: 'active' }, 'active'],
    ] as const) {
      const reply = await test.call('PUT', `${FIRST}/status`, { body });
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(await statusOf(test)).toBe(expected);
    }
    expect(await statusOf(test, '/registered-agents/agent-3-1')).toBe('active');
  });

  it.each<[unknown, string]>([
    [{ status: 'deleted' }, 'status must be one of active, suspended'],
    [{}, 'status must be one of active, suspended'],
    [{ status: 'suspended', reason: 5 }, 'reason must be text'],
    [[], 'The body must be a JSON object'],
    ['null', 'The body must be a JSON object'],
    ['{', 'The body is not JSON'],
    ['', 'The body is empty; it must be a JSON object'],
  ])('refuses the body %j', async (body, error) => {
    const test = await startTestService();
    const reply = await test.call('PUT', `${FIRST}/status`, { body });
    expect([reply.status, reply.body]).toEqual([400, { error }]);
    expect(await statusOf(test)).toBe('active');
  });

  it('checks the body before the id', async () => {
    const test = await startTestService();
    const put = (body: unknown) => test.call('PUT', '/registered-agents/nobody/status', { body });
    expect((await put({ status: 'x' })).status).toBe(400);
    expect((await put({ status: 'active' })).status).toBe(404);
  });
});

describe('DELETE /registered-agents/{id}', () => {
  it('deletes softly by default: the agent stays listed as deleted', async () => {
    const test = await startTestService();
    for (const path of [FIRST, `${FIRST}?hard=false&reason=`]) {
      const reply = await test.call('DELETE', path);
      expect([reply.status, reply.text]).toEqual([204, '']);
      expect(await statusOf(test)).toBe('deleted');
    }
    expect((await test.get('/registered-agents'))['pagination']).toMatchObject({ total: 6 });
  });

  it('removes with hard=true; the events of the agent stay', async () => {
    const test = await startTestService();
    const before = await test.get('/events');
    expect((await test.call('DELETE', `${FIRST}?hard=true&reason=sold`)).status).toBe(204);
    expect((await test.call('GET', FIRST)).status).toBe(404);
    expect((await test.call('DELETE', `${FIRST}?hard=true`)).status).toBe(404);
    expect((await test.get('/registered-agents'))['pagination']).toMatchObject({ total: 5 });
    expect(await test.get('/events')).toEqual(before);
  });

  it('removes an agent that was deleted softly', async () => {
    const test = await startTestService();
    await test.call('DELETE', FIRST);
    expect((await test.call('DELETE', `${FIRST}?hard=true`)).status).toBe(204);
    expect((await test.call('GET', FIRST)).status).toBe(404);
  });

  it.each(['hard=yes', 'hard=1', 'hard=', 'hard=true&hard=false'])('refuses %s', async (query) => {
    const test = await startTestService();
    const reply = await test.call('DELETE', `${FIRST}?${query}`);
    expect(reply.status).toBe(400);
    expect(reply.body['error']).toMatch(/^hard (must be true or false|is given 2 times; give it once)$/);
    expect(await statusOf(test)).toBe('active');
  });

  it('soft-delete=hidden', async () => {
    const test = await startTestService({ choose: ['soft-delete=hidden'] });
    await test.call('DELETE', FIRST);
    expect((await test.get('/registered-agents'))['pagination']).toMatchObject({ total: 5 });
    expect(await statusOf(test)).toBe('deleted');
  });

  it('soft-delete=gone', async () => {
    const test = await startTestService({ choose: ['soft-delete=gone'] });
    expect((await test.call('DELETE', FIRST)).status).toBe(204);
    expect((await test.call('GET', FIRST)).status).toBe(404);
  });

  it('soft-delete=keeps-status', async () => {
    const test = await startTestService({ choose: ['soft-delete=keeps-status'] });
    expect((await test.call('DELETE', FIRST)).status).toBe(204);
    expect(await statusOf(test)).toBe('active');
  });

  it.each([
    ['refused-400', 400, 'deleted'],
    ['refused-404', 404, 'deleted'],
    ['allowed', 204, 'active'],
  ])('leaving-deleted=%s', async (variant, status, then) => {
    const test = await startTestService({ choose: [`leaving-deleted=${variant}`] });
    await test.call('DELETE', FIRST);
    const reply = await test.call('PUT', `${FIRST}/status`, { body: { status: 'active' } });
    expect(reply.status).toBe(status);
    expect(await statusOf(test)).toBe(then);
  });

  it('delete-answer=message', async () => {
    const test = await startTestService({ choose: ['delete-answer=message'] });
    const reply = await test.call('DELETE', FIRST);
    expect([reply.status, reply.body]).toEqual([200, { message: 'Agent deleted' }]);
  });

  it('delete-answer=agent, wrapped like any agent', async () => {
    const test = await startTestService({ choose: ['delete-answer=agent'] });
    expect((await test.call('DELETE', FIRST)).body).toMatchObject({ id: 'agent-3-0', status: 'deleted' });
    expect((await test.call('DELETE', `${FIRST}?hard=true`)).body).toMatchObject({ id: 'agent-3-0' });
    const wrapping = await startTestService({ choose: ['delete-answer=agent', 'agent-wrapping=wrapped'] });
    expect((await wrapping.call('DELETE', FIRST)).body).toMatchObject({ agent: { status: 'deleted' } });
  });
});
