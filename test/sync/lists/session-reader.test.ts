import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Session } from '../../../src/contract/session.ts';
import { boundsOfDay, dayOf } from '../../../src/lib/days.ts';
import { FRESH_SESSIONS, SessionReader } from '../../../src/sync/lists/session-reader.ts';
import type { SessionFilters } from '../../../src/sync/lists/read-sessions.ts';
import { createFakeClient, type FakeAnswer, type FakeCall } from '../../helpers/fake-client.ts';
import { NOW, sampleSession } from '../../helpers/sample-data.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const NO_FILTERS: SessionFilters = {
  date: undefined,
  dateZone: 'utc',
  project: undefined,
  branch: undefined,
  clientId: undefined,
  agentId: undefined,
  subagents: false,
};

/** A server that lists sessions; each is told by when it began and ended. */
class SessionServer {
  sessions: readonly Session[];
  order: 'newest' | 'oldest' | 'scattered' = 'newest';
  dayField: 'created_at' | 'modified_at' = 'created_at';
  pageSize = 1000;
  hasTotal = true;
  fails: (call: FakeCall) => boolean = () => false;

  constructor(sessions: readonly Session[]) {
    this.sessions = sessions;
  }

  answer(call: FakeCall): FakeAnswer {
    if (this.fails(call)) {
      return { status: 500 };
    }
    const { query } = call;
    const { date, limit, offset = 0 } = query ?? {};
    const matching = this.sessions.filter(
      (session) => date === undefined || session[this.dayField]?.slice(0, 10) === date,
    );
    const sorted = matching.toSorted((left, right) =>
      (left.modified_at ?? '').localeCompare(right.modified_at ?? ''),
    );
    const list =
      this.order === 'oldest'
        ? sorted
        : this.order === 'newest'
          ? sorted.toReversed()
          : sorted.toSorted((left, right) =>
              left.id.split('').toReversed().join('').localeCompare(right.id.split('').toReversed().join('')),
            );
    const page = list.slice(Number(offset), Number(offset) + Math.min(this.pageSize, Number(limit)));
    const pagination = { total: list.length, has_more: Number(offset) + page.length < list.length };
    return { body: { sessions: page.map(({ raw }) => raw), ...(this.hasTotal ? { pagination } : {}) } };
  }
}

function readerOf(server: SessionServer) {
  const clock = new VirtualClock();
  const client = createFakeClient(clock, (call) => server.answer(call));
  const reader = new SessionReader(client, clock);
  return {
    client,
    reader,
    read: (filters: Partial<SessionFilters> = {}) => reader.read({ ...NO_FILTERS, ...filters }, undefined),
    readOn: async () => {
      let listing = await reader.read(NO_FILTERS, undefined);
      while (reader.beyond(NO_FILTERS) === 'more') {
        listing = (await reader.readOn(NO_FILTERS, undefined)) ?? listing;
      }
      return listing;
    },
  };
}

const idsOf = (sessions: readonly Session[]) => sessions.map(({ id }) => id);

/** So many sessions, a minute apart, the newest first. */
function sessionsOf(count: number): readonly Session[] {
  return Array.from({ length: count }, (_, index) => sampleSession(`s${index}`, index * 60));
}

describe('a list of sessions', () => {
  it('is read whole as long as it is not long', async () => {
    const { read, reader } = readerOf(new SessionServer(sessionsOf(340)));
    const listing = await read();
    expect(idsOf(listing.rows)).toEqual(idsOf(sessionsOf(340)));
    expect(reader.beyond(NO_FILTERS)).toBe('read');
  });

  it('begins anew when something else is asked for, though what was asked before was not read to its end', async () => {
    const server = new SessionServer(sessionsOf(340));
    const { read, client } = readerOf(server);
    server.fails = ({ query }) => Number(query?.['offset']) >= 200;
    await expect(read()).rejects.toThrow('500');
    server.fails = () => false;
    const asked = client.calls.length;
    await read({ branch: 'main' });
    expect(client.calls[asked]?.query?.['offset']).toBe(0);
  });

  it('sends every filter that the server has, and leaves out what it takes for the same project', async () => {
    const listed = ['/srv/shop', '/srv/shop/api', '/srv/shop'].map((project_path, index) =>
      sampleSession(`s${index}`, 60, { project_path }),
    );
    const { read, client } = readerOf(new SessionServer(listed));
    const filters = { project: '/srv/shop', branch: 'main', clientId: 'c1', agentId: 'a1', subagents: true };
    const listing = await read({ ...filters, date: '2026-03-02' });
    expect(idsOf(listing.rows).toSorted()).toEqual(['s0', 's2']);
    expect(listing.total).toBeUndefined();
    expect(client.calls[0]?.query).toEqual({
      limit: 100,
      offset: 0,
      project: '/srv/shop',
      git_branch: 'main',
      client_id: 'c1',
      agent_id: 'a1',
      date: '2026-03-02',
      include_subagents: true,
    });
  });

  it.each(['newest', 'oldest'] as const)(
    'has its newest thousand kept fresh when it comes with the %s first, and is read on to the last',
    async (order) => {
      const all = sessionsOf(2310);
      const server = new SessionServer(all);
      server.order = order;
      server.pageSize = 60;
      const { read, readOn, reader } = readerOf(server);
      const fresh = await read();
      expect(idsOf(fresh.rows).toSorted()).toEqual(idsOf(all.slice(0, fresh.rows.length)).toSorted());
      expect(fresh.total).toBe(2310);
      expect(reader.beyond(NO_FILTERS)).toBe('more');
      const whole = await readOn();
      expect(idsOf(whole.rows).toSorted()).toEqual(idsOf(all).toSorted());
      expect(new Set(idsOf(whole.rows)).size).toBe(whole.rows.length);
      expect(reader.beyond(NO_FILTERS)).toBe('read');
      expect(idsOf((await read()).rows).toSorted()).toEqual(idsOf(all).toSorted());
    },
  );

  it('is read on whatever its order', async () => {
    const server = new SessionServer(sessionsOf(1500));
    server.order = 'scattered';
    expect((await readerOf(server).readOn()).rows).toHaveLength(1500);
  });

  it('forgets what was read on to when something was removed, and what was asked with other filters', async () => {
    const server = new SessionServer(sessionsOf(1300));
    const { read, readOn, reader } = readerOf(server);
    await readOn();
    server.sessions = server.sessions.slice(0, 1250);
    expect((await read()).rows).toHaveLength(FRESH_SESSIONS);
    expect(reader.beyond(NO_FILTERS)).toBe('more');
    await readOn();
    await read({ branch: 'main' });
    expect((await read()).rows).toHaveLength(FRESH_SESSIONS);
  });

  it('ends when the server gives nothing more, although it counts more', async () => {
    const server = new SessionServer(sessionsOf(1200));
    const { read, reader } = readerOf(server);
    await read();
    const answer = server.answer.bind(server);
    server.answer = (call) => {
      const { body } = answer(call);
      return Number(call.query?.['offset']) >= FRESH_SESSIONS
        ? { body: { ...(body as object), sessions: [] } }
        : { body };
    };
    await reader.readOn(NO_FILTERS, undefined);
    expect(reader.beyond(NO_FILTERS)).toBe('read');
  });
});

