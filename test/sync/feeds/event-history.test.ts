import { beforeEach, describe, expect, it } from 'vitest';

import { BEFORE_ALL_TIMES } from '../../../src/lib/format-time.ts';
import { coveredFrom } from '../../../src/stores/events/event-coverage.ts';
import { selectCoveredFrom, selectVisibleEvents } from '../../../src/stores/events/select-events.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import { updatePane } from '../../../src/stores/view/view-store.ts';
import type { EventsView } from '../../../src/stores/events/events-view.ts';
import type { Sync } from '../../../src/sync/sync.ts';
import type { FakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer, type ModelEvent } from '../../helpers/model-event-server.ts';
import { wholeSlices } from '../../helpers/whole-slices.ts';
import { createModelSync } from '../../helpers/model-sync.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

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
  stores = createStores({ mostEvents: bound, slices: wholeSlices });
  stores.view.setState({ tab: 'events', pageSize: 20 });
  ({ sync, client } = createModelSync({
    stores,
    clock,
    answer: (call) =>
      call.endpoint === 'listEvents'
        ? { takes: 20, rateLimit: PLENTY, ...server.answer(call) }
        : { status: 404, takes: 20, rateLimit: PLENTY },
  }));
  sync.start();
  await clock.advance(1000);
}

beforeEach(() => open());

