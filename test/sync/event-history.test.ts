import { beforeEach, describe, expect, it } from 'vitest';

import { coveredFrom } from '../../src/stores/event-coverage.ts';
import { selectVisibleEvents } from '../../src/stores/select-events.ts';
import { createStores, type Stores } from '../../src/stores/stores.ts';
import { updatePane, type EventsView } from '../../src/stores/view-store.ts';
import { createSync } from '../../src/sync/create-sync.ts';
import type { Sync } from '../../src/sync/sync.ts';
import { createFakeClient, type FakeClient } from '../helpers/fake-client.ts';
import { ModelEventServer, type ModelEvent } from '../helpers/model-event-server.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

const MINUTE = 60_000;
const PLENTY = { limit: 6000, remaining: 6000, reset: '3600' };

let clock: VirtualClock;
let server: ModelEventServer;
let client: FakeClient;
let stores: Stores;
let sync: Sync;

async function open(bound?: number): Promise<void> {
  clock = new VirtualClock();
  server = new ModelEventServer(clock);
  for (let index = 0; index < 6000; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - index * 2 * MINUTE - 1000 });
  }
  stores = createStores({ mostEvents: bound });
  stores.view.setState({ tab: 'events', pageSize: 20 });
  sync = createSync({
    stores,
    clock,
    random: () => 0.5,
    createClient: (onExchange) => {
      client = createFakeClient(
        clock,
        (call) =>
          call.endpoint === 'listEvents'
            ? { takes: 20, rateLimit: PLENTY, ...server.answer(call) }
            : { status: 404, takes: 20, rateLimit: PLENTY },
        onExchange,
      );
      return client;
    },
  });
  sync.start();
  await clock.advance(1000);
}

beforeEach(() => open());

const visible = () => selectVisibleEvents(stores);
const eventQueries = (from: number) =>
  client.calls.slice(from).flatMap(({ endpoint, query }) => (endpoint === 'listEvents' ? [query] : []));

/** Lets what is being read of the past come to its end, which takes its turns under the budget. */
async function untilRead(): Promise<void> {
  do {
    await clock.advance(1000);
  } while (stores.events.getState().older === 'reading');
}

/** Puts the cursor on the last visible row, as G does. */
async function goToEnd(): Promise<void> {
  const last = visible().at(-1)?.id;
  updatePane(stores.view, 'events', {
    follow: false,
    frozenAt: stores.events.getState().batch,
    cursor: last,
  });
  await clock.advance(2000);
}

function filter(change: Partial<EventsView>): Promise<void> {
  updatePane(stores.view, 'events', change);
  return untilRead();
}

/** The newest events of the server that pass, as many as are visible. */
function expected(passes: (event: ModelEvent) => boolean): readonly string[] {
  return server.events
    .filter(passes)
    .sort((left, right) => right.timestamp - left.timestamp)
    .slice(0, visible().length)
    .map(({ id }) => id);
}

describe('scrolling back in the console', () => {
  it('reads on when the cursor comes near to the end, as often as it does, without a hole', async () => {
    let before = visible().length;
    for (let times = 0; times < 3; times++) {
      await goToEnd();
      expect(visible().length).toBeGreaterThan(before);
      expect(visible().map(({ id }) => id)).toEqual(expected(() => true));
      before = visible().length;
    }
  });

  it('comes to the beginning, and asks for nothing more there', async () => {
    while (stores.events.getState().coveredSince !== 0) {
      await goToEnd();
    }
    expect(visible()).toHaveLength(6000);
    const calls = client.calls.length;
    await goToEnd();
    expect(
      eventQueries(calls).filter((query) => query?.['until'] !== undefined && query['limit'] !== 1),
    ).toEqual([]);
  });

  it('is no news to a frozen view, and does not move the cursor', async () => {
    await goToEnd();
    const { cursor } = stores.view.getState().events;
    expect(visible().some(({ id }) => id === cursor)).toBe(true);
    expect(visible().every(({ fromHistory }) => fromHistory)).toBe(true);
  });

  it('ends where as many rows are kept as there can be, and says so', async () => {
    await open(600);
    for (let times = 0; times < 4; times++) {
      await goToEnd();
    }
    expect(stores.events.getState()).toMatchObject({ older: 'full' });
    expect(visible().length).toBeLessThanOrEqual(600);
    expect(visible().map(({ id }) => id)).toEqual(expected(() => true));
  });
});

