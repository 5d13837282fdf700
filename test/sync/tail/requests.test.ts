import { describe, expect, it } from 'vitest';

import { EventTail } from '../../../src/sync/tail/event-tail.ts';
import { isReordered } from '../../../src/sync/tail/list-order.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { follow } from './followed-feed.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('what reading costs', () => {
  it('is one request where nothing happens', async () => {
    const { add, poll, clock } = follow();
    add(500, HOUR, MINUTE);
    await poll();
    await clock.advance(10 * SECOND);
    expect(await poll()).toBe(1);
  });

  it.each(['ascending', 'descending', 'arrival', 'hash'] as const)(
    'is at most two pages for each page of a burst, %s',
    async (order) => {
      const { add, poll, clock, lacking } = follow({ order });
      add(60, HOUR, MINUTE);
      await poll();
      await clock.advance(5 * MINUTE);
      add(10_000, 4 * MINUTE, SECOND);
      const requests = await poll();
      expect(lacking()).toEqual([]);
      expect(requests).toBeLessThanOrEqual(2 * 100 + 2 * Math.ceil(Math.log2(10_000)));
    },
  );

  it.each(['ascending', 'descending', 'arrival', 'hash'] as const)(
    'is no more when all of a burst happened in one and the same second, %s',
    async (order) => {
      const { add, server, poll, clock, lacking } = follow({ order });
      add(60, HOUR, MINUTE);
      await poll();
      await clock.advance(5 * MINUTE);
      const at = clock.now() - 2 * SECOND;
      for (let index = 0; index < 3000; index++) {
        server.add(`same-${index}`, { timestamp: at });
      }
      const requests = await poll();
      expect(lacking()).toEqual([]);
      expect(requests).toBeLessThanOrEqual(2 * 30 + 2 * Math.ceil(Math.log2(3000)));
    },
  );

  it('is hardly more than one page for each page of a burst that is listed newest first', async () => {
    const { add, poll, clock, lacking } = follow({ order: 'descending' });
    add(60, HOUR, MINUTE);
    await poll();
    await clock.advance(5 * MINUTE);
    add(10_007, 200 * SECOND, 0);
    const requests = await poll();
    expect(lacking()).toEqual([]);
    expect(requests).toBeLessThanOrEqual(101 + Math.ceil(Math.log2(10_007)));
  });

  it('is no more for a burst that takes many polls, though its second is within the overlap of each', async () => {
    const { server, clock } = follow();
    let requests = 0;
    const slow = createFakeClient(clock, (call) => {
      requests++;
      return { takes: 500, ...server.answer(call) };
    });
    const tail = new EventTail({ client: slow, clock, begin: { newest: 50 }, sink: () => undefined });
    const poll = async () => {
      const polling = tail.poll(new AbortController().signal);
      let more: boolean | undefined;
      void polling.then((result) => {
        more = result.more;
      });
      while (more === undefined) {
        await clock.advance(500);
      }
      return more;
    };
    while (await poll());
    await clock.advance(10 * SECOND);
    const at = clock.now() - SECOND;
    for (let index = 0; index < 3000; index++) {
      server.add(`same-${index}`, { timestamp: at });
    }
    requests = 0;
    let heads = 0;
    let mostToCome = 0;
    for (let more = true; more; heads++) {
      more = await poll();
      mostToCome = Math.max(mostToCome, tail.state.toCome);
    }
    expect(tail.state.completeThrough).toBeGreaterThan(at);
    expect(mostToCome).toBeLessThanOrEqual(3000);
    expect(requests).toBeLessThanOrEqual(2 * 30 + 2 * Math.ceil(Math.log2(3000)) + heads);
  });

  it('is the logarithm of what is known for one event that came in late', async () => {
    const { add, server, poll, clock, tail, lacking } = follow({ order: 'hash' }, { begin: { since: 0 } });
    add(5000, 20 * HOUR, MINUTE);
    await poll();
    server.add('from a laptop that was offline', { timestamp: clock.now() - 11 * HOUR });
    await clock.advance(31 * MINUTE);
    const requests = await poll();
    await clock.advance(SECOND);
    const more = await poll();
    await clock.advance(SECOND);
    const rest = await poll();
    expect(lacking()).toEqual([]);
    expect(tail.state.lateEvents).toBe(1);
    expect(requests + more + rest).toBeLessThanOrEqual(6 + 2 * Math.ceil(Math.log2(5000)));
  });

  it('is nothing for the rows of a page that a server cuts down, or refuses to give', async () => {
    const { add, poll, client } = follow({ page: 'refuse-100' }, { begin: { since: 0 } });
    add(250, HOUR, MINUTE);
    await poll();
    const limits = client.calls.map(({ query }) => query?.['limit']);
    expect(limits.slice(0, 5)).toEqual([1000, 500, 200, 100, 100]);
  });
});

