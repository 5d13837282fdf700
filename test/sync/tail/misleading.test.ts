import { describe, expect, it } from 'vitest';

import { seededRandom } from '../../../src/server/base/random.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import { EventTail, type FoundEvent, type TailOptions } from '../../../src/sync/tail/event-tail.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A tail on a server that misleads, polled every two seconds on a clock that only the test moves. */
function follow(
  dialect: Partial<EventDialect>,
  { ownAhead = 0, ...options }: Partial<TailOptions> & { readonly ownAhead?: number } = {},
) {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, dialect, seededRandom(7));
  const client = createFakeClient(clock, (call) => ({ takes: 20, ...server.answer(call) }));
  const own: Clock = {
    now: () => clock.now() + ownAhead,
    monotonic: () => clock.monotonic(),
    schedule: (milliseconds, run) => clock.schedule(milliseconds, run),
    afterReading: (run) => clock.afterReading(run),
  };
  const found: FoundEvent[] = [];
  const start = () =>
    new EventTail({
      client,
      clock: own,
      begin: { newest: 50 },
      sink: (events) => found.push(...events),
      ...options,
    });
  const following = {
    clock,
    server,
    client,
    found,
    tail: start(),
    restart: () => {
      following.tail = start();
    },
    add: (count: number, from: number, until: number): void => {
      for (let index = 0; index < count; index++) {
        const timestamp = server.now - from + ((from - until) * index) / count;
        server.add(`${clock.now()}-${from}-${index}`, { timestamp });
      }
    },
    /** Polls for so long, and gives how many requests that took. */
    poll: async (milliseconds: number): Promise<number> => {
      const before = client.calls.length;
      const end = clock.now() + milliseconds;
      while (clock.now() < end) {
        let more: boolean | undefined;
        void following.tail.poll(new AbortController().signal).then(
          (result) => {
            more = result.more;
          },
          () => {
            more = false;
          },
        );
        for (await clock.advance(0); more === undefined;) {
          await clock.advance(20);
        }
        await clock.advance(more ? 20 : 2 * SECOND);
      }
      return client.calls.length - before;
    },
    has: (id: string) => found.some(({ event, kind }) => event.id === id && kind !== 'known'),
    lacking: () => {
      const ids = new Set<string>(found.map(({ event }) => event.id));
      return server.events.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
    },
  };
  return following;
}

describe.each(['unfiltered', 'boundless', 'page-end', 'denying'] as const)(
  'a server whose total is %s',
  (total) => {
    it('shows what comes in at once, costs a few requests a poll, and is said to be unverified', async () => {
      const following = follow({ total }, { backfill: { seconds: 3600, rows: 1000 } });
      const { add, server, poll, clock, tail, lacking } = following;
      add(900, 50 * MINUTE, MINUTE);
      await poll(10 * SECOND);
      for (let minute = 0; minute < 3; minute++) {
        server.add(`new-${minute}`, { timestamp: clock.now() });
        const requests = await poll(2 * SECOND);
        expect(following.has(`new-${minute}`)).toBe(true);
        expect(requests).toBeLessThan(8);
        expect(tail.state.doubt).toBeDefined();
        expect(await poll(MINUTE)).toBeLessThan(4 * 30);
      }
      expect(lacking()).toEqual([]);
      expect(tail.state).toMatchObject({ completeThrough: undefined, toCome: 0, gaps: [] });
    });

    it('is read to its end where the newest few are wanted once', async () => {
      const { add, client, tail, poll, found } = follow({ total, page: 'clamp-20', order: 'hash' });
      add(900, 50 * MINUTE, MINUTE);
      await poll(20 * SECOND);
      const newest = Math.min(...found.map(({ time }) => time ?? 0));
      expect(newest).toBeGreaterThan(0);
      expect(client.calls.length).toBeLessThan(200);
      expect(tail.state.doubt).toBeDefined();
      const ids = new Set(found.map(({ event }) => event.id));
      // Ids end with their place in time.
      const lacking = Array.from({ length: 50 }, (_, index) => 899 - index).filter(
        (place) => ![...ids].some((id) => id.endsWith(`-${place}`)),
      );
      expect(lacking).toEqual([]);
    });
  },
);

