import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';

import { createEventsStore, type EventsStore } from '../../src/stores/events-store.ts';
import { EventTail } from '../../src/sync/event-tail.ts';
import { createFakeClient, type FakeClient } from '../helpers/fake-client.ts';
import { ModelEventServer, type ModelOrder } from '../helpers/model-event-server.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const ORDERS: readonly ModelOrder[] = ['ascending', 'descending', 'shuffled'];

let clock: VirtualClock;
let server: ModelEventServer;
let client: FakeClient;
let store: EventsStore;
let tail: EventTail;

function startOver(): void {
  clock = new VirtualClock();
  server = new ModelEventServer(clock);
  client = createFakeClient(clock, server.answer);
  store = createEventsStore();
  tail = new EventTail(client, store, clock);
}

beforeEach(startOver);

async function poll(): Promise<void> {
  const polling = tail.poll(new AbortController().signal);
  // A failure is the caller's; without a listener here it would count as unhandled while time moves.
  polling.catch(() => undefined);
  await clock.advance(0);
  await polling;
}

/** The first ids that the console lacks of those that the server holds. */
function missing(): readonly string[] {
  return server.events
    .map(({ id }) => id)
    .filter((id) => !store.has(id))
    .slice(0, 10);
}

/** Reads the same window again and again while events keep coming with every request. */
async function pollUnderLoad(polls: number): Promise<void> {
  let made = 0;
  server.beforeAnswer = () => server.add(`steady-${made++}`);
  for (let count = 0; count < polls; count++) {
    await poll();
    await clock.advance(2 * SECOND);
  }
  server.beforeAnswer = () => undefined;
}

function addMany(count: number, name = 'old', spacing = SECOND): void {
  for (let index = 0; index < count; index++) {
    server.add(`${name}-${index}`, index * spacing);
  }
}

describe.each(ORDERS)('a server that lists events %s', (order) => {
  beforeEach(() => {
    server.order = order;
  });

  it('is read whole, and is known to be', async () => {
    addMany(260);
    await poll();
    expect(missing()).toEqual([]);
    expect(store.getState()).toMatchObject({
      completeThrough: clock.now(),
      receivedAt: clock.now(),
      totalAtServer: 260,
      failure: undefined,
    });
  });

  it('is asked for little when little is new', async () => {
    addMany(260);
    await poll();
    await clock.advance(2 * SECOND);
    server.add('new');
    const before = client.calls.length;
    await poll();
    expect(client.calls.length - before).toBe(1);
    expect(store.has('new')).toBe(true);
    expect(store.getState().completeThrough).toBe(clock.now());
  });

  it('is read whole in pages that are smaller than was asked for', async () => {
    server.mostPerPage = 7;
    addMany(100);
    await poll();
    expect(missing()).toEqual([]);
    expect(store.getState().completeThrough).toBe(clock.now());
  });

  it('loses nothing when events arrive while it is being read', async () => {
    addMany(450);
    await poll();
    await clock.advance(60 * SECOND);
    for (let index = 0; index < 350; index++) {
      server.add(`burst-${index}`, index * 100);
    }
    server.beforeAnswer = () => {
      for (const part of ['a', 'b', 'c']) {
        server.add(`during-${server.requests}-${part}`);
      }
      if (server.requests > 100) {
        server.beforeAnswer = () => undefined;
      }
    };
    await poll();
    server.beforeAnswer = () => undefined;
    await clock.advance(2 * SECOND);
    await poll();
    expect(missing()).toEqual([]);
    expect(store.getState().completeThrough).toBeGreaterThanOrEqual(clock.now() - 2 * SECOND);
  });

  it('is not hidden by one event that is dated tomorrow', async () => {
    addMany(20);
    server.add('tomorrow', -DAY);
    await poll();
    await clock.advance(5 * SECOND);
    server.add('today');
    await poll();
    expect(missing()).toEqual([]);
    expect(store.getState().rows[0]?.id).toBe('tomorrow');
    expect(store.getState().completeThrough).toBe(clock.now());
  });

  it('gives up rows that arrive late, as late as the overlap', async () => {
    addMany(20);
    await poll();
    await clock.advance(10 * SECOND);
    server.add('late', 25 * SECOND);
    await poll();
    expect(missing()).toEqual([]);
  });

  it('is gone on with where a failure broke off, and what was read stays', async () => {
    addMany(430);
    const failAt = 5;
    server.beforeAnswer = (request) => (request === failAt ? { status: 503 } : undefined);
    await expect(poll()).rejects.toThrow();
    const known = store.getState().rows.length;
    expect(known).toBeGreaterThan(0);
    expect(store.getState().completeThrough).toBeUndefined();
    await poll();
    expect(missing()).toEqual([]);
    expect(store.getState().completeThrough).toBe(clock.now());
  });

  it('is read whole in the end however large a burst is', async () => {
    addMany(10);
    await poll();
    await clock.advance(60 * SECOND);
    addMany(5000, 'burst', 10);
    const before = client.calls.length;
    for (let polls = 0; polls < 4; polls++) {
      await poll();
      await clock.advance(2 * SECOND);
    }
    expect(missing()).toEqual([]);
    expect(store.getState().completeThrough).toBeGreaterThan(clock.now() - 10 * SECOND);
    expect(client.calls.length - before).toBeLessThan(2 * 50 + 10);
  });
});

