import { describe, expect, it } from 'vitest';

import { VirtualClock } from '../../helpers/virtual-clock.ts';
import { follow } from './followed-feed.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A feed of which the newest page was read and the past is still to be read, in windows that have an end. */
async function followWithPast() {
  const following = follow({ page: 'clamp-20' }, { backfill: { seconds: 3600, rows: 1000 } });
  const { add, tail, clock } = following;
  add(400, 55 * MINUTE, 2 * MINUTE);
  await tail.poll(new AbortController().signal);
  await clock.advance(2 * SECOND);
  return following;
}

describe('a poll that read the newest events', () => {
  it('does not fail because what is older could not be read', async () => {
    const { server, tail, clock } = await followWithPast();
    server.beforeAnswer = (_request, { query }) =>
      query?.['until'] === undefined ? undefined : { status: 500, takes: SECOND };
    expect(await clock.through(tail.poll(new AbortController().signal))).toEqual({ more: false });
    expect(tail.failure).toMatchObject({ failures: 1, error: { status: 500 } });
  });

  it('asks for what is older ever more rarely while it fails, and has it once it does not', async () => {
    const { server, tail, clock, lacking } = await followWithPast();
    const tries: number[] = [];
    let isFailing = true;
    server.beforeAnswer = (_request, { query }) => {
      if (query?.['until'] === undefined || !isFailing) {
        return undefined;
      }
      tries.push(clock.now());
      return { status: 500 };
    };
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        await clock.advance(SECOND);
        const poll = () => clock.through(tail.poll(new AbortController().signal));
        for (let polls = 0; polls < 50 && (await poll()).more; polls++);
      }
    };
    await pass(120);
    expect(tries.length).toBeGreaterThan(5);
    expect(tries.length).toBeLessThan(20);
    expect(lacking()).not.toEqual([]);
    isFailing = false;
    await pass(20);
    expect(lacking()).toEqual([]);
    expect(tail.failure).toBeUndefined();
  });

  it('fails at once when the key may not read what is older', async () => {
    const { server, tail, clock } = await followWithPast();
    server.beforeAnswer = (_request, { query }) =>
      query?.['until'] === undefined ? undefined : { status: 403 };
    await expect(clock.through(tail.poll(new AbortController().signal))).rejects.toThrow('403');
  });

  it.each([true, false])(
    'is followed by others while an answer about what is older takes long, which counts when it comes: %s',
    async (isGood) => {
      const { server, tail, clock, client, lacking } = await followWithPast();
      const older = () => client.calls.filter(({ query }) => query?.['until'] !== undefined).length;
      const askedBefore = older();
      let isAnswering = false;
      server.beforeAnswer = (_request, call) => {
        if (call.query?.['until'] === undefined || isAnswering) {
          return undefined;
        }
        isAnswering = true;
        const answer = isGood ? server.answer(call) : { status: 500 };
        isAnswering = false;
        return { ...answer, takes: 12 * SECOND };
      };
      const poll = () => clock.through(tail.poll(new AbortController().signal));
      const begunAt = clock.monotonic();
      for (let polls = 0; polls < 2; polls++) {
        await poll();
        expect(clock.now() - (tail.state.readThrough ?? 0)).toBeLessThanOrEqual(5200);
      }
      expect(clock.monotonic() - begunAt).toBeLessThanOrEqual(10_500);
      expect([older() - askedBefore, tail.failure]).toEqual([1, undefined]);
      await poll();
      expect(tail.failure?.failures).toBe(isGood ? undefined : 1);
      server.beforeAnswer = () => undefined;
      for (let polls = 0; polls < 60 && lacking().length > 0; polls++) {
        await clock.advance(SECOND);
        await poll();
      }
      expect(lacking()).toEqual([]);
    },
  );

  it('leaves nothing under way when it is given up while an answer about what is older takes long', async () => {
    const { server, tail, clock, client } = await followWithPast();
    server.beforeAnswer = (_request, { query }) =>
      query?.['until'] === undefined ? undefined : { takes: 40 * SECOND };
    await clock.through(tail.poll(new AbortController().signal));
    const underWay = client.calls.findLast(({ query }) => query?.['until'] !== undefined);
    const controller = new AbortController();
    clock.schedule(SECOND, () => controller.abort());
    await expect(clock.through(tail.poll(controller.signal))).rejects.toThrow('given up');
    expect(underWay?.signal?.aborted).toBe(true);
  });

  it('fails when it is given up meanwhile', async () => {
    const { server, tail, clock } = await followWithPast();
    const controller = new AbortController();
    server.beforeAnswer = (_request, { query }) =>
      query?.['until'] === undefined ? undefined : { takes: SECOND };
    clock.schedule(500, () => controller.abort());
    await expect(clock.through(tail.poll(controller.signal))).rejects.toThrow('given up');
  });
});

