import { beforeEach, describe, expect, it } from 'vitest';

import type { Tab } from '../../../src/stores/base/tab.ts';
import type { Feed, ReadResult, Targets } from '../../../src/sync/feeds/feed.ts';
import { createGovernor, type Governor } from '../../../src/sync/governor/governor.ts';
import { Scheduler } from '../../../src/sync/feeds/scheduler.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../helpers/fake-client.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

let clock: VirtualClock;
let tab: Tab;
let governor: Governor;
let client: FakeClient;
let scheduler: Scheduler;
let failures: string[];
/** Requests of the quota, per hour, the same for every answer unless a test says otherwise. */
let quota: number;
let used: { readonly window: number; readonly count: number };
let scripts: Map<string, FeedScript>;

const HOUR = 3_600_000;

beforeEach(() => {
  clock = new VirtualClock();
  tab = 'events';
  failures = [];
  quota = 3_600_000;
  used = { window: 0, count: 0 };
  scripts = new Map();
});

interface FeedScript {
  /** The same seconds wherever it is shown, when it is a number. */
  readonly targets?: number | Targets;
  readonly tab?: Tab;
  readonly visibleIn?: readonly Tab[];
  readonly weight?: number;
  readonly pages?: number;
  /** What the request with that number gets, from 0. */
  readonly answer?: (request: number) => FakeAnswer;
  readonly result?: (read: number) => ReadResult;
  readonly progress?: () => number;
}

/**
 * Starts feeds that were never read; the quota is plentiful and known from the first answer on. Timers of the scheduler come so
 * many milliseconds early.
 */
function startWith(feeds: Readonly<Record<string, FeedScript>>, random = () => 1, early = 0): void {
  scripts = new Map(Object.entries(feeds));
  const asked = new Map<string, number>();
  governor = createGovernor({ clock, random, onChange: () => scheduler?.replan() });
  client = createFakeClient(
    clock,
    (call) => {
      const name = String(call.query?.['package']);
      const count = asked.get(name) ?? 0;
      asked.set(name, count + 1);
      const now = clock.monotonic();
      const window = Math.floor(now / HOUR);
      used = { window, count: used.window === window ? used.count + 1 : 1 };
      const reset = String((clock.now() - now + (window + 1) * HOUR) / 1000);
      const rateLimit = { limit: quota, remaining: quota - used.count, reset };
      return { body: {}, rateLimit, ...scripts.get(name)?.answer?.(count) };
    },
    (exchange) => void governor.note(exchange),
  );
  const paced = governor.pace(client, 'feed');
  scheduler = new Scheduler({
    governor,
    feeds: [...scripts].map(([name, script]) => feedOf(name, script, paced)),
    activeTab: () => tab,
    random,
    schedule: (milliseconds, run) => clock.schedule(milliseconds - early, run),
  });
  scheduler.start();
}

function feedOf(name: string, script: FeedScript, paced: FakeClient | ReturnType<Governor['pace']>): Feed {
  const { targets = 2, tab: about = 'events', visibleIn = [], weight = 1, pages = 1 } = script;
  let reads = 0;
  return {
    name,
    targets: typeof targets === 'number' ? { focused: targets, visible: targets, hidden: targets } : targets,
    weight,
    cost: () => pages,
    focusedIn: [about],
    visibleIn,
    progress: script.progress,
    async read(signal) {
      for (let offset = 0; offset < pages; offset++) {
        await paced.call('listEvents', { query: { package: name, offset }, signal }, (body) => body);
      }
      return script.result?.(reads++) ?? {};
    },
    fail: (error) => failures.push(`${name} ${(error as Error).message}`),
  };
}

/** `name time` of every request from that time on. */
function sent(from = 0): readonly string[] {
  return client.calls
    .filter(({ at }) => at >= from)
    .map(({ query, at }) => `${String(query?.['package'])} ${at}`);
}

/** The times of the requests of one feed. */
function timesOf(name: string): readonly number[] {
  return client.calls.filter(({ query }) => query?.['package'] === name).map(({ at }) => at);
}

/** A 429 that asks to wait for so many seconds. */
function heldFor(seconds: number): FakeAnswer {
  return { status: 429, rateLimit: { retryAfter: String(Math.ceil(clock.now() / 1000) + seconds) } };
}

const broken = (): FakeAnswer => ({ status: 500 });

/** The first so many requests fail. */
const answersAfter =
  (failing: number) =>
  (request: number): FakeAnswer =>
    request < failing ? broken() : {};

