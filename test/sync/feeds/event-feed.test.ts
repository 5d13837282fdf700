import { afterEach, expect, it, vi } from 'vitest';

import { feedStatus, statusWords } from '../../../src/stores/events/feed-status.ts';
import { createStores } from '../../../src/stores/stores.ts';
import { createEventFeed } from '../../../src/sync/feeds/event-feed.ts';
import { Audits } from '../../../src/sync/tail/audits.ts';
import { createFakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer, type EventDialect } from '../../helpers/model-event-server.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

afterEach(() => vi.restoreAllMocks());

function start(dialect: Partial<EventDialect> = {}, takes?: number) {
  const clock = new VirtualClock();
  const server = new ModelEventServer(clock, dialect);
  const stores = createStores();
  const feed = createEventFeed(
    createFakeClient(clock, (call) => ({
      ...server.answer(call),
      ...(takes === undefined ? {} : { takes }),
    })),
    stores,
    { clock, random: () => 0.5 },
  );
  const read = () => feed.read(new AbortController().signal);
  return { clock, server, feed, read, events: stores.events, faults: stores.faults };
}

function broken(): never {
  throw new TypeError('it is broken');
}

it('what cannot be said of the events for a mistake in vigil is withdrawn until it can', async () => {
  const { feed, read, events, faults } = start();
  await read();
  expect(events.getState().completeThrough).toBeDefined();
  const state = vi.spyOn(feed.tail, 'state', 'get').mockImplementation(broken);
  await read();
  expect(events.getState().completeThrough).toBeUndefined();
  expect(faults.all).toMatchObject([{ doing: 'showing how complete the events are' }]);
  state.mockRestore();
  await read();
  expect(events.getState().completeThrough).toBeDefined();
});

it('a mistake in an audit is reported, and the newest events are read on', async () => {
  const { clock, server, read, events, faults } = start();
  await read();
  vi.spyOn(Audits.prototype, 'next').mockImplementation(broken);
  for (let round = 0; round < 3; round++) {
    await clock.advance(2000);
    server.add(`e${round}`, { timestamp: clock.now() });
    await read();
  }
  expect(events.getState().rows).toHaveLength(3);
  expect(events.getState().failure).toBeUndefined();
  expect(faults.all).toMatchObject([{ doing: 'reading what is older than the newest events', count: 3 }]);
});

it('says how far reading the first events has come, however long that takes', async () => {
  const { clock, server, read, events } = start({}, 15_000);
  for (let index = 0; index < 800; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - 5000 - 1000 * index });
  }
  const words: string[] = [];
  let isDone = false;
  for (let polls = 0; polls < 3; polls++, isDone = false) {
    void read().then(() => (isDone = true));
    while (!isDone) {
      await clock.advance(1000);
    }
    const { word, why } = statusWords(feedStatus(events.getState(), clock.now()));
    words.push(why ?? word);
  }
  // The last page was not of the newest events.
  expect(words).toEqual([
    'reading the first events, 100 of 246',
    'reading the first events, 200 of 246',
    'as of 45s ago',
  ]);
});