describe.each(['ascending', 'descending'] as const)(
  'a server that gives its first page at any offset, and counts right (%s)',
  (order) => {
    it.each([150, 450, 800])('is read in windows of one page: %d', async (events) => {
      const { add, server, poll, tail, clock, lacking, client } = follow({ order }, { begin: { since: 0 } });
      server.ignoresOffset = true;
      add(events, 50 * MINUTE, MINUTE);
      const doubts: (string | undefined)[] = [];
      for (let polls = 0; polls < 60; polls++) {
        server.add(`new-${polls}`, { timestamp: clock.now() });
        await poll(2 * SECOND);
        doubts.push(tail.state.doubt);
      }
      expect(lacking()).toEqual([]);
      expect(tail.state.gaps).toEqual([]);
      // At first one window seems to hold more than it gives.
      expect(new Set(doubts.slice(3))).toEqual(new Set([undefined]));
      expect(client.calls.length).toBeLessThan(60 * 3 + events / 10);
    });

    it('says what lacks of a second that holds more than a page, all the time', async () => {
      const { add, server, poll, tail, clock, lacking } = follow({ order }, { begin: { since: 0 } });
      server.ignoresOffset = true;
      add(300, 50 * MINUTE, MINUTE);
      const second = clock.now() - 20 * MINUTE;
      for (let index = 0; index < 4000; index++) {
        server.add(`same-${index}`, { timestamp: second });
      }
      for (let polls = 0; polls < 40; polls++) {
        await poll(2 * SECOND);
        const missing = tail.state.gaps.reduce((sum, gap) => sum + gap.missing, 0);
        expect(missing > 0 || tail.state.doubt !== undefined).toBe(true);
      }
      expect(lacking().length).toBeGreaterThan(0);
      expect(lacking().every((id) => id.startsWith('same-'))).toBe(true);
    });
  },
);

describe.each(['absent', 'boundless', 'page-end', 'denying'] as const)(
  'a server that gives its first page at any offset, and whose total is %s',
  (total) => {
    it.each([12, 100, 250, 450])('is said to give the same events of %d again and again', async (events) => {
      const { add, server, poll, tail, clock } = follow({ total });
      server.ignoresOffset = true;
      add(events, 50 * MINUTE, MINUTE);
      const doubts = new Set<string | undefined>();
      for (let polls = 0; polls < 60; polls++) {
        server.add(`new-${polls}`, { timestamp: clock.now() });
        await poll(2 * SECOND);
        doubts.add(tail.state.doubt);
      }
      expect([...doubts]).toEqual(['repeats-rows']);
    });
  },
);

it.each(['descending', 'reshuffled'] as const)(
  'does not say that of a server that gives other pages and counts none of them (%s)',
  async (order) => {
    const { add, poll, tail } = follow({ total: 'denying', order, page: 'clamp-20' });
    add(90, 50 * MINUTE, MINUTE);
    for (let polls = 0; polls < 30; polls++) {
      await poll(2 * SECOND);
      expect(tail.state.doubt).toBe('denies-rows');
    }
  },
);

it('ends with three rows of a server that says that there are always more', async () => {
  const { add, client, tail, poll, lacking } = follow({ total: 'boundless' }, { begin: { newest: 5 } });
  add(3, 50 * MINUTE, MINUTE);
  await poll(10 * SECOND);
  expect(lacking()).toEqual([]);
  expect(client.calls.length).toBeLessThan(30);
  expect(tail.state.doubt).toBeDefined();
});

describe('a full page', () => {
  it.each([true, false])('has what comes behind it looked for, says its limit: %s', async (saysLimit) => {
    const { add, server, client, tail, poll, lacking } = follow(
      { total: 'page-end', page: 'clamp-20' },
      { begin: { since: 0 } },
    );
    server.spoil = ({ events, pagination }) => ({
      events,
      pagination: { ...pagination, limit: saysLimit ? pagination.limit : 1000 },
    });
    add(900, 50 * MINUTE, MINUTE);
    await poll(10 * SECOND);
    expect(lacking()).toEqual([]);
    expect(client.calls.length).toBeLessThan(4 * 45 + 20);
    expect(tail.state.doubt).toBeDefined();
  });
});

