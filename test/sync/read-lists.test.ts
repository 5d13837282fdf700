import { describe, expect, it } from 'vitest';

import { readCalendar } from '../../src/sync/lists/read-calendar.ts';
import { createSessionClientList, readSessionClients } from '../../src/sync/lists/read-sessions.ts';
import { createFakeClient, type FakeCall } from '../helpers/fake-client.ts';
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

  it('reads no more clients of one answer than can be gone through at once, and counts them all', async () => {
    let read = 0;
    const many = Array.from({ length: 130_000 }, (_, index) => ({
      client_id: `c${index}`,
      get session_count() {
        read++;
        return index;
      },
    }));
    const client = clientOf(() => many);
    const list = createSessionClientList(new VirtualClock());
    const { rows, total } = await readSessionClients(client, list, undefined);
    expect([rows.length, total, client.calls.length]).toEqual([5000, 130_000, 1]);
    expect(read).toBeLessThan(10 * rows.length);
  });
});