describe('when feeds are read', () => {
  it('is at once, what the pane shows first, and then as often as the pane needs', async () => {
    startWith({
      policy: { tab: 'policy', targets: 60 },
      agents: { tab: 'agents', visibleIn: ['events'], targets: 5 },
      events: { targets: 2 },
    });
    await clock.advance(5900);
    expect(sent()).toEqual(['events 0', 'agents 0', 'policy 0', 'events 2000', 'events 4000', 'agents 5000']);
  });

  it('is the earliest deadline first when several are past theirs', async () => {
    startWith({
      'due at 25': { targets: 25 },
      'due at 20': { targets: 20 },
      'due at 12': { targets: 12 },
      'due at 1': { targets: 1, answer: (request) => (request === 1 ? heldFor(30) : {}) },
    });
    await clock.advance(40_000);
    const names = sent(2000).map((request) => request.replace(/ \d+$/, ''));
    expect(names.slice(0, 4)).toEqual(['due at 1', 'due at 12', 'due at 20', 'due at 25']);
  });

  it('is never twice at the same time', async () => {
    startWith({ events: { answer: () => ({ takes: 7000 }) } });
    await clock.advance(15_000);
    expect(timesOf('events')).toEqual([0, 7000, 14_000]);
  });

  it('is by four at once at the most', async () => {
    const slow = { targets: 60, answer: () => ({ takes: 1000 }) };
    startWith({ a: slow, b: slow, c: slow, d: slow, e: slow, f: slow });
    await clock.advance(5000);
    expect(timesOf('d')[0]).toBeLessThan(1100);
    expect(timesOf('e')[0]).toBeGreaterThanOrEqual(1000);
  });

  it('goes on where a timer comes a moment early and time passes while it is decided what is read', async () => {
    for (let early = 0; early < 1; early += 0.05) {
      const reading = clock.monotonic.bind(clock);
      let looks = 0;
      clock.monotonic = () => reading() + 0.01 * looks++;
      startWith({ events: { targets: 2 } }, undefined, early);
      await clock.advance(9000);
      scheduler.stop();
      expect(timesOf('events'), `${early} early`).toHaveLength(5);
      clock = new VirtualClock();
    }
  });

  it('changes with the pane that is shown', async () => {
    startWith({
      events: { targets: { focused: 2, visible: 4, hidden: 60 } },
      policy: { tab: 'policy', targets: { focused: 3, visible: 60, hidden: 60 } },
    });
    quota = 3600;
    await clock.advance(1500);
    tab = 'policy';
    scheduler.show('policy');
    await clock.advance(0);
    expect(timesOf('policy')).toEqual([0]);
    await clock.advance(3000);
    tab = 'events';
    tab = 'policy';
    scheduler.show('policy');
    await clock.advance(100);
    expect(timesOf('policy')).toHaveLength(2);
  });

  it('is never sooner than a focused pane would need it, however much of the quota there is', async () => {
    startWith({ hidden: { tab: 'policy', targets: { focused: 10, visible: 20, hidden: 300 } } });
    await clock.advance(60_000);
    const times = timesOf('hidden');
    expect(times.length).toBeGreaterThan(3);
    for (const [index, time] of times.slice(1).entries()) {
      expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(10_000);
    }
  });

  it('is half as often once nothing was new for a while, and as before when something is', async () => {
    startWith({ events: { targets: 2, result: (read) => ({ changed: read > 8 }) } });
    await clock.advance(30_000);
    expect(timesOf('events')).toEqual([
      0, 2000, 4000, 6000, 8000, 12_000, 16_000, 20_000, 24_000, 28_000, 30_000,
    ]);
  });

  it('is more seldom while nobody looks at the terminal', async () => {
    startWith({ events: { targets: 2 } });
    scheduler.setLookedAt(false);
    await clock.advance(17_000);
    expect(timesOf('events')).toEqual([0, 8000, 16_000]);
    scheduler.setLookedAt(true);
    await clock.advance(2000);
    expect(timesOf('events').slice(3)).toEqual([18_000]);
  });
});

describe('what a pane shows and was never read', () => {
  it('waits only for its pause after a failure while plenty is left, and goes before what nobody sees', async () => {
    // Of so few a minute one request leaves in a second, but for the first twelve.
    quota = 3600;
    const partsOf = (what: string, count: number, failures: number): (readonly [string, FeedScript])[] =>
      Array.from({ length: count }, (_, index) => [
        `${what} ${index}`,
        { visibleIn: ['events'], tab: 'overview', targets: 600, answer: answersAfter(failures) },
      ]);
    startWith({
      ...Object.fromEntries([...partsOf('failing', 2, 3), ...partsOf('well', 10, 0)]),
      unseen: { tab: 'policy', targets: 600 },
      events: { targets: 600 },
    });
    await clock.advance(10_000);
    expect([timesOf('failing 0'), timesOf('failing 1')]).toEqual([
      [0, 500, 1000, 1500],
      [0, 500, 1000, 1500],
    ]);
    expect(timesOf('unseen')[0]).toBeGreaterThan(1500);
  });

  it('keeps nothing else waiting once it fails again and again', async () => {
    startWith({ events: { answer: broken }, unseen: { tab: 'policy' } });
    await clock.advance(10_000);
    expect(timesOf('unseen')[0]).toBeLessThanOrEqual(3000);
  });

  it('keeps nothing else waiting once its answer hangs', async () => {
    startWith({ events: { answer: () => ({ takes: 15_000 }) }, unseen: { tab: 'policy' } });
    await clock.advance(10_000);
    expect(timesOf('unseen')[0]).toBe(3000);
  });

  it('leaves a third of what little a minute allows', async () => {
    quota = 3600;
    const parts = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`part ${index}`, { targets: 600, answer: broken } as const]),
    );
    startWith(parts);
    await clock.advance(10_000);
    expect(client.calls.length).toBeLessThan(45);
  });
});

