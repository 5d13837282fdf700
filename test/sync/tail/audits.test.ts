import { describe, expect, it } from 'vitest';

import type { TailOptions } from '../../../src/sync/tail/event-tail.ts';
import { follow } from './followed-feed.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Follows a feed with so much past, polled every two seconds. */
async function followPast(
  dialect: Parameters<typeof follow>[0],
  [events, since]: readonly [events: number, since: number],
  options: Partial<TailOptions> = {},
) {
  const followed = follow(dialect, { begin: { since: 0 }, ...options });
  followed.add(events, since, MINUTE);
  await followed.poll();
  const { clock, client, poll } = followed;
  return {
    ...followed,
    /** Polls for so long, and gives how many requests were made for anything but new events. */
    pass: async (seconds: number): Promise<number> => {
      const before = client.calls.length;
      for (let time = 0; time < seconds; time += 2) {
        await clock.advance(2 * SECOND);
        await poll();
      }
      return client.calls.slice(before).filter(({ purpose }) => purpose !== 'new events').length;
    },
    contentOf: (id: string) => followed.found.findLast(({ event }) => event.id === id)?.event.raw,
  };
}

describe.each(['absent', 'unfiltered', 'boundless', 'page-end', 'denying'] as const)(
  'on a server whose total is %s, by where its lists end',
  (total) => {
    it('an event that comes in half a day late is found within an audit period, for a few requests', async () => {
      const { server, clock, tail, lacking, pass } = await followPast({ total, order: 'hash' }, [
        3000,
        20 * HOUR,
      ]);
      await pass(240);
      server.add('from a laptop that was offline', { timestamp: clock.now() - 11 * HOUR });
      const requests = await pass(150);
      expect(lacking()).toEqual([]);
      expect(tail.state).toMatchObject({ lateEvents: 1, gaps: [], toCome: 0, fewer: 0 });
      expect(requests).toBeLessThanOrEqual(70);
      // Five counts of three requests, four pages after each.
      expect(await pass(150)).toBeLessThanOrEqual(5 * (3 + 4));
    });

    it('so is one that is gone, and one that changed', async () => {
      const { server, tail, pass, contentOf } = await followPast({ total }, [300, 50 * MINUTE]);
      await pass(120);
      const [gone = '', changed = ''] = [server.events[100]?.id, server.events[200]?.id];
      server.delete(gone);
      server.change(changed, { outcome: 'changed' });
      await pass(130);
      expect([...tail.state.gone]).toEqual([gone]);
      expect(tail.state.fewer).toBe(1);
      expect(contentOf(changed)).toMatchObject({ outcome: 'changed' });
    });
  },
);

describe('a server that counts no further than to a number', () => {
  it('has what came in late found, though halves of a long window are counted no further, too', async () => {
    const { server, clock, tail, lacking, pass } = await followPast({ total: 'capped' }, [2500, 20 * HOUR]);
    server.add('late', { timestamp: clock.now() - 15 * HOUR });
    await pass(150);
    expect(lacking()).toEqual([]);
    expect(tail.state).toMatchObject({ lateEvents: 1, gaps: [], toCome: 0, fewer: 0 });
  });
});

describe('what came in late in two places', () => {
  it('is found in both, however long the search of one keeps the other waiting', async () => {
    const followed = follow({ total: 'denying', page: 'clamp-20' }, { begin: { since: 0 } });
    const { server, clock, poll, add, lacking } = followed;
    add(1000, 50 * MINUTE, MINUTE);
    for (let index = 0; index < 60; index++) {
      server.add(`tomorrow ${index}`, { timestamp: clock.now() + 24 * HOUR + index * SECOND });
    }
    const pass = async (seconds: number) => {
      for (let time = 0; time < seconds; time += 30) {
        await clock.advance(30 * SECOND);
        await poll();
      }
    };
    await pass(120);
    for (let index = 0; index < 48; index++) {
      server.add(`late ${index}`, { timestamp: clock.now() - (5 + index) * MINUTE });
    }
    server.add('late tomorrow', { timestamp: clock.now() + 24 * HOUR - 90 * SECOND });
    await pass(900);
    expect(lacking()).toEqual([]);
  });
});

describe('a server that gives rows at any offset', () => {
  it('is not counted, and costs no more for it', async () => {
    const { server, clock, tail, pass } = await followPast({ total: 'absent' }, [60, 50 * MINUTE]);
    const { answer } = server;
    server.beforeAnswer = (_request, call) =>
      call.query?.['offset'] === undefined ? undefined : atAnyOffset(call);
    const atAnyOffset = (call: Parameters<typeof answer>[0]) => {
      const { beforeAnswer } = server;
      server.beforeAnswer = () => undefined;
      const answered = answer({ ...call, query: { ...call.query, offset: 0 } });
      server.beforeAnswer = beforeAnswer;
      return answered;
    };
    server.add('late', { timestamp: clock.now() - 20 * MINUTE });
    // A count asks twice, and one page is read again after it.
    expect(await pass(300)).toBeLessThanOrEqual(10 * 4);
    expect(tail.state).toMatchObject({ fewer: 0, gaps: [] });
    // It is on that page.
    expect(tail.has('late')).toBe(true);
  });
});

