import { beforeEach, expect, it } from 'vitest';

import { selectOpenBlocks } from '../../../src/stores/events/open-blocks.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import type { Sync } from '../../../src/sync/sync.ts';
import type { FakeClient } from '../../helpers/fake-client.ts';
import { ModelEventServer } from '../../helpers/model-event-server.ts';
import { createModelSync } from '../../helpers/model-sync.ts';
import { VirtualClock } from '../../helpers/virtual-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const PLENTY = { limit: 6000, remaining: 6000, reset: '3600' };

let clock: VirtualClock;
let server: ModelEventServer;
let stores: Stores;
let client: FakeClient;
let sync: Sync;
let isFailing: boolean;

/** A console that first ran so long ago, on an organization with an event a minute. */
function startAgain(firstRun: number | undefined): void {
  clock = new VirtualClock();
  server = new ModelEventServer(clock);
  for (let index = 0; index < 6000; index++) {
    server.add(`e${index}`, { timestamp: clock.now() - index * 60_000 - 1000 });
  }
  stores = createStores();
  if (firstRun !== undefined) {
    stores.acknowledged.kept.restore({ since: clock.now() - firstRun, events: [], withdrawn: [] });
  }
  isFailing = false;
  ({ sync, client } = createModelSync({
    stores,
    clock,
    answer: (call) =>
      call.endpoint !== 'listEvents' ||
      (isFailing && call.query?.['outcome'] === 'block' && call.purpose !== 'block counts')
        ? { status: 404, takes: 20, rateLimit: PLENTY }
        : { takes: 20, rateLimit: PLENTY, ...server.answer(call) },
  }));
  sync.start();
}

const blockRequests = () =>
  client.calls.filter(({ purpose, query }) => query?.['outcome'] === 'block' && purpose !== 'block counts');

beforeEach(() => startAgain(3 * DAY));

it('counts the blocks of before this start, and says that it is counting until all of them are read', async () => {
  expect(selectOpenBlocks(stores).isCounting).toBe(true);
  await clock.advance(5000);
  expect(selectOpenBlocks(stores).isCounting).toBe(true);
  await clock.advance(120_000);
  const since = stores.acknowledged.getState().since ?? expect.fail('it ran before');
  const blocks = server.events.filter(({ outcome, timestamp }) => outcome === 'block' && timestamp > since);
  expect(blocks.length).toBeGreaterThan(1000);
  expect(selectOpenBlocks(stores)).toEqual({ count: blocks.length, isCounting: false, isPartial: false });
  sync.stop();
});

it('asks for no more than that', async () => {
  await clock.advance(120_000);
  const asked = blockRequests().length;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(25);
  await clock.advance(600_000);
  expect(blockRequests()).toHaveLength(asked);
  sync.stop();
});

it('reads nothing where the console runs for the first time', async () => {
  sync.stop();
  startAgain(undefined);
  await clock.advance(120_000);
  expect(selectOpenBlocks(stores).isCounting).toBe(false);
  expect(blockRequests()).toEqual([]);
  sync.stop();
});

it('rests a minute after a reading that led no further, and reads no more once it is stopped', async () => {
  isFailing = true;
  await clock.advance(30_000);
  const asked = blockRequests().length;
  expect(asked).toBeGreaterThan(0);
  await clock.advance(30_000);
  expect(blockRequests().length).toBe(asked);
  await clock.advance(90_000);
  expect(blockRequests().length).toBeGreaterThan(asked);
  sync.stop();
  const stopped = blockRequests().length;
  await clock.advance(600_000);
  expect(blockRequests()).toHaveLength(stopped);
});