const visible = () => selectVisibleEvents(stores).slice();
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
    while (stores.events.getState().coveredSince !== BEFORE_ALL_TIMES) {
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

describe('a stretch of time that the filters name', () => {
  const since = () => clock.now() - 5 * 24 * 60 * MINUTE;

  // What the feed reads of the past by itself comes first.
  beforeEach(() => clock.advance(20_000));

  /** As the filter dialog does, which is open while words are typed. */
  function type(text: string): void {
    updatePane(stores.view, 'events', { text });
    stores.view.setState({ minute: clock.now() });
  }

  it('is read by itself when it ended some time ago, and is there again a little later', async () => {
    const calls = client.calls.length;
    type('until:3d');
    await untilRead();
    expect(visible().length).toBeGreaterThan(100);
    const ends = eventQueries(calls).flatMap((query) => query?.['until'] ?? []);
    expect(ends.length).toBeGreaterThan(0);
    expect(ends.every((end) => Date.parse(String(end)) < clock.now() - 2 * 24 * 60 * MINUTE)).toBe(true);
    expect(visible().map(({ id }) => id)).toEqual(
      expected(({ timestamp }) => timestamp < clock.now() - 3 * 24 * 60 * MINUTE),
    );
    await goToEnd();
    const reach = selectCoveredFrom(stores);
    await clock.advance(60 * MINUTE);
    stores.view.setState({ minute: clock.now() });
    await untilRead();
    expect(selectCoveredFrom(stores)).toBe(reach);
  });

  it('is read on until somebody gives it up, and again once that is asked for', async () => {
    type('since:5d');
    expect(stores.events.getState().older).toBe('reading');
    await clock.advance(10);
    sync.giveUpHistory();
    expect(stores.events.getState().older).toBe('given-up');
    const calls = client.calls.length;
    stores.view.setState({ pageSize: 20 });
    await clock.advance(5000);
    expect(eventQueries(calls).filter((query) => query?.['until'] !== undefined)).toEqual([]);
    expect(selectCoveredFrom(stores)).toBeGreaterThan(since());
    sync.refresh();
    expect(stores.events.getState().older).toBe('reading');
    await untilRead();
    expect(selectCoveredFrom(stores)).toBeLessThanOrEqual(since());
  });

  it('is read for other filters, whatever was given up', async () => {
    type('since:5d');
    sync.giveUpHistory();
    type('since:4d');
    await untilRead();
    expect(selectCoveredFrom(stores)).toBeLessThanOrEqual(clock.now() - 4 * 24 * 60 * MINUTE);
    expect(stores.events.getState().older).toBe('idle');
  });
});

describe('a filter that is set while scrolling', () => {
  it('is answered from what was read without one, with no request', async () => {
    await goToEnd();
    const calls = client.calls.length;
    updatePane(stores.view, 'events', { outcomes: ['block'], cursor: undefined });
    await clock.advance(0);
    expect(visible().length).toBeGreaterThan(20);
    // The newest events may be due just now.
    const older = eventQueries(calls).filter((query) => query?.['until'] ?? query?.['outcome']);
    expect(older).toEqual([]);
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
    sync.readHistory({ filter: wanted, until: undefined, since: BEFORE_ALL_TIMES }, () => asks++ < 1);
    await untilRead();
    expect(held()).toBeLessThan(server.events.filter(passes).length);
    sync.readHistory({ filter: wanted, until: undefined, since: BEFORE_ALL_TIMES }, () => true);
    await clock.advance(60_000);
    expect(coveredFrom(stores.events.getState(), [{ filter: wanted, until: undefined }])).toBe(
      BEFORE_ALL_TIMES,
    );
    expect(held()).toBe(server.events.filter(passes).length);
    const calls = client.calls.length;
    sync.readHistory({ filter: wanted, until: undefined, since: BEFORE_ALL_TIMES }, () => true);
    await clock.advance(0);
    expect(eventQueries(calls)).toEqual([]);
  });

  it('is not asked for again and again before anything was read', async () => {
    stores.events.setState({ coveredSince: undefined });
    let asks = 0;
    sync.readHistory({ filter: {}, until: undefined, since: BEFORE_ALL_TIMES }, () => asks++ < 3);
    await clock.advance(0);
    expect(asks).toBe(0);
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

  it('that is refused is told of until it is tried again, or other filters are set', async () => {
    const failure = () => stores.events.getState().olderFailure?.status;
    server.beforeAnswer = (_request, { query }) =>
      query?.['outcome'] === 'block' && query['limit'] !== 1 ? { status: 403 } : undefined;
    await filter({ outcomes: ['block'] });
    await goToEnd();
    await clock.advance(20_000);
    expect(failure()).toBe(403);
    expect(stores.events.getState().failure).toBeUndefined();
    await filter({ outcomes: ['review'] });
    expect(failure()).toBeUndefined();
    await filter({ outcomes: ['block'] });
    await goToEnd();
    expect(failure()).toBe(403);
    server.beforeAnswer = () => undefined;
    const before = visible().length;
    sync.refresh();
    await untilRead();
    expect(failure()).toBeUndefined();
    expect(visible().length).toBeGreaterThan(before);
  });

  it('goes on from the same place after a failure, which is shown', async () => {
    await filter({ outcomes: ['block'], ecosystem: 'cargo' });
    const before = visible().length;
    server.beforeAnswer = (_request, call) =>
      call.query?.['outcome'] === undefined ? undefined : { status: 500 };
    await goToEnd();
    await clock.advance(300_000);
    expect(stores.events.getState()).toMatchObject({ olderFailure: { status: 500 }, failure: undefined });
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

describe('a stretch of time in the past', () => {
  const HOUR = 60 * MINUTE;
  /** Of the events, 30 come in an hour. */
  const window = (fromHours: number, toHours: number) => ({
    since: clock.now() - fromHours * HOUR,
    until: clock.now() - toHours * HOUR,
  });
  const within = ({ since, until }: { since: number; until: number }) =>
    server.events
      .filter(({ timestamp }) => timestamp >= since && timestamp < until)
      .sort((left, right) => right.timestamp - left.timestamp)
      .map(({ id }) => id);
  const ids = () => visible().map(({ id }) => id);
  const settled = async () => {
    for (let rounds = 0; rounds < 30; rounds++) {
      await clock.advance(1000);
    }
  };

  it('is read at once until it is whole, and nothing between it and the present', async () => {
    const range = window(150, 90);
    const calls = client.calls.length;
    await filter({ range });
    await settled();
    expect(ids()).toEqual(within(range));
    expect(selectCoveredFrom(stores)).toBeLessThanOrEqual(range.since);
    const asked = eventQueries(calls).filter((query) => query?.['since'] !== undefined);
    const between = server.events.filter(
      ({ timestamp }) => timestamp > range.until + HOUR && timestamp < clock.now() - 24 * HOUR - HOUR,
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(between.length).toBeGreaterThan(0);
    expect(between.some(({ id }) => stores.events.has(id))).toBe(false);
  });

  it('is read whole for a typed query that names it, once that is kept', async () => {
    const range = window(150, 90);
    const text = `since:${new Date(range.since).toISOString()} until:${new Date(range.until).toISOString()}`;
    stores.view.setState({ minute: clock.now() });
    updatePane(stores.view, 'events', { text });
    stores.view.setState({ dialogs: [] });
    await settled();
    expect(visible().length).toBeGreaterThan(300);
    expect(selectCoveredFrom(stores)).toBeLessThanOrEqual(range.since);
    expect(ids()).toEqual(within({ since: range.since, until: visible()[0]!.time + 1 }));
  });

  it('shows no holes while it is read: what is shown is whole from its oldest event on', async () => {
    const range = window(150, 90);
    updatePane(stores.view, 'events', { range });
    for (let rounds = 0; rounds < 100; rounds++) {
      await clock.advance(20);
      expect(ids()).toEqual(within(range).slice(0, visible().length));
    }
  });

  it('is not read on when it is not wanted any more', async () => {
    const range = window(150, 30);
    updatePane(stores.view, 'events', { range });
    await clock.advance(100);
    updatePane(stores.view, 'events', { range: undefined });
    await settled();
    expect(visible().map(({ id }) => id)).toEqual(expected(() => true));
    const oldest = within(range).at(-1) ?? '';
    expect(stores.events.has(oldest)).toBe(false);
  });

  it('is given up where the server fails, until something is done', async () => {
    server.beforeAnswer = (_request, call) =>
      call.query?.['until'] !== undefined && call.query['limit'] !== 1 ? { status: 500 } : undefined;
    await filter({ range: window(150, 90) });
    await settled();
    const ofWindow = eventQueries(0).filter(
      (query) => Date.parse(String(query?.['until'])) < clock.now() - 80 * HOUR,
    );
    expect(ofWindow.length).toBeGreaterThan(0);
    expect(ofWindow.length).toBeLessThan(12);
    expect(stores.events.getState().older).toBe('idle');
    expect(ids()).toEqual([]);
  });
});