describe.each(['Asia/Kolkata', 'America/Los_Angeles', 'Europe/Oslo', 'UTC'])('a day in %s', (zone) => {
  beforeEach(() => vi.stubEnv('TZ', zone));
  afterEach(() => vi.unstubAllEnvs());

  const moments = fc.integer({ min: -3 * 24 * 60, max: 0 }).map((minutes) => NOW + minutes * 60_000);

  it.each(['created_at', 'modified_at'] as const)(
    'has the sessions whose %s lies on it, where the server goes by that and the sessions tell it',
    async (dayField) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(moments, fc.integer({ min: 0, max: 900 })), { maxLength: 40 }),
          moments,
          async (spans, moment) => {
            const sessions = spans.map(([from, minutes], index) =>
              sampleSession(`s${index}`, 0, {
                created_at: new Date(from).toISOString(),
                modified_at: new Date(from + minutes * 60_000).toISOString(),
              }),
            );
            // Long ones of every day tell by which time the server goes.
            const telling = [0, 1, 2, 3, 4, 5].map((day) =>
              sampleSession(`long-${day}`, 0, {
                created_at: new Date(NOW - day * 86_400_000).toISOString(),
                modified_at: new Date(NOW - day * 86_400_000 + 36 * 3_600_000).toISOString(),
              }),
            );
            const all = [...sessions, ...telling];
            const server = new SessionServer(all);
            server.dayField = dayField;
            const date = dayOf(moment, 'local');
            const listing = await readerOf(server).read({ date, dateZone: 'local' });
            const { from, to } = boundsOfDay(date, 'local');
            const expected = all.filter((session) => {
              const time = Date.parse(session[dayField] ?? '');
              return time >= from && time < to;
            });
            expect(idsOf(listing.rows).toSorted()).toEqual(idsOf(expected).toSorted());
            expect(listing.total).toBe(expected.length);
          },
        ),
        { numRuns: 30 },
      );
    },
  );

  it('is not read again whole where the second of those days fails', async () => {
    const sessions = sessionsOf(2500);
    const server = new SessionServer(sessions);
    let hasFailed = zone === 'UTC';
    server.fails = ({ query }) => {
      const isLater = query?.['date'] === '2026-03-02' || query?.['date'] === '2026-03-01';
      const fails = !hasFailed && isLater && client.calls.length > 1 && query['offset'] === 0;
      hasFailed ||= fails;
      return fails;
    };
    const { read, client } = readerOf(server);
    const ask = () => read({ date: '2026-03-01', dateZone: 'local' });
    const listing = await ask().catch(ask);
    const asked = client.calls.map(({ query }) => `${String(query?.['date'])} ${String(query?.['offset'])}`);
    expect(hasFailed).toBe(true);
    expect(asked.length - new Set(asked).size).toBe(zone === 'UTC' ? 0 : 1);
    const { from, to } = boundsOfDay('2026-03-01', 'local');
    const isOfDay = ({ created_at: created }: Session) =>
      Date.parse(created ?? '') >= from && Date.parse(created ?? '') < to;
    expect(listing.rows).toHaveLength(sessions.filter(isOfDay).length);
  });

  it('is asked for by the days in UTC that it touches, without a zone', async () => {
    const { read, client } = readerOf(new SessionServer([]));
    await read({ date: '2026-03-02', dateZone: 'local' });
    expect(client.calls.map(({ query }) => query?.['tz'])).toEqual(client.calls.map(() => undefined));
    expect(client.calls).toHaveLength(zone === 'UTC' ? 1 : 2);
  });
});