describe('a poll that did not come to the end of the newest events', () => {
  it('fails when the count that was due fails', async () => {
    const { add, server, tail, clock } = follow({ page: 'clamp-20' });
    add(60, HOUR, MINUTE);
    const signal = () => new AbortController().signal;
    while ((await tail.poll(signal())).more);
    await clock.advance(31 * SECOND);
    const failCounts = () => {
      server.beforeAnswer = (_request, { purpose }) =>
        purpose?.startsWith('count of') ? { status: 500 } : undefined;
    };
    failCounts();
    await tail.poll(signal());
    await clock.advance(SECOND);
    add(30, SECOND, 0);
    server.beforeAnswer = (_request, call) => {
      failCounts();
      return { ...server.answer(call), takes: 2500 };
    };
    await expect(clock.through(tail.poll(signal()))).rejects.toThrow('500');
  });
});

describe('events of the newest window that cannot be had', () => {
  it('are a gap that is shown, also where nothing is left to narrow the window by', async () => {
    const filter = { outcome: 'block', ecosystem: 'npm', type: 'install' } as const;
    const at = new VirtualClock().now() - SECOND;
    const { server, poll, tail, clock, lacking } = follow(
      {},
      { begin: { since: at - SECOND }, until: at + SECOND, filter },
    );
    for (let index = 0; index < 200; index++) {
      server.add(`same-${index}`, { timestamp: at });
    }
    const hidden = server.events.find(
      ({ outcome, ecosystem, type }) => outcome === 'block' && ecosystem === 'npm' && type === 'install',
    );
    server.spoil = (body) => ({ ...body, events: body.events.filter(({ id }) => id !== hidden?.id) });
    await poll();
    expect(tail.state.gaps).toMatchObject([{ missing: 1 }]);

    server.spoil = (body) => body;
    await clock.advance(2 * MINUTE);
    await poll();
    expect(lacking()).not.toContain(hidden?.id);
    expect(tail.state.gaps).toEqual([]);
  });
});

describe('a server that gives more than it counts', () => {
  it.each([
    ['in the midst of a page', 30],
    ['at the end of a page', 40],
  ])('is read to the end although its count ends %s', async (_where, most) => {
    const { add, server, poll, lacking } = follow({ page: 'clamp-20' }, { begin: { since: 0 } });
    add(110, HOUR, MINUTE);
    server.spoil = ({ events, pagination }) => ({
      events,
      pagination: { ...pagination, total: Math.min(most, pagination.total) },
    });
    await poll();
    expect(lacking()).toEqual([]);
  });

  it('is read until nothing comes where it does not say whether more follows', async () => {
    const { add, server, poll, lacking } = follow({ page: 'clamp-20' }, { begin: { since: 0 } });
    add(110, HOUR, MINUTE);
    server.spoil = ({ events, pagination: { limit, offset, total } }) => ({
      events,
      pagination: { limit, offset, total: Math.min(50, total) } as never,
    });
    await poll();
    expect(lacking()).toEqual([]);
  });
});

describe('a count that falls while a list is read', () => {
  it('voids what was read by it: the list is read anew', async () => {
    const { add, server, poll, lacking } = follow({ page: 'clamp-20' }, { begin: { since: 0 } });
    add(60, HOUR, MINUTE);
    server.spoil = (body, request) =>
      request === 2 ? { ...body, pagination: { ...body.pagination, total: 40, has_more: false } } : body;
    await poll();
    expect(lacking()).toEqual([]);
  });

  it('does not certify that nothing is there where most of it was just counted', async () => {
    const { add, server, poll, lacking, tail, clock } = follow({ page: 'clamp-20' }, { begin: { since: 0 } });
    add(60, HOUR, MINUTE);
    let isEmpty = true;
    server.spoil = (body, request) =>
      isEmpty && request > 1
        ? { events: [], pagination: { ...body.pagination, total: 0, has_more: false } }
        : body;
    await poll();
    expect(lacking()).not.toEqual([]);
    expect(tail.state.completeThrough).toBeUndefined();
    isEmpty = false;
    await clock.advance(2 * MINUTE);
    await poll();
    expect(lacking()).toEqual([]);
  });
});

