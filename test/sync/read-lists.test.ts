import { describe, expect, it } from 'vitest';

import { readCalendar } from '../../src/sync/read-calendar.ts';
import { readLlmCalls } from '../../src/sync/read-llm-calls.ts';
import {
  createSessionClientList,
  createSessionList,
  readSessionClients,
  readSessions,
} from '../../src/sync/read-sessions.ts';
import { createFakeClient, type FakeCall } from '../helpers/fake-client.ts';
import { sampleSession } from '../helpers/sample-data.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

/** A client of a server that answers with those bodies. */
function clientOf(bodyOf: (call: FakeCall) => unknown) {
  const clock = new VirtualClock();
  return createFakeClient(clock, (call) => ({ body: bodyOf(call) }));
}

describe('readCalendar', () => {
  const DAYS = ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'];
  const bounds = { from: Date.parse('2026-02-28T20:00:00Z'), to: Date.parse('2026-03-02T09:00:00Z') };

  it.each([
    ['includes both bounds', DAYS],
    ['leaves both out', DAYS.slice(1, -1)],
  ])('gives the days that were wanted from a server that %s', async (_what, days) => {
    const client = clientOf(() => ({ days: days.map((date) => ({ date, count: 2 })), total_count: 99 }));
    const calendar = await readCalendar(client, bounds, undefined, 'calendar');
    expect(calendar.days.map(({ date }) => date)).toEqual(DAYS.slice(1, -1));
    expect(calendar.total_count).toBe(6);
    expect(client.calls[0]?.query).toEqual({ since: '2026-02-27', until: '2026-03-03' });
  });
});

describe('readLlmCalls', () => {
  const calls = Array.from({ length: 450 }, (_, index) => ({
    id: `c${index}`,
    timestamp: new Date(Date.parse('2026-03-02T09:00:00Z') + index * 1000).toISOString(),
  }));
  const newest = calls
    .slice(-200)
    .map(({ id }) => id)
    .reverse();

  function serve(list: readonly unknown[], pageSize: number, hasPagination: boolean) {
    return clientOf(({ query }) => {
      const offset = Number(query?.['offset'] ?? 0);
      const page = list.slice(offset, offset + Math.min(pageSize, Number(query?.['limit'])));
      const pagination = { total: list.length, has_more: offset + page.length < list.length };
      return hasPagination ? { events: page, pagination } : page;
    });
  }

  it.each([
    ['newest first', [...calls].reverse(), 1000, true, [undefined, 100]],
    ['newest first in small pages', [...calls].reverse(), 50, true, [undefined, 50, 100, 150]],
    ['oldest first', calls, 1000, true, [undefined, 250, 350]],
    ['newest first without a total', [...calls].reverse(), 1000, false, [undefined, 100]],
    ['oldest first without a total', calls, 1000, false, [undefined, 100, 200, 300, 400, 450]],
  ] as const)(
    'gives the newest of a server that lists the %s',
    async (_how, list, size, pagination, offsets) => {
      const client = serve(list, size, pagination);
      const listing = await readLlmCalls(client, undefined, 'calls');
      expect(listing.rows.map(({ raw }) => raw['id'])).toEqual(newest);
      expect(listing.total).toBe(pagination ? 450 : undefined);
      expect(client.calls.map(({ query }) => query?.['offset'])).toEqual(offsets);
    },
  );

  it('takes a server that knows no offset for one that has no more', async () => {
    const client = clientOf(() => [...calls].reverse().slice(0, 50));
    expect((await readLlmCalls(client, undefined, 'calls')).rows).toHaveLength(50);
    expect(client.calls).toHaveLength(2);
  });
});

describe('readSessions', () => {
  const filters = {
    date: undefined,
    branch: undefined,
    clientId: undefined,
    subagents: false,
    project: '/srv/shop',
  };
  const listed = ['/srv/shop', '/srv/shop/api', '/srv/shop'].map(
    (project_path, index) => sampleSession(`s${index}`, 60, { project_path }).raw,
  );

  it('leaves out what a server takes for the same project', async () => {
    const client = clientOf(() => ({ sessions: listed, pagination: { total: 3, has_more: false } }));
    const listing = await readSessions(client, createSessionList(new VirtualClock()), filters, undefined);
    expect(listing.rows.map(({ project_path }) => project_path)).toEqual(['/srv/shop', '/srv/shop']);
    expect(listing.total).toBeUndefined();
  });

  it('keeps what the server counts where nothing was left out', async () => {
    const client = clientOf(() => ({ sessions: listed, pagination: { total: 3, has_more: false } }));
    expect(
      (
        await readSessions(
          client,
          createSessionList(new VirtualClock()),
          { ...filters, project: undefined },
          undefined,
        )
      ).total,
    ).toBe(3);
  });
});

describe('readSessionClients', () => {
  const clients = Array.from({ length: 45 }, (_, index) => ({ client_id: `c${index}`, session_count: 1 }));

  it('asks for more only when the answer is a page of more', async () => {
    const whole = clientOf(() => ({ clients }));
    expect(
      (await readSessionClients(whole, createSessionClientList(new VirtualClock()), undefined)).rows,
    ).toHaveLength(45);
    expect(whole.calls.map(({ query }) => query)).toEqual([{}]);

    const paged = clientOf(({ query }) => {
      const offset = Number(query?.['offset'] ?? 0);
      return {
        clients: clients.slice(offset, offset + 20),
        pagination: { total: 45, has_more: offset + 20 < 45 },
      };
    });
    expect(
      (await readSessionClients(paged, createSessionClientList(new VirtualClock()), undefined)).rows,
    ).toHaveLength(45);
    expect(paged.calls.map(({ query }) => query?.['offset'])).toEqual([undefined, 20, 40]);
  });
});