describe('a server whose clock steps back by 90 s', () => {
  it.each(['header', 'health'] as const)('does not blind the feed (%s)', async (date) => {
    const following = follow({ date });
    const { add, server, poll, tail, clock } = following;
    add(60, 50 * MINUTE, MINUTE);
    await poll(30 * SECOND);
    const before = tail.state.completeThrough ?? 0;
    expect(before).toBeGreaterThan(0);
    server.ahead = -90 * SECOND;
    await poll(date === 'header' ? 2 * SECOND : 62 * SECOND);
    server.add('by the new clock', { timestamp: server.now });
    await poll(8 * SECOND);
    expect(following.has('by the new clock')).toBe(true);
    expect(tail.state.completeThrough).toBeLessThanOrEqual(clock.now() - 90 * SECOND);
    expect(tail.state.completeThrough).toBeGreaterThan(clock.now() - 100 * SECOND);
  });
});

describe('what comes in when the clock of the server has just stepped back', () => {
  it('is new, not late, and nothing is certain until it is read by the new clock', async () => {
    const following = follow({});
    const { add, server, poll, found } = following;
    add(60, 50 * MINUTE, MINUTE);
    await poll(30 * SECOND);
    expect(following.tail.state.readThrough).toBeDefined();
    server.ahead = -90 * SECOND;
    server.add('by the new clock', { timestamp: server.now });
    // The window that is opened again cannot be read.
    let isSeen = false;
    server.beforeAnswer = () => {
      const wasSeen = isSeen;
      isSeen = true;
      return wasSeen ? { status: 500 } : undefined;
    };
    await poll(4 * SECOND);
    expect(following.tail.state).toMatchObject({ readThrough: undefined, doubt: 'clock-back' });
    server.beforeAnswer = () => undefined;
    await poll(4 * SECOND);
    expect(found.find(({ event }) => event.id === 'by the new clock')?.kind).toBe('new');
    expect(following.tail.state).toMatchObject({ lateEvents: 0, doubt: undefined });
  });
});

describe('two servers behind one address, the clock of one 90 s behind', () => {
  it.each(['in turn', 'at random'] as const)(
    'are followed by the earlier clock, for no more requests, %s',
    async (choice) => {
      const following = follow({ page: 'clamp-20' });
      const { add, server, poll, clock, client } = following;
      add(60, 50 * MINUTE, 2 * MINUTE);
      const random = seededRandom(5);
      server.beforeAnswer = (request) => {
        server.ahead = (choice === 'in turn' ? request % 2 === 0 : random() < 0.5) ? -90 * SECOND : 0;
      };
      await poll(30 * SECOND);
      const before = client.calls.length;
      for (let polls = 0; polls < 60; polls++) {
        server.ahead = polls % 3 === 0 ? -90 * SECOND : 0;
        server.add(`new-${polls}`, { timestamp: server.now });
        add(4, SECOND, 0);
        await poll(2 * SECOND);
        expect(following.has(`new-${polls}`)).toBe(true);
        const { completeThrough = 0, readThrough = 0 } = following.tail.state;
        expect(Math.max(completeThrough, readThrough)).toBeLessThanOrEqual(clock.now() - 90 * SECOND);
      }
      expect(following.tail.state.readThrough).toBeGreaterThan(clock.now() - 100 * SECOND);
      // A few each poll, and audits.
      expect(client.calls.length - before).toBeLessThanOrEqual(3 * 60 + 4 * 7);
      const beyond = client.calls.filter(
        ({ at, query }) => Date.parse(String(query?.['since'])) > clock.now() - clock.monotonic() + at,
      );
      expect(beyond).toEqual([]);
    },
  );
});

describe('a server without a Date, whose clock is not ours', () => {
  it.each([400 * SECOND, -400 * SECOND])(
    'is followed by the time that /health gives (ours %s ms ahead)',
    async (ownAhead) => {
      const following = follow({ date: 'health' }, { ownAhead });
      const { add, server, poll, client, clock, has } = following;
      add(200, 6 * MINUTE, SECOND);
      // The first question for the time fails.
      let asked = 0;
      server.beforeAnswer = (_request, { endpoint }) =>
        endpoint === 'health' && ++asked === 1 ? { status: 500 } : undefined;
      await poll(20 * SECOND);
      following.restart();
      await poll(20 * SECOND);
      server.add('new', { timestamp: clock.now() });
      await poll(4 * SECOND);
      expect(has('new')).toBe(true);
      for (const { query } of client.calls) {
        const [since, until] = [query?.['since'], query?.['until']].map((time) =>
          time === undefined ? undefined : Date.parse(String(time)),
        );
        expect(since ?? 0).toBeLessThanOrEqual(clock.now());
        expect(since ?? 0).toBeLessThan(until ?? Number.POSITIVE_INFINITY);
      }
    },
  );
});