describe('a server that refuses to look far into a list', () => {
  it('is read in windows that are small enough', async () => {
    const { add, server, poll, lacking, tail } = follow({}, { begin: { since: 0 } });
    add(3000, 5 * HOUR, MINUTE);
    server.beforeAnswer = (_request, { query }) =>
      Number(query?.['offset'] ?? 0) >= 400 ? { status: 400 } : undefined;
    await poll();
    expect(lacking()).toEqual([]);
    expect(tail.state).toMatchObject({ gaps: [], doubt: undefined });
  });
});

describe('a server that refuses to look far into a list of events of one and the same moment', () => {
  function followMoment(events: number) {
    const following = follow({ order: 'hash' }, { begin: { since: 0 } });
    const { server, clock } = following;
    for (let index = 0; index < events; index++) {
      server.add(`same-${index}`, { timestamp: clock.now() - MINUTE });
    }
    server.beforeAnswer = (_request, { query }) =>
      Number(query?.['offset'] ?? 0) >= 200 ? { status: 400 } : undefined;
    return following;
  }

  it('is read by outcome, ecosystem and type', async () => {
    const { poll, lacking, tail } = followMoment(2000);
    await poll();
    expect(lacking()).toEqual([]);
    expect(tail.state).toMatchObject({ gaps: [], toCome: 0 });
  });

  it('leaves a gap that is shown where that is not enough, and goes on', async () => {
    const { server, poll, clock, lacking, tail } = followMoment(8000);
    await poll();
    const missing = tail.state.gaps.reduce((sum, gap) => sum + gap.missing, 0);
    expect(missing).toBe(lacking().length);
    expect(missing).toBeGreaterThan(0);
    await clock.advance(2 * SECOND);
    server.add('after it', { timestamp: clock.now() });
    await poll();
    expect(tail.has('after it')).toBe(true);
  });
});

describe('what the tail learns', () => {
  it('is how late events come in: it looks further back then, and no more when that has passed', async () => {
    const { server, poll, clock, tail } = follow({}, { begin: { since: 0 } });
    const overlap = () => tail.state.learned.find(({ topic }) => topic === 'event overlap')?.finding;
    await poll();
    expect(overlap()).toBe('5 s');
    await clock.advance(60 * SECOND);
    await poll();
    server.add('forty seconds late', { timestamp: clock.now() - 40 * SECOND });
    await clock.advance(31 * SECOND);
    await poll();
    await poll();
    expect(tail.state.lateEvents).toBe(1);
    const grown = Number.parseInt(overlap() ?? '', 10);
    expect(grown).toBeGreaterThan(40);

    await clock.advance(2 * SECOND);
    await poll();
    server.add('as late as that', { timestamp: clock.now() - 40 * SECOND });
    await clock.advance(2 * SECOND);
    const requests = await poll();
    expect(tail.has('as late as that')).toBe(true);
    expect(requests).toBeLessThanOrEqual(2);

    await clock.advance(11 * MINUTE);
    await poll();
    expect(overlap()).toBe('5 s');
  });

  it('is to leave out what is dated in the future once it is much, and to count it now and then instead', async () => {
    const { server, poll, clock, client, tail } = follow({ page: 'clamp-20' }, { begin: { since: 0 } });
    for (let index = 0; index < 200; index++) {
      server.add(`tomorrow-${index}`, { timestamp: clock.now() + 24 * HOUR + index });
    }
    await poll();
    for (let polls = 0; polls < 35; polls++) {
      await clock.advance(2 * SECOND);
      expect(await poll()).toBeLessThanOrEqual(5);
    }
    const costs: number[] = [];
    for (let polls = 0; polls < 3; polls++) {
      await clock.advance(2 * SECOND);
      costs.push(await poll());
    }
    expect(costs).toContain(1);
    const polled = client.calls.filter(({ purpose }) => purpose === 'new events').at(-1);
    expect(polled?.query?.['until']).toBeDefined();

    server.add('one more for tomorrow', { timestamp: clock.now() + 25 * HOUR });
    await clock.advance(5 * SECOND);
    await poll();
    expect(tail.has('one more for tomorrow')).toBe(true);
  });
});