describe('an audit whose answer hangs', () => {
  /** Follows a feed on a server where all hangs that is not for new events. */
  async function followHanging() {
    const followed = await followPast({}, [300, 50 * MINUTE]);
    const { server, clock, tail } = followed;
    server.beforeAnswer = (_request, { purpose }) =>
      purpose === 'new events' ? undefined : { problem: 'timeout', takes: 40 * SECOND };
    return {
      ...followed,
      /** Polls for about a minute, and gives how long the longest poll took. */
      pass: async (polls = 30) => {
        let longest = 0;
        for (let poll = 0; poll < polls; poll++) {
          await clock.advance(2 * SECOND);
          const begun = clock.monotonic();
          await clock.through(tail.poll(new AbortController().signal));
          longest = Math.max(longest, clock.monotonic() - begun);
        }
        return longest;
      },
    };
  }

  it('keeps no newer event waiting, and is made again in its turn', async () => {
    const { server, clock, tail, client, pass, lacking } = await followHanging();
    server.add('late', { timestamp: clock.now() - 20 * MINUTE });
    expect(await pass()).toBeLessThanOrEqual(2200);
    const audits = client.calls.filter(({ purpose }) => purpose?.startsWith('count'));
    expect(audits.length).toBeGreaterThan(0);
    expect(audits.length).toBeLessThanOrEqual(3);
    expect(clock.now() - (tail.state.completeThrough ?? 0)).toBeLessThanOrEqual(5 * SECOND);
    expect(lacking()).toEqual(['late']);
    server.beforeAnswer = () => undefined;
    await pass();
    await pass();
    expect(lacking()).toEqual([]);
  });

  it('is given up when the clock of the server goes back', async () => {
    const { server, client, pass } = await followHanging();
    await pass();
    const underWay = client.calls.findLast(({ purpose }) => purpose?.startsWith('count'));
    expect(underWay?.signal?.aborted).toBe(false);
    server.ahead = -90 * SECOND;
    await pass(2);
    expect(underWay?.signal?.aborted).toBe(true);
  });
});

describe('an event that is listed twice', () => {
  it('is not searched for again and again', async () => {
    const { server, tail, pass } = await followPast({ total: 'absent' }, [600, 50 * MINUTE]);
    const first = server.events[300];
    await pass(60);
    server.add(first?.id ?? '', { timestamp: first?.timestamp ?? 0 });
    await pass(600);
    expect(await pass(120)).toBeLessThanOrEqual(4 * (8 + 4));
    expect(tail.state.lateEvents).toBe(0);
  });
});

describe('an event that changes long after it was read', () => {
  it('is noticed within a minute while a page holds the last five, for no more requests', async () => {
    const { server, pass, contentOf } = await followPast({}, [80, 4 * MINUTE]);
    const { id = '' } = server.events[40] ?? {};
    server.change(id, { outcome: 'changed' });
    expect(await pass(34)).toBe(1);
    expect(contentOf(id)).toMatchObject({ outcome: 'changed' });
  });

  it('is noticed as the pages of the last hour are read again, four after each count', async () => {
    const { server, pass, contentOf, clock } = await followPast({}, [800, 50 * MINUTE]);
    const ids = server.events.map(({ id }) => id);
    ids.forEach((id) => server.change(id, { outcome: 'changed' }));
    const begun = clock.now();
    const requests = await pass(320);
    expect(ids.filter((id) => contentOf(id)?.['outcome'] !== 'changed')).toEqual([]);
    expect(requests).toBeLessThanOrEqual(((clock.now() - begun) / (30 * SECOND)) * (1 + 4));
  });

  describe('with requests that nothing else needs', () => {
    const keptFor3Days = (unused: number) =>
      followPast({}, [1500, 72 * HOUR], {
        worthRereading: { unused: () => unused, watched: () => undefined, keptSince: () => 0 },
      });

    it('is noticed within ten minutes, wherever it is', async () => {
      const { server, pass, contentOf, clock } = await keptFor3Days(5);
      const ids = server.events.filter((_, index) => index % 50 === 0).map(({ id }) => id);
      ids.forEach((id) => server.change(id, { outcome: 'changed' }));
      const begun = clock.now();
      const requests = await pass(620);
      expect(ids.filter((id) => contentOf(id)?.['outcome'] !== 'changed')).toEqual([]);
      // All pages once in that time, and the counts.
      expect(requests).toBeLessThanOrEqual(20 + ((clock.now() - begun) / (30 * SECOND)) * (1 + 4));
    });

    it('takes no more than half of them', async () => {
      const usual = await (await keptFor3Days(0)).pass(300);
      const few = await (await keptFor3Days(0.04)).pass(300);
      expect(few - usual).toBeLessThanOrEqual(0.02 * 300 + 1);
      expect(few - usual).toBeGreaterThanOrEqual(5);
    });
  });

  it('is noticed within a minute where somebody looks at it, for two requests', async () => {
    const cursor: { time?: number } = {};
    const { server, pass, contentOf } = await followPast({}, [1500, 72 * HOUR], {
      worthRereading: { unused: () => 0, watched: () => cursor.time, keptSince: () => 0 },
    });
    const { id = '', shown } = server.events[1000] ?? {};
    await pass(60);
    const usual = await pass(60);
    server.change(id, { outcome: 'changed' });
    cursor.time = shown ?? 0;
    expect(await pass(60)).toBeLessThanOrEqual(usual + 2 + 4);
    expect(contentOf(id)).toMatchObject({ outcome: 'changed' });
  });
});
