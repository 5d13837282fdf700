import { afterEach, describe, expect, it } from 'vitest';

import { calendarSchema } from '../../../src/contract/session.ts';
import { parseUndocumentedPage } from '../../../src/contract/pagination.ts';
import { sessionClientSchema } from '../../../src/contract/session.ts';
import { column, rowsOf, startTestService, stopTestServices } from '../../helpers/test-service.ts';

afterEach(stopTestServices);

describe('GET /sessions/calendar', () => {
  it('counts the sessions of each day, days without any included', async () => {
    const test = await startTestService();
    const body = await test.get('/sessions/calendar?since=2026-02-28&until=2026-03-03');
    expect(body).toEqual({
      days: [
        { date: '2026-02-28', count: 2 },
        { date: '2026-03-01', count: 1 },
        { date: '2026-03-02', count: 1 },
        { date: '2026-03-03', count: 0 },
      ],
      total_count: 4,
    });
    expect(calendarSchema.safeParse(body).success).toBe(true);
  });

  it('agrees with the list', async () => {
    const test = await startTestService({ sessions: 40 });
    const { days } = (await test.get('/sessions/calendar')) as { days: { date: string; count: number }[] };
    for (const { date, count } of days) {
      expect((await test.get(`/sessions?date=${date}`))['pagination']).toMatchObject({ total: count });
    }
  });

  it('covers the last 30 days by default', async () => {
    const test = await startTestService();
    const dates = column(await test.get('/sessions/calendar'), 'days', 'date');
    expect([dates.length, dates[0], dates.at(-1)]).toEqual([30, '2026-02-01', '2026-03-02']);
    const since = column(await test.get('/sessions/calendar?since=2026-03-01'), 'days', 'date');
    expect(since).toEqual(['2026-03-01', '2026-03-02']);
    const until = column(await test.get('/sessions/calendar?until=2025-01-31'), 'days', 'date');
    expect([until.length, until[0], until.at(-1)]).toEqual([30, '2025-01-02', '2025-01-31']);
    expect(await test.get('/sessions/calendar?since=2027-01-01')).toEqual({
      days: [{ date: '2027-01-01', count: 0 }],
      total_count: 0,
    });
  });

  it.each([
    ['since=2026-02-30', 'since must be a date written YYYY-MM-DD'],
    ['until=2026-3-1', 'until must be a date written YYYY-MM-DD'],
    ['since=2026-03-02&until=2026-03-01', 'since must be a date that is not after until'],
    ['since=1026-03-02&until=2026-03-01', 'since must be a date at most 3700 days before until'],
  ])('refuses %s', async (query, error) => {
    const test = await startTestService();
    const reply = await test.call('GET', `/sessions/calendar?${query}`);
    expect([reply.status, reply.body]).toEqual([400, { error }]);
  });

  it('calendar-until=exclusive', async () => {
    const test = await startTestService({ choose: ['calendar-until=exclusive'] });
    const dates = async (query: string) =>
      column(await test.get(`/sessions/calendar?${query}`), 'days', 'date');
    expect(await dates('since=2026-02-28&until=2026-03-02')).toEqual(['2026-02-28', '2026-03-01']);
    expect(await dates('since=2026-03-02&until=2026-03-02')).toEqual([]);
    expect((await dates('')).at(-1)).toBe('2026-03-02');
  });

  it('calendar-bounds=required', async () => {
    const test = await startTestService({ choose: ['calendar-bounds=required'] });
    const ask = (query: string) => test.call('GET', `/sessions/calendar?${query}`);
    expect((await ask('until=2026-03-01')).body).toEqual({
      error: 'since is required; it must be a date written YYYY-MM-DD',
    });
    expect((await ask('since=2026-03-01')).status).toBe(400);
    expect((await ask('since=2026-03-01&until=2026-03-01')).status).toBe(200);
  });

  it('subagent-counts=included', async () => {
    const test = await startTestService({ choose: ['subagent-counts=included'] });
    expect(await test.get('/sessions/calendar?since=2026-03-01&until=2026-03-01')).toMatchObject({
      total_count: 2,
    });
    const counts = column(await test.get('/sessions/clients'), 'clients', 'session_count');
    expect(counts).toEqual([3, 3, 3]);
  });
});

describe('GET /sessions/clients', () => {
  const CLIENTS = [
    { client_id: 'client-3-0', agent_hostname: 'host-0', session_count: 3 },
    { client_id: 'client-3-1', agent_hostname: 'host-1', session_count: 3 },
  ];

  it('counts the sessions of each client, subagents left out', async () => {
    const test = await startTestService();
    const body = await test.get('/sessions/clients');
    expect(body).toEqual({ clients: CLIENTS });
    expect(parseUndocumentedPage(body, sessionClientSchema).rows).toHaveLength(2);
  });

  it('session-clients=bare', async () => {
    const test = await startTestService({ choose: ['session-clients=bare'] });
    expect(await test.get('/sessions/clients')).toEqual(CLIENTS);
  });

  it('session-clients=short-names', async () => {
    const test = await startTestService({ choose: ['session-clients=short-names'] });
    const body = await test.get('/sessions/clients');
    expect(body['total']).toBe(2);
    expect(rowsOf(body, 'data')[1]).toEqual({ client: 'client-3-1', hostname: 'host-1', count: 3 });
  });

  it('session-clients=paged', async () => {
    const test = await startTestService({ choose: ['session-clients=paged'] });
    expect(await test.get('/sessions/clients?limit=1&offset=1')).toEqual({
      clients: [CLIENTS[1]],
      pagination: { limit: 1, offset: 1, total: 2, has_more: false },
    });
    expect((await test.call('GET', '/sessions/clients?limit=0')).status).toBe(400);
  });
});