describe('a feed that has more to read', () => {
  it('goes on at once, and lets those past their target go first', async () => {
    startWith({
      backlog: { targets: 60, answer: () => ({ takes: 100 }), result: (read) => ({ more: read < 50 }) },
      events: { targets: 1 },
    });
    await clock.advance(4050);
    expect(timesOf('events')).toEqual([100, 1100, 2100, 3100]);
    expect(timesOf('backlog').length).toBeGreaterThan(35);
  });
});

describe('a read of many pages', () => {
  it('lets others that are past their target in between', async () => {
    quota = 3600;
    startWith({ agents: { targets: 300, pages: 60 }, events: { targets: 4, weight: 10 } });
    await clock.advance(60_000);
    const gaps = timesOf('events').map((time, index, times) => time - (times[index - 1] ?? 0));
    expect(timesOf('agents').length).toBeGreaterThan(30);
    expect(Math.max(...gaps)).toBeLessThan(7000);
  });
});

describe('a quota that does not suffice', () => {
  it('is shared by weight, age and cost instead of by deadlines', async () => {
    quota = 360;
    startWith({
      light: { targets: 1, weight: 1, tab: 'policy' },
      heavy: { targets: 1, weight: 100, tab: 'policy' },
    });
    // At first there is no pace yet: both are read at once.
    await clock.advance(300_000);
    const [heavy, light] = [timesOf('heavy').length, timesOf('light').length];
    await clock.advance(3_600_000);
    // The mean age by weight is least where the ages are as the square roots of the weights: 10 to 1,
    // but for one request more or less.
    const ratio = (timesOf('heavy').length - heavy) / (timesOf('light').length - light);
    expect(ratio).toBeGreaterThan(8.5);
    expect(ratio).toBeLessThan(11.5);
  });
});

describe('a read that fails', () => {
  it.each([
    ['of what is shown', 1, [500, 500, 500]],
    ['sooner of what was never shown', 0, [500, 500, 500, 500, 500, 500]],
  ])('is told, and tried again after waits that grow to half a minute, %s', async (_what, good, soon) => {
    startWith({
      events: { targets: 1, answer: () => ({ body: {} }) },
      llm: { targets: 1, answer: (request) => (request < good ? {} : broken()) },
      agents: { targets: 1, answer: () => ({ body: {} }) },
    });
    await clock.advance(98_000);
    const gaps = timesOf('llm').map((time, index, times) => time - (times[index - 1] ?? 0));
    const grown = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000];
    expect(gaps.slice(1 + good)).toEqual([...soon, ...grown]);
    expect(failures[0]).toContain('500');
    expect(failures).toHaveLength(timesOf('llm').length - good);
  });

  it('waits a tenth of a second at the least, however the dice fall', async () => {
    startWith({ events: { targets: 1 }, llm: { answer: broken } }, () => 0);
    await clock.advance(250);
    expect(timesOf('llm')).toEqual([0, 100, 200]);
  });

  it('is repeated for a tenth of the recent successes at the most while nobody looks at it', async () => {
    const fails = { targets: 1, answer: broken, tab: 'policy' } as const;
    startWith({ events: { targets: 1 }, a: fails, b: fails, c: fails, d: fails }, () => 0);
    await clock.advance(600_000);
    const repeats = ['a', 'b', 'c', 'd'].flatMap(timesOf).length;
    // Those without a retry left wait for half a minute: four feeds, ten minutes.
    expect(repeats).toBeLessThan(timesOf('events').length / 10 + 4 * 20 + 20);
  });

  it('waits for no retry to be left once somebody looks at it', async () => {
    const hidden = { answer: broken, tab: 'llm' } as const;
    startWith({ events: { targets: 2 }, a: hidden, b: hidden, c: hidden, llm: hidden });
    await clock.advance(100);
    const untilOf = () => scheduler.waits((time) => time).find(({ what }) => what === 'llm')?.until;
    expect(untilOf()).toBe(30_000);
    tab = 'llm';
    expect(untilOf()).toBe(500);
    await clock.advance(500);
    expect(timesOf('llm')).toEqual([0, 500]);
  });

  it('is repeated at once when somebody begins to look at its empty place, unless that can change nothing', async () => {
    const hidden = { tab: 'llm', visibleIn: ['overview'] } as const;
    startWith({
      events: { targets: 2 },
      llm: { ...hidden, answer: broken },
      wrong: { ...hidden, answer: () => ({ status: 404 }) },
    });
    await clock.advance(20_000);
    const before = timesOf('llm').length;
    tab = 'overview';
    scheduler.show('overview');
    await clock.advance(0);
    expect(timesOf('llm').slice(before)).toEqual([20_000]);
    expect(timesOf('wrong')).toEqual([0]);
  });

  it('waits as after a first failure where it has come further since the one before', async () => {
    let pages = 0;
    startWith({ llm: { answer: broken, progress: () => pages } });
    await clock.advance(5500);
    const before = [0, 500, 1000, 1500, 2000, 2500, 3000, 4000];
    expect(timesOf('llm')).toEqual(before);
    pages++;
    await clock.advance(1000);
    expect(timesOf('llm')).toEqual([...before, 6000, 6500]);
  });

  it('recovers its usual pace with the first success', async () => {
    startWith({
      events: { targets: 2, answer: (request) => (request < 2 ? { status: 500 } : {}) },
      agents: { targets: 2 },
    });
    await clock.advance(8000);
    expect(timesOf('events')).toEqual([0, 500, 1000, 3000, 5000, 7000]);
  });

  it('says what it waits for, until when, and what happens then', async () => {
    startWith({ llm: { answer: broken }, events: {} });
    await clock.advance(100);
    expect(scheduler.waits((time) => governor.toWall(time))).toEqual([
      {
        what: 'llm',
        reason: 'The server failed (500).',
        until: clock.now() + 400,
        next: 'then it is read again',
      },
    ]);
  });

  it('is not tried again soon when the server finds it wrong', async () => {
    startWith({ events: {}, llm: { targets: 5, answer: () => ({ status: 404 }) } });
    await clock.advance(65_000);
    expect(timesOf('llm')).toEqual([0, 30_000, 60_000]);
  });
});