describe.each(['ascending', 'descending'] as const)('a busy server that lists events %s', (order) => {
  it('is known to be read whole although an event arrives with every request', async () => {
    server.order = order;
    addMany(900);
    await pollUnderLoad(3);
    expect(store.getState().completeThrough).toBeGreaterThanOrEqual(clock.now() - 4 * SECOND);
  });
});

it('dates completeness by the clock of the server', async () => {
  addMany(5);
  const behind = clock.now() - 90 * SECOND;
  const answer = server.answer;
  client = createFakeClient(clock, (call) => ({ ...answer(call), date: behind }));
  tail = new EventTail(client, store, clock);
  await poll();
  expect(store.getState().completeThrough).toBe(behind);
});

it('does not trust its own clock to the second when the server tells no time', async () => {
  addMany(5);
  const answer = server.answer;
  client = createFakeClient(clock, (call) => ({ ...answer(call), date: null }));
  tail = new EventTail(client, store, clock);
  await poll();
  expect(store.getState().completeThrough).toBe(clock.now() - MINUTE);
});

it('counts rows that cannot be read, and does not wait for them', async () => {
  const answer = server.answer;
  addMany(3);
  client = createFakeClient(clock, (call) => {
    const { body } = answer(call);
    const { events, pagination } = body as { events: unknown[]; pagination: { total: number } };
    return {
      body: {
        events: [...events, { timestamp: 'no id' }],
        pagination: { ...pagination, total: pagination.total + 1 },
      },
    };
  });
  tail = new EventTail(client, store, clock);
  await poll();
  expect(store.getState()).toMatchObject({ damaged: 1, completeThrough: clock.now() });
});

it('looks back only as far as it takes to fill some screens', async () => {
  for (let index = 0; index < 3000; index++) {
    server.add(`event-${index}`, index * 10 * MINUTE);
  }
  await poll();
  const known = store.getState().rows.length;
  expect(known).toBeGreaterThanOrEqual(400);
  expect(known).toBeLessThan(3000);
  expect(store.getState().totalAtServer).toBe(3000);
});

it('reads an empty server without looping', async () => {
  await poll();
  expect(store.getState()).toMatchObject({ rows: [], totalAtServer: 0, completeThrough: clock.now() });
  expect(client.calls.length).toBeLessThanOrEqual(3);
});

it('is never told of an event twice, and in the end has them all, whatever happens between the polls', async () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 20 }),
    arrivals: fc.array(fc.integer({ min: -100, max: 8 }), { maxLength: 30 }),
    failAt: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ORDERS),
      fc.integer({ min: 3, max: 20 }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      async (order, mostPerPage, steps) => {
        startOver();
        Object.assign(server, { order, mostPerPage });
        let made = 0;
        for (const { wait, arrivals, failAt } of steps) {
          await clock.advance(wait * SECOND);
          // At most eight seconds late, or in the future: what the overlap has to cope with.
          arrivals.forEach((ago) => server.add(`event-${made++}`, ago * SECOND));
          const first = server.requests;
          server.beforeAnswer = (request) =>
            failAt !== undefined && request - first === failAt ? { problem: 'reset' } : undefined;
          await poll().catch(() => undefined);
          expect(store.getState().completeThrough ?? 0).toBeLessThanOrEqual(clock.now());
        }
        server.beforeAnswer = () => undefined;
        await poll();
        await poll();
        const rows = store.getState().rows.map(({ id }) => id);
        expect(rows.toSorted()).toEqual(server.events.map(({ id }) => id).toSorted());
        expect(new Set(rows).size).toBe(rows.length);
      },
    ),
    { numRuns: 60 },
  );
});