describe('a count that is wrong now and then', () => {
  it('is believed on, since those between are right', async () => {
    const { add, server, poll, tail, clock } = follow({});
    add(60, 50 * MINUTE, MINUTE);
    await poll(10 * SECOND);
    for (let times = 0; times < 8; times++) {
      server.add(`new-${times}`, { timestamp: clock.now() });
      let isWrong = true;
      server.spoil = (body) => {
        const { total } = body.pagination;
        const said = isWrong && total > 0 ? total - 1 : total;
        isWrong = false;
        return { ...body, pagination: { ...body.pagination, total: said } };
      };
      await poll(20 * SECOND);
    }
    expect(tail.state.doubt).toBeUndefined();
    expect(tail.state.completeThrough).toBeGreaterThan(clock.now() - 10 * SECOND);
  });
});

describe('a server that says after each page that it was the last one', () => {
  it('is read to an empty page once that was wrong twice, however long its pages are', async () => {
    const { add, server, poll, tail, lacking } = follow(
      { page: 'clamp-20', total: 'page-end' },
      { begin: { since: 0 } },
    );
    // Its pages are full at first, and some of those that follow are not.
    server.spoil = ({ events, pagination }) => {
      const rows = pagination.offset >= 80 ? events.slice(0, 12) : events;
      return { events: rows, pagination: { ...pagination, total: pagination.offset + rows.length } };
    };
    add(300, 50 * MINUTE, MINUTE);
    await poll(20 * SECOND);
    expect(lacking()).toEqual([]);
    expect(tail.state.doubt).toBe('more-after-end');
  });
});

describe('a server that counts each of its events twice', () => {
  it('is distrusted in the end, and no gap is left', async () => {
    const { add, server, poll, tail, lacking, client } = follow({}, { begin: { since: 0 } });
    server.spoil = (body) => ({
      ...body,
      pagination: { ...body.pagination, total: 2 * body.pagination.total, has_more: true },
    });
    add(300, 50 * MINUTE, MINUTE);
    for (let polls = 0; polls < 10; polls++) {
      add(10, SECOND, 0);
      await poll(2 * SECOND);
    }
    expect(lacking()).toEqual([]);
    expect(tail.state).toMatchObject({ doubt: 'exceeds-rows', gaps: [] });
    expect(client.calls.length).toBeLessThan(300);
  });
});

describe('events that come late', () => {
  it('keep "complete through" so far back, once they have', async () => {
    const { add, server, poll, tail, clock } = follow({});
    add(60, 50 * MINUTE, MINUTE);
    await poll(10 * SECOND);
    const now = clock.now();
    const random = seededRandom(3);
    for (let index = 0; index < 600; index++) {
      const at = now + index * SECOND;
      const late = random() < 0.3 ? random() * MINUTE : 0;
      server.add(`live-${index}`, { timestamp: at, arrivesAt: at + late });
    }
    await poll(3 * MINUTE);
    for (let checks = 0; checks < 20; checks++) {
      const through = tail.state.completeThrough ?? 0;
      expect(through).toBeLessThan(clock.now() - 60 * SECOND);
      expect(through).toBeGreaterThan(clock.now() - 4 * MINUTE);
      await poll(10 * SECOND);
    }
  });
});

describe('a server that says that more follow', () => {
  it.each([
    ['promises-more', (total: number) => total],
    ['denies-rows', (total: number) => Math.floor(total / 2)],
  ] as const)('is doubted for what is not so: %s', async (doubt, counted) => {
    const { add, server, tail, poll, lacking } = follow({}, { begin: { since: 0 } });
    server.spoil = ({ events, pagination }) => ({
      events,
      pagination: { ...pagination, total: counted(pagination.total), has_more: true },
    });
    add(150, 50 * MINUTE, MINUTE);
    await poll(SECOND);
    expect(lacking()).toEqual([]);
    expect(tail.state.doubt).toBe(doubt);
  });
});