describe('events that are dated ahead', () => {
  /** One each second for more than a minute, all read. */
  async function followAhead(dialect: Parameters<typeof follow>[0]) {
    const followed = follow(dialect, { begin: { since: 0 } });
    const { server, clock, client, poll } = followed;
    for (let index = 0; index < 80; index++) {
      server.add(`ahead-${index}`, { timestamp: clock.now() + (50 + index) * SECOND });
    }
    await poll();
    /** Polls for 40 seconds, and gives how many requests were made for that. */
    const pass = async (purpose: string, before?: (polls: number) => void): Promise<number> => {
      const calls = client.calls.length;
      for (let polls = 0; polls < 20; polls++) {
        before?.(polls);
        await clock.advance(2 * SECOND);
        await poll();
      }
      return client.calls.slice(calls).filter((call) => call.purpose === purpose).length;
    };
    return { ...followed, pass };
  }

  it('are counted anew once, and not in every poll, where some of them go and each count is another one', async () => {
    const { server, pass } = await followAhead({ page: 'clamp-20' });
    await pass('new events');
    server.events
      .filter(({ id }) => Number(id.slice(6)) % 2 > 0)
      .map(({ id }) => id)
      .forEach((id) => server.delete(id));
    expect(await pass('count of events dated in the future')).toBeLessThanOrEqual(4);
  });

  it('cost two requests a look where nothing is counted and what came in is on the first page', async () => {
    const { server, clock, pass, lacking } = await followAhead({ total: 'absent', page: 'refuse-100' });
    const come = (polls: number) => server.add(`new-${polls}`, { timestamp: clock.now() + 200 * SECOND });
    const requests = await pass('events dated ahead', come);
    expect(lacking()).toEqual([]);
    expect(requests).toBeGreaterThan(20);
    expect(requests).toBeLessThanOrEqual(2 * 20);
  });
});