describe('a gap', () => {
  it('is tried again ever more rarely, but every ten minutes at the least', async () => {
    const { add, server, poll, clock, client, tail } = follow({}, { begin: { since: 0 } });
    add(50, 5 * HOUR, HOUR);
    await poll();
    server.add('late', { timestamp: clock.now() - 2 * HOUR });
    const isTry = ({ purpose }: { readonly purpose?: string | undefined }) =>
      purpose === 'events that came in late';
    server.beforeAnswer = (_request, call) => (isTry(call) ? { status: 404 } : undefined);
    for (let minute = 0; minute < 60; minute++) {
      await clock.advance(MINUTE);
      await poll();
    }
    expect(tail.state.gaps).toMatchObject([{ missing: 1 }]);
    const minutes = [...new Set(client.calls.filter(isTry).map(({ at }) => Math.round(at / MINUTE)))];
    const waits = minutes.slice(1).map((minute, index) => minute - (minutes[index] ?? 0));
    expect(waits.slice(0, 7)).toEqual([1, 2, 4, 8, 10, 10, 10]);
  });
});

describe('a count of events that is too small', () => {
  it('is believed once it is repeated, since it is often a fault', async () => {
    const { add, server, poll, tail, clock } = follow({}, { begin: { since: 0 } });
    add(60, 4 * MINUTE, MINUTE);
    await poll();
    const remove = () => {
      const restores = server.events.slice(0, 5).map(({ id }) => server.delete(id));
      return () => restores.forEach((restore) => restore());
    };
    const restore = remove();
    await clock.advance(31 * SECOND);
    await poll();
    expect([tail.state.audit, tail.state.fewer]).toEqual(['count of the last 5 minutes', 0]);
    restore();
    await clock.advance(SECOND);
    await poll();
    expect(tail.state.fewer).toBe(0);
    remove();
    await clock.advance(31 * SECOND);
    await poll();
    await clock.advance(SECOND);
    await poll();
    expect(tail.state.fewer).toBe(5);
  });
});

describe('events that the server deletes', () => {
  /** Follows 600 events, of which these are deleted after the first poll, through the audits of two minutes. */
  async function deleting(places: readonly number[], dialect: Parameters<typeof follow>[0] = {}) {
    const followed = follow(dialect, { begin: { since: 0 } });
    const { add, server, poll, clock, client } = followed;
    add(600, 4 * MINUTE, MINUTE);
    await poll();
    const deleted = places.flatMap((place) => server.events[place]?.id ?? []);
    const restored = deleted.map((id) => server.delete(id));
    const pass = async (seconds: number) => {
      for (let time = 0; time < seconds; time += 2) {
        await clock.advance(2 * SECOND);
        await poll();
      }
    };
    await pass(120);
    return {
      ...followed,
      deleted,
      restored,
      pass,
      searches: () => client.calls.filter(({ purpose }) => purpose === 'which events are gone').length,
    };
  }

  it.each([
    [[300], {}],
    [[3, 310, 590], {}],
    [[100, 101, 102, 103], { order: 'hash', page: 'clamp-20' }],
    [[100, 400], { since: 'inclusive', until: 'inclusive', precision: 'milliseconds' }],
  ] as const)('are found out within an audit period, and nothing else is: %j %j', async (places, dialect) => {
    const { tail, deleted, found, searches } = await deleting(places, dialect);
    expect([...tail.state.gone].sort()).toEqual([...deleted].sort());
    expect(tail.state.fewer).toBe(places.length);
    expect(found.filter(({ kind }) => kind !== 'known')).toHaveLength(600);
    expect(searches()).toBeLessThanOrEqual(62);
  });

  it('are not searched for again and again, nor without end', async () => {
    const every = Array.from({ length: 40 }, (_, index) => 15 * index);
    const { pass, searches } = await deleting(every, { page: 'clamp-20' });
    const made = searches();
    expect(made).toBeLessThanOrEqual(62);
    await pass(60);
    expect(searches()).toBe(made);
  });

  it('are no longer gone once the server lists them again', async () => {
    const { tail, server, restored, pass, deleted } = await deleting([300]);
    expect(tail.state.gone.size).toBe(1);
    restored.forEach((restore) => restore());
    // Another one goes, so that the page with both is read again.
    server.delete(server.events[298]?.id ?? '');
    server.delete(server.events[297]?.id ?? '');
    await pass(120);
    expect([...tail.state.gone]).not.toContain(deleted[0]);
    expect(tail.state.gone.size).toBe(2);
  });
});
