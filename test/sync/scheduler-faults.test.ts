import { beforeEach, expect, it } from 'vitest';

import type { Feed } from '../../src/sync/feeds/feed.ts';
import { createGovernor } from '../../src/sync/governor/governor.ts';
import { Scheduler } from '../../src/sync/feeds/scheduler.ts';
import { VirtualClock } from '../helpers/virtual-clock.ts';

let clock: VirtualClock;
/** `name time` of each read. */
let reads: string[];
let faults: string[];

beforeEach(() => {
  clock = new VirtualClock();
  reads = [];
  faults = [];
});

function broken(): never {
  throw new TypeError('it is broken');
}

/** Starts two feeds that are read every two seconds; `changed` says what is otherwise of the first one. */
function start(changed: Partial<Feed>, more: Partial<ConstructorParameters<typeof Scheduler>[0]> = {}): void {
  const feedOf = (name: string): Feed => ({
    name,
    targets: { focused: 2, visible: 2, hidden: 2 },
    weight: 1,
    focusedIn: ['events'],
    visibleIn: [],
    read() {
      reads.push(`${name} ${clock.monotonic()}`);
      return Promise.resolve({});
    },
    fail: () => undefined,
  });
  new Scheduler({
    governor: createGovernor({ clock, random: () => 1 }),
    feeds: [{ ...feedOf('events'), ...changed }, feedOf('policy')],
    activeTab: () => 'events',
    random: () => 1,
    schedule: (milliseconds, run) => clock.schedule(milliseconds, run),
    onFault: (doing, error) => faults.push(`${doing}: ${(error as Error).message}`),
    ...more,
  }).start();
}

const timesOf = (name: string) => reads.filter((each) => each.startsWith(name)).length;

it('it is looked at again what is due where nobody says that reading may go on', async () => {
  const governor = createGovernor({ clock, random: () => 1 });
  const wait = governor.wait.bind(governor);
  let isHeld = true;
  governor.wait = (priority) => (isHeld ? Number.POSITIVE_INFINITY : wait(priority));
  start({}, { governor });
  await clock.advance(9000);
  expect(reads).toEqual([]);
  isHeld = false;
  await clock.advance(5000);
  expect(timesOf('events')).toBeGreaterThan(0);
});

it('a mistake in a read is reported, and the feed is read again, more and more seldom', async () => {
  let tries = 0;
  start({
    read: async () => {
      tries++;
      await Promise.resolve();
      broken();
    },
  });
  await clock.advance(120_000);
  expect(faults).toContain('reading events: it is broken');
  expect(tries).toBeGreaterThan(2);
  expect(tries).toBeLessThan(20);
  expect(timesOf('policy')).toBeGreaterThan(20);
});

it('what a server answers is no mistake of the program', async () => {
  start({ read: () => Promise.reject(new Error('The server said no.')) });
  await clock.advance(10_000);
  expect(faults).toEqual([]);
});

it('a failure that cannot be shown stops nothing', async () => {
  let isWell = false;
  start({
    read() {
      reads.push(`events ${clock.monotonic()}`);
      return isWell ? Promise.resolve({}) : Promise.reject(new Error('no'));
    },
    fail: broken,
  });
  await clock.advance(30_000);
  isWell = true;
  await clock.advance(60_000);
  expect(faults).toContain('showing why events cannot be read: it is broken');
  expect(timesOf('events')).toBeGreaterThan(10);
  expect(timesOf('policy')).toBeGreaterThan(20);
});

it('a listener that throws is no failure of the feed', async () => {
  start({}, { onChange: broken });
  await clock.advance(60_000);
  expect(faults).toContain('showing what is waited for: it is broken');
  expect(timesOf('events')).toBeGreaterThan(20);
});

it('planning that throws is done again', async () => {
  let isBroken = true;
  start({}, { activeTab: () => (isBroken ? broken() : 'events') });
  await clock.advance(7000);
  expect(faults).toContain('deciding what is read next: it is broken');
  expect(reads).toEqual([]);
  isBroken = false;
  await clock.advance(20_000);
  expect(timesOf('events')).toBeGreaterThan(3);
});