describe('a burst that is too much for one poll', () => {
  it('is read newest first, with the amount to come, while the newest events still arrive', async () => {
    const { add, server, clock, tail, found, lacking } = follow({ order: 'hash', page: 'clamp-20' });
    add(30, HOUR, MINUTE);
    await tail.poll(new AbortController().signal);
    await clock.advance(5 * MINUTE);
    add(2000, 4 * MINUTE, 10 * SECOND);
    // Every request takes a while now, as under a budget.
    server.beforeAnswer = () => undefined;
    const slow = createFakeClient(clock, (call) => ({ takes: 500, ...server.answer(call) }));
    const paced = new EventTail({
      client: slow,
      clock,
      begin: { since: clock.now() - 5 * MINUTE },
      sink: (events) => found.push(...events),
    });
    const poll = async () => {
      const polling = paced.poll(new AbortController().signal);
      await clock.advance(3 * SECOND);
      return polling;
    };
    let polls = 0;
    expect(await poll()).toEqual({ more: true });
    while ((await poll()).more) {
      if (++polls === 10) {
        const times = found.flatMap(({ time }) => time ?? []).sort((left, right) => right - left);
        expect(paced.state.toCome).toBeGreaterThan(1000);
        expect(paced.state.completeThrough).toBeUndefined();
        // What is here so far is mostly the newest end of the burst.
        expect(clock.now() - (times[100] ?? 0)).toBeLessThan(2 * MINUTE);
        server.add('arrived meanwhile', { timestamp: clock.now() });
      }
      if (polls === 16) {
        expect(found.some(({ event }) => event.id === 'arrived meanwhile')).toBe(true);
        expect(paced.state.toCome).toBeGreaterThan(0);
      }
    }
    expect(lacking()).toEqual([]);
    expect(paced.state).toMatchObject({ toCome: 0, gaps: [] });
    expect(paced.state.completeThrough).toBeDefined();
  });
});

describe('a failure of what is not the newest window', () => {
  it('does not hold up the live edge, and is tried again until it is read', async () => {
    const { add, server, clock, tail, lacking } = follow(
      { page: 'clamp-20' },
      { backfill: { seconds: 3600, rows: 1000 } },
    );
    add(400, 55 * MINUTE, 2 * MINUTE);
    const signal = new AbortController().signal;
    await tail.poll(signal);
    let isFailing = true;
    server.beforeAnswer = (_request, { query }) =>
      isFailing && query?.['until'] !== undefined ? { status: 500 } : undefined;
    for (let polls = 0; polls < 4; polls++) {
      await clock.advance(2 * SECOND);
      server.add(`new-${polls}`, { timestamp: clock.now() });
      await tail.poll(signal);
      expect(tail.has(`new-${polls}`)).toBe(true);
    }
    isFailing = false;
    await clock.advance(10 * SECOND);
    while ((await tail.poll(signal)).more);
    expect(lacking()).toEqual([]);
  });

  it('is told when the newest window cannot be read either', async () => {
    const { add, server, clock, tail } = follow();
    add(30, HOUR, MINUTE);
    await tail.poll(new AbortController().signal);
    await clock.advance(2 * SECOND);
    server.beforeAnswer = () => ({ status: 500 });
    await expect(tail.poll(new AbortController().signal)).rejects.toThrow('500');
  });
});

describe('a server whose count cannot be trusted', () => {
  it.each(['descending', 'hash'] as const)(
    'is read whole though it counts no further than to 1000 (%s)',
    async (order) => {
      const { add, poll, lacking, tail } = follow({ order, total: 'capped' }, { begin: { since: 0 } });
      add(3500, 5 * HOUR, MINUTE);
      await poll();
      expect(lacking()).toEqual([]);
      // Each of the windows that it was cut into holds less than that.
      expect(tail.state).toMatchObject({ gaps: [], doubt: undefined });
    },
  );

  it('is read by has_more and said to be unverified where nothing tells smaller windows apart', async () => {
    const { server, poll, lacking, tail, clock } = follow({ total: 'capped' }, { begin: { since: 0 } });
    for (let index = 0; index < 1500; index++) {
      server.add(`same-${index}`, { timestamp: clock.now() - MINUTE });
    }
    await poll();
    expect(lacking()).toEqual([]);
    expect(tail.state.doubt).toBeDefined();
  });

  it('is read by pages until nothing comes when it counts the rows of each page', async () => {
    const { add, server, poll, lacking, tail } = follow({}, { begin: { since: 0 } });
    add(350, HOUR, MINUTE);
    server.spoil = ({ events, pagination: { limit, offset } }) => ({
      events,
      pagination: { limit, offset, total: events.length } as never,
    });
    await poll();
    expect(lacking()).toEqual([]);
    expect(tail.state.doubt).toBeDefined();
  });

  it('is said to be unverified when it does not count at all', async () => {
    const { add, poll, lacking, tail } = follow({ total: 'absent' }, { begin: { since: 0 } });
    add(350, HOUR, MINUTE);
    await poll();
    expect(lacking()).toEqual([]);
    expect(tail.state.doubt).toBeDefined();
  });
});