describe('a filter that is set while scrolling', () => {
  it('is answered from what was read without one, with no request', async () => {
    await goToEnd();
    const calls = client.calls.length;
    updatePane(stores.view, 'events', { outcomes: ['block'], cursor: undefined });
    await clock.advance(0);
    expect(visible().length).toBeGreaterThan(20);
    expect(eventQueries(calls)).toEqual([]);
  });

  it('asks the server for what passes it when that is all that is here, and shows no holes', async () => {
    await filter({ outcomes: ['block'], ecosystem: 'npm' });
    const before = visible().length;
    await goToEnd();
    await goToEnd();
    expect(visible().length).toBeGreaterThan(before);
    const passes = ({ outcome, ecosystem }: ModelEvent) => outcome === 'block' && ecosystem === 'npm';
    expect(visible().map(({ id }) => id)).toEqual(expected(passes));
    // The counts of the overview read no event beyond the first.
    const asked = eventQueries(0).filter((query) => query?.['outcome'] !== undefined && query['limit'] !== 1);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.every((query) => query?.['until'] !== undefined && query['ecosystem'] === 'npm')).toBe(true);
  });

  it('asks for each of two outcomes', async () => {
    await filter({ outcomes: ['review', 'block'], ecosystem: 'go' });
    await goToEnd();
    const asked = new Set(eventQueries(0).map((query) => query?.['outcome']));
    expect(asked).toEqual(new Set([undefined, 'review', 'block']));
    expect(visible().map(({ id }) => id)).toEqual(
      expected(({ outcome, ecosystem }) => outcome !== 'allow' && ecosystem === 'go'),
    );
  });

  it('leaves no rows behind, when it is taken away, that would stand in a list with holes', async () => {
    await filter({ outcomes: ['block'], ecosystem: 'npm' });
    await goToEnd();
    await goToEnd();
    updatePane(stores.view, 'events', { outcomes: ['allow', 'review', 'block'], ecosystem: undefined });
    expect(visible().map(({ id }) => id)).toEqual(expected(() => true));
  });

  it('is read to the very first event while somebody asks for it, and no further than that', async () => {
    const passes = ({ outcome, ecosystem }: ModelEvent) => outcome === 'block' && ecosystem === 'npm';
    const wanted = { outcome: 'block', ecosystem: 'npm' } as const;
    const held = () => server.events.filter(passes).filter(({ id }) => stores.events.has(id)).length;
    let asks = 0;
    sync.readHistory({ filter: wanted, until: undefined, since: 0 }, () => asks++ < 1);
    await untilRead();
    expect(held()).toBeLessThan(server.events.filter(passes).length);
    sync.readHistory({ filter: wanted, until: undefined, since: 0 }, () => true);
    await clock.advance(60_000);
    expect(coveredFrom(stores.events.getState(), [{ filter: wanted, until: undefined }])).toBe(0);
    expect(held()).toBe(server.events.filter(passes).length);
    const calls = client.calls.length;
    sync.readHistory({ filter: wanted, until: undefined, since: 0 }, () => true);
    await clock.advance(0);
    expect(eventQueries(calls)).toEqual([]);
  });

  it('is read of a time in the past alone, and the feed shows no holes for it', async () => {
    const times = server.events.map(({ timestamp }) => timestamp).sort((left, right) => left - right);
    const since = times[Math.floor(times.length / 10)] as number;
    const until = times[Math.floor(times.length / 5)] as number;
    const within = server.events.filter(({ timestamp }) => timestamp > since && timestamp <= until);
    expect(within.some(({ id }) => stores.events.has(id))).toBe(false);
    const part = { filter: {}, since, until };
    sync.readHistory(part, () => true);
    await clock.advance(60_000);
    expect(coveredFrom(stores.events.getState(), [part])).toBeLessThanOrEqual(since);
    expect(within.every(({ id }) => stores.events.has(id))).toBe(true);
    expect(visible().map(({ id }) => id)).toEqual(expected(() => true));
  });

  it('goes on from the same place after a failure, which is shown', async () => {
    await filter({ outcomes: ['block'], ecosystem: 'cargo' });
    const before = visible().length;
    server.beforeAnswer = (_request, call) =>
      call.query?.['outcome'] === undefined ? undefined : { status: 500 };
    await goToEnd();
    expect(stores.events.getState().failure?.status ?? 500).toBe(500);
    expect(visible()).toHaveLength(before);
    server.beforeAnswer = () => undefined;
    await clock.advance(40_000);
    await goToEnd();
    await goToEnd();
    expect(visible().length).toBeGreaterThan(before);
  });

  it('leaves the tail alone: what comes in is read and certified meanwhile', async () => {
    await filter({ outcomes: ['block'], ecosystem: 'npm' });
    await goToEnd();
    server.add('new', { timestamp: clock.now() });
    await clock.advance(5000);
    expect(stores.events.has('new')).toBe(true);
    expect(stores.events.getState().completeThrough).toBeGreaterThan(clock.now() - 5000);
  });
});
