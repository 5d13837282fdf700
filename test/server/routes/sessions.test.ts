import { afterEach, describe, expect, it } from 'vitest';

import { parsePage } from '../../../src/contract/pagination.ts';
import { sessionSchema } from '../../../src/contract/session.ts';
import { transcriptSchema } from '../../../src/contract/transcript.ts';
import {
  column,
  rowsOf,
  startTestService,
  stopTestServices,
  TEST_AMOUNTS,
  type TestService,
} from '../../helpers/test-service.ts';
import { tinySession } from '../../helpers/tiny-organization.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

afterEach(stopTestServices);

const idOf = (index: number) => `00000000-0000-4000-8000-${String(3000 + index).padStart(12, '0')}`;

/** The places of the listed sessions in the tiny organization. */
async function listed(test: TestService, query = '') {
  const body = await test.get(`/sessions${query}`);
  const places = column(body, 'sessions', 'session_id').map((id) => Number(String(id).slice(-3)));
  expect(body['pagination']).toMatchObject({ total: places.length, has_more: false });
  return places;
}

describe('GET /sessions', () => {
  it('gives the last modified first, without subagents, with the fields of the specification', async () => {
    const test = await startTestService();
    const body = await test.get('/sessions');
    expect(Object.keys(body)).toEqual(['sessions', 'pagination']);
    expect(body['pagination']).toEqual({ limit: 20, offset: 0, total: 6, has_more: false });
    const messages = JSON.stringify(
      tinySession({ ...TEST_AMOUNTS, eventsPerSecond: 0, policySyncSeconds: 1, until: 0 }, 0).messages,
    );
    expect(rowsOf(body, 'sessions')[0]).toEqual({
      id: 1,
      session_id: idOf(0),
      client_id: 'client-3-0',
      agent_hostname: 'host-0',
      project_path: '/home/user/shop',
      first_prompt: 'Prompt 0',
      git_branch: 'main',
      message_count: 3,
      created_at: '2026-03-02T07:00:00Z',
      modified_at: '2026-03-02T08:00:00Z',
      uploaded_at: '2026-03-02T08:01:00Z',
      size_bytes: Buffer.byteLength(messages),
      is_subagent: false,
      subagent_count: 1,
    });
    expect(parsePage(body, 'sessions', sessionSchema).damaged).toEqual([]);
  });

  it('has a default page of 20 and pages', async () => {
    const test = await startTestService({ sessions: 60 });
    const first = await test.get('/sessions?include_subagents=true');
    expect(first['pagination']).toEqual({ limit: 20, offset: 0, total: 60, has_more: true });
    expect(rowsOf(first, 'sessions')).toHaveLength(20);
    const last = await test.get('/sessions?include_subagents=true&offset=45');
    expect(last['pagination']).toEqual({ limit: 20, offset: 45, total: 60, has_more: false });
    expect(column(last, 'sessions', 'session_id')[0]).toBe(idOf(45));
  });

  it.each<[string, number[]]>([
    ['?include_subagents=false', [0, 1, 3, 4, 6, 7]],
    ['?include_subagents=true', [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['?client_id=client-3-1', [1, 4, 7]],
    ['?agent_id=agent-3-1', [1, 4, 7]],
    ['?agent_id=client-3-1', []],
    ['?agent_id=nobody', []],
    ['?agent_id=agent-3-2', []],
    ['?agent_id=agent-3-2&include_subagents=true', [2, 5, 8]],
    ['?project=/home/user/shop', [0, 4, 6]],
    ['?git_branch=feature/x', [1, 3, 7]],
    ['?git_branch=feature/x&client_id=client-3-0', [3]],
    ['?date=2026-03-01', [1]],
    ['?date=2026-03-01&include_subagents=true', [1, 2]],
    ['?date=2026-03-01&tz=%2B06:00', [3]],
    ['?date=2026-03-02&tz=Asia/Kolkata', [0, 1]],
    ['?tz=Asia/Kolkata', [0, 1, 3, 4, 6, 7]],
    ['?date=2030-01-01', []],
  ])('filters by %s', async (query, expected) => {
    expect(await listed(await startTestService(), query)).toEqual(expected);
  });

  it.each([
    ['limit=0', 'limit must be a whole number of 1 or more'],
    ['date=2026-02-30', 'date must be a date written YYYY-MM-DD'],
    ['date=today', 'date must be a date written YYYY-MM-DD'],
    ['tz=Mars', 'tz must be a time zone such as Europe/Oslo or an offset such as +02:00 (written %2B02:00)'],
    ['include_subagents=1', 'include_subagents must be true or false'],
    ['project=', 'project must be text that is not empty'],
    ['client_id=a&client_id=b', 'client_id is given 2 times; give it once'],
  ])('refuses %s', async (query, error) => {
    const test = await startTestService();
    const reply = await test.call('GET', `/sessions?${query}`);
    expect([reply.status, reply.body]).toEqual([400, { error }]);
  });

  it.each<[string, number[]]>([
    ['oldest-first', [7, 6, 4, 3, 1, 0]],
    ['created-first', [0, 1, 3, 4, 6, 7]],
    ['arrival', [7, 6, 4, 3, 1, 0]],
  ])('session-order=%s', async (variant, expected) => {
    expect(await listed(await startTestService({ choose: [`session-order=${variant}`] }))).toEqual(expected);
  });

  it('session-order=id-hash and reshuffled', async () => {
    const list = async (test: TestService) => column(await test.get('/sessions?limit=100'), 'sessions', 'id');
    const fixed = await startTestService({ choose: ['session-order=id-hash'], sessions: 40 });
    expect(await list(fixed)).toEqual(await list(fixed));
    const shuffled = await startTestService({ choose: ['session-order=reshuffled'], sessions: 40 });
    expect(await list(shuffled)).not.toEqual(await list(shuffled));
  });

  it.each<[string, string, number[]]>([
    ['project-match=exact', '/home/user/shop', [0, 4, 6]],
    ['project-match=prefix', '/home/user/shop', [0, 1, 3, 4, 6, 7]],
    ['project-match=prefix', 'shop', []],
    ['project-match=substring', 'shop/a', [1, 3, 7]],
  ])('%s finds for %s', async (choice, project, expected) => {
    expect(await listed(await startTestService({ choose: [choice] }), `?project=${project}`)).toEqual(
      expected,
    );
  });

  it('session-days=utc takes tz and does not use it', async () => {
    const test = await startTestService({ choose: ['session-days=utc'] });
    expect(await listed(test, '?date=2026-03-01&tz=%2B06:00')).toEqual([1]);
  });

  it('session-date=modified', async () => {
    // The clock is chosen so that a session is created before midnight and modified after it.
    const clock = () => new VirtualClock(Date.parse('2026-03-02T01:30:00Z'));
    const created = await startTestService({ clock: clock() });
    expect(await listed(created, '?date=2026-03-02')).toEqual([]);
    const modified = await startTestService({ clock: clock(), choose: ['session-date=modified'] });
    expect(await listed(modified, '?date=2026-03-02')).toEqual([0]);
  });

  it.each([
    ['iana', 'Asia/Kolkata', '%2B05:30', 'a time zone such as Europe/Oslo'],
    ['offset', '%2B05:30', 'Asia/Kolkata', 'an offset such as +02:00 (written %2B02:00)'],
  ])('time-zone-format=%s', async (variant, taken, refused, allowed) => {
    const test = await startTestService({ choose: [`time-zone-format=${variant}`] });
    expect(await listed(test, `?date=2026-03-02&tz=${taken}`)).toEqual([0, 1]);
    const reply = await test.call('GET', `/sessions?tz=${refused}`);
    expect([reply.status, reply.body]).toEqual([400, { error: `tz must be ${allowed}` }]);
  });
});

describe('GET /sessions/{id}', () => {
  it('gives the same fields as the list, under either id', async () => {
    const test = await startTestService();
    const [first] = rowsOf(await test.get('/sessions'), 'sessions');
    expect(await test.get('/sessions/1')).toEqual(first);
    expect(await test.get(`/sessions/${idOf(0)}`)).toEqual(first);
  });

  it.each([
    ['both', 200, 200],
    ['numeric', 200, 404],
    ['session-id', 404, 200],
  ])('session-id=%s', async (variant, byNumber, bySessionId) => {
    const test = await startTestService({ choose: [`session-id=${variant}`] });
    for (const suffix of ['', '/content']) {
      expect((await test.call('GET', `/sessions/2${suffix}`)).status).toBe(byNumber);
      expect((await test.call('GET', `/sessions/${idOf(1)}${suffix}`)).status).toBe(bySessionId);
    }
  });

  it('session-wrapping=wrapped', async () => {
    const test = await startTestService({ choose: ['session-wrapping=wrapped'] });
    expect(await test.get('/sessions/1')).toMatchObject({ session: { id: 1 } });
  });

  it.each([
    '/sessions/0',
    '/sessions/10',
    '/sessions/99999999999999999999',
    '/sessions/nobody',
    '/sessions/1.0',
  ])('finds nothing at %s', async (path) => {
    const test = await startTestService();
    const reply = await test.call('GET', path);
    expect([reply.status, reply.body]).toEqual([404, { error: 'There is no session with this id' }]);
  });
});

describe('GET /sessions/{id}/content', () => {
  it('gives the whole session', async () => {
    const test = await startTestService();
    const body = await test.get('/sessions/2/content');
    expect(body).toEqual({
      session_id: idOf(1),
      message_count: 3,
      messages: [
        { type: 'user', content: 'Prompt 1 — “ü”', timestamp: '2026-03-01T10:00:00Z' },
        { type: 'tool_use', tool: 'Read', path: '/etc/hosts', timestamp: '2026-03-01T10:00:01Z' },
        { type: 'assistant', content: 'Done.', timestamp: '2026-03-01T10:00:02Z' },
      ],
    });
    expect(transcriptSchema.parse(body).messages).toHaveLength(3);
  });

  it('finds nothing under an unknown id', async () => {
    const test = await startTestService();
    expect((await test.call('GET', '/sessions/nobody/content')).status).toBe(404);
  });
});