describe('what cannot be had', () => {
  it('is a gap that is shown, and filled once it can be', async () => {
    const { add, server, poll, tail, clock, lacking } = follow({}, { begin: { since: 0 } });
    add(50, HOUR, MINUTE);
    // The server counts three more than it gives, of one and the same moment.
    const hidden = clock.now() - 30 * MINUTE;
    ['x', 'y', 'z'].forEach((id) => server.add(id, { timestamp: hidden }));
    server.spoil = (body) => ({
      ...body,
      events: body.events.filter(({ id }) => !['x', 'y', 'z'].includes(String(id))),
    });
    await poll();
    const at = Math.floor(hidden / SECOND);
    expect(tail.state.gaps.reduce((sum, { missing }) => sum + missing, 0)).toBe(3);
    expect(tail.state.gaps.every(({ since, until = 0 }) => since <= at && at <= until)).toBe(true);

    server.spoil = (body) => body;
    await clock.advance(2 * MINUTE);
    await poll();
    expect(lacking()).toEqual([]);
    expect(tail.state.gaps).toEqual([]);
  });

  it('is a damaged row that is named, and read again until it comes whole', async () => {
    const { add, server, poll, tail, clock, lacking } = follow({}, { begin: { since: 0 } });
    add(50, HOUR, MINUTE);
    server.add('damaged', { timestamp: clock.now() - 20 * MINUTE });
    server.spoil = (body) => ({
      ...body,
      events: body.events.map((event) => (event['id'] === 'damaged' ? { ...event, id: null } : event)),
    });
    await poll();
    expect(tail.state).toMatchObject({ damaged: [{ field: 'id' }], gaps: [], toCome: 0 });
    expect(tail.state.completeThrough).toBeDefined();

    server.spoil = (body) => body;
    await clock.advance(2 * MINUTE);
    await poll();
    expect(lacking()).toEqual([]);
    expect(tail.state.damaged).toEqual([]);
  });

  it('is never dropped here when the server has it no longer, and said', async () => {
    const { add, server, poll, tail, clock, found } = follow({}, { begin: { since: 0 } });
    add(60, 4 * MINUTE, MINUTE);
    await poll();
    const before = found.length;
    server.events.slice(0, 5).forEach(({ id }) => server.delete(id));
    for (let count = 0; count < 3; count++) {
      await clock.advance(31 * SECOND);
      await poll();
    }
    expect(tail.state.fewer).toBe(5);
    expect(found.filter(({ kind }) => kind !== 'known')).toHaveLength(before);
  });
});

describe('the order of a list', () => {
  const orderOf = ({ state }: EventTail) =>
    state.learned.find(({ topic }) => topic === 'event order')?.finding;

  it('has not changed for an event that came in while it was read', async () => {
    const { add, server, poll, tail, clock, lacking } = follow({ page: 'clamp-20' }, { begin: { since: 0 } });
    add(70, 30 * MINUTE, MINUTE);
    server.beforeAnswer = (request) => {
      if (request === 2) {
        server.add('meanwhile', { timestamp: clock.now() });
      }
      return undefined;
    };
    await poll();
    expect(lacking()).toEqual([]);
    expect(orderOf(tail)).toBe('newest first');
  });

  it.each([
    ['the same', ['a', 'b', 'c', 'd'], false],
    ['one more in front and one less', ['x', 'a', 'b', 'd'], false],
    ['two of them the other way round', ['a', 'c', 'b', 'd'], true],
    ['hardly one of them', ['x', 'y', 'z', 'd'], true],
  ])('is another one or not: %s', (_what, now, is) => {
    expect(isReordered(['a', 'b', 'c', 'd'], now)).toBe(is);
  });
});