describe('a forbidden resource', () => {
  const forbidden = { targets: 60, answer: () => ({ status: 403 }) };

  it('stops alone, until a person asks for it', async () => {
    startWith({ events: { targets: 2 }, policy: { ...forbidden, tab: 'policy' } });
    await clock.advance(100_000);
    expect(timesOf('policy')).toEqual([0]);
    expect(timesOf('events').length).toBe(51);
    expect(scheduler.waits((time) => time)).toMatchObject([{ what: 'policy', until: undefined }]);
    scheduler.refresh('policy');
    await clock.advance(100);
    expect(timesOf('policy')).toEqual([0, 100_000]);
  });

  it('is not asked for even when nothing else is left to read', async () => {
    startWith({ events: forbidden, agents: forbidden });
    await clock.advance(600_000);
    expect(client.calls).toHaveLength(2);
  });
});

describe('what a person asks for', () => {
  it('is read at once, after the read that is under way', async () => {
    startWith({ events: { targets: 60, answer: () => ({ takes: 300 }) } });
    await clock.advance(100);
    scheduler.refresh('events');
    await clock.advance(10_000);
    expect(timesOf('events')).toEqual([0, 300]);
  });

  it('takes the place of a read with other parameters', async () => {
    startWith({ sessions: { targets: 60, answer: () => ({ takes: 5000 }) } });
    await clock.advance(100);
    scheduler.refreshFeed('sessions');
    await clock.advance(10_000);
    expect(client.calls).toHaveLength(2);
    expect(failures).toEqual([]);
  });

  it('goes before feeds that are past their target', async () => {
    quota = 3600;
    startWith({
      events: { targets: 2 },
      agents: { targets: 2 },
      policy: { targets: 100, tab: 'policy' },
    });
    await clock.advance(20_500);
    const from = clock.monotonic();
    scheduler.refresh('policy');
    await clock.advance(3000);
    expect(sent(from)[0]).toContain('policy');
  });
});

it('begins anew what was under way when the machine slept', async () => {
  startWith({ events: { targets: 60, answer: (request) => ({ takes: request === 0 ? 50_000 : 10 }) } });
  await clock.advance(1000);
  scheduler.restart();
  await clock.advance(3000);
  expect(timesOf('events')).toHaveLength(2);
  expect(failures).toEqual([]);
});

it('gives up what is under way when it stops, and begins nothing more', async () => {
  startWith({ events: { answer: () => ({ takes: 1000 }) } });
  await clock.advance(500);
  scheduler.stop();
  await settle();
  await clock.advance(60_000);
  expect(client.calls).toHaveLength(1);
  expect(failures).toEqual([]);
});
