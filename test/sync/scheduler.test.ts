import { beforeEach, describe, expect, it } from 'vitest';

import { delay } from '../../src/lib/clock.ts';
import type { Tab } from '../../src/stores/view-store.ts';
import { Budget } from '../../src/sync/budget.ts';
import type { Feed, Targets } from '../../src/sync/feed.ts';
import { Scheduler } from '../../src/sync/scheduler.ts';
import { settle, VirtualClock } from '../helpers/virtual-clock.ts';

const KEY_REFUSED = new Error('401');
const FORBIDDEN = new Error('403');

let clock: VirtualClock;
let tab: Tab;
let random: () => number;
/** `name time` of every read, in the order in which they began. */
let reads: string[];
let failures: string[];

beforeEach(() => {
  clock = new VirtualClock();
  tab = 'events';
  random = () => 1;
  reads = [];
  failures = [];
});

interface FeedScript {
  readonly targets?: Partial<Targets>;
  readonly tab?: Tab;
  readonly visibleIn?: readonly Tab[];
  /** How long a read takes. */
  readonly takes?: number;
  /** The budget that a read takes its request from. */
  readonly budget?: Budget;
  /** The error of the read with that number, from 0. */
  readonly error?: (read: number) => Error | undefined;
}

function feedOf(
  name: string,
  { targets, tab: about, visibleIn = [], takes = 0, budget, error }: FeedScript = {},
): Feed {
  let count = 0;
  return {
    name,
    targets: { focused: 2, visible: 5, hidden: 30, ...targets },
    focusedIn: [about ?? 'events'],
    visibleIn,
    async read(signal) {
      reads.push(`${name} ${clock.monotonic()}`);
      budget?.noteSent();
      const problem = error?.(count++);
      await delay(clock, takes, signal);
      if (problem !== undefined) {
        throw problem;
      }
    },
    fail: (problem) => failures.push(`${name} ${(problem as Error).message}`),
  };
}

/** A scheduler whose budget never waits. */
function startWith(...feeds: readonly Feed[]): Scheduler {
  const budget = new Budget(clock);
  budget.note({
    status: 200,
    limit: 1_000_000,
    remaining: 1_000_000,
    reset: '100000',
    retryAfter: undefined,
    serverDate: undefined,
  });
  const scheduler = new Scheduler({
    clock,
    budget,
    feeds,
    activeTab: () => tab,
    random: () => random(),
    isFinal: (error) => error === KEY_REFUSED,
    isFinalForFeed: (error) => error === FORBIDDEN,
  });
  scheduler.start();
  return scheduler;
}

describe('when feeds are read', () => {
  it('is at once, what the pane shows first, and then as often as the pane needs', async () => {
    startWith(
      feedOf('events'),
      feedOf('policy', { tab: 'policy' }),
      feedOf('agents', { tab: 'agents', visibleIn: ['events'] }),
    );
    await clock.advance(5900);
    expect(reads).toEqual(['events 0', 'agents 0', 'policy 0', 'events 2000', 'events 4000', 'agents 5000']);
  });

  it('puts the most overdue first when there is no room for all', async () => {
    startWith(
      feedOf('just due', { targets: { focused: 9 } }),
      feedOf('long overdue', { targets: { focused: 3 } }),
      feedOf('slow', { takes: 10_000, targets: { focused: 100 } }),
      ...['slower', 'slower still', 'slowest'].map((name) =>
        feedOf(name, { takes: 11_000, targets: { focused: 100 } }),
      ),
    );
    await clock.advance(10_000);
    expect(reads).toEqual([
      'just due 0',
      'long overdue 0',
      'slow 0',
      'slower 0',
      'slower still 0',
      'slowest 0',
      'long overdue 10000',
      'just due 10000',
    ]);
  });

  it('is never twice at the same time', async () => {
    startWith(feedOf('events', { takes: 7000 }));
    await clock.advance(15_000);
    expect(reads).toEqual(['events 0', 'events 7000', 'events 14000']);
  });

  it('is by four at once at the most', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    startWith(...names.map((name) => feedOf(name, { takes: 1000, targets: { focused: 60 } })));
    await clock.advance(5000);
    expect(reads).toEqual(['a 0', 'b 0', 'c 0', 'd 0', 'e 1000', 'f 1000']);
  });

  it('changes with the pane that is shown', async () => {
    const scheduler = startWith(
      feedOf('events'),
      feedOf('policy', { tab: 'policy', targets: { focused: 3 } }),
    );
    await clock.advance(4500);
    tab = 'policy';
    scheduler.replan();
    await clock.advance(6000);
    expect(reads).toEqual([
      'events 0',
      'policy 0',
      'events 2000',
      'events 4000',
      'policy 4500',
      'policy 7500',
      'policy 10500',
    ]);
  });

  it('is as slow as the budget allows', async () => {
    const budget = new Budget(clock);
    const noting = (name: string): Feed => {
      const feed = feedOf(name, { targets: { focused: 0.1 } });
      return {
        ...feed,
        read(signal) {
          budget.noteSent();
          return feed.read(signal);
        },
      };
    };
    new Scheduler({
      clock,
      budget,
      feeds: [noting('a'), noting('b')],
      activeTab: () => tab,
      random,
      isFinal: () => false,
      isFinalForFeed: () => false,
    }).start();
    await clock.advance(2100);
    expect(reads).toEqual(['a 0', 'b 500', 'a 1000', 'b 1500', 'a 2000']);
  });
});

describe('a read that fails', () => {
  const broken = new Error('broken');

  it('is told, and tried again after waits that grow to half a minute', async () => {
    startWith(feedOf('events', { error: () => broken }));
    await clock.advance(122_000);
    const times = reads.map((read) => Number(read.split(' ')[1]));
    expect(times).toEqual([0, 1000, 3000, 7000, 15_000, 31_000, 61_000, 91_000, 121_000]);
    expect(failures).toHaveLength(times.length);
    expect(failures[0]).toBe('events broken');
  });

  it('waits half a second at the least, however the dice fall', async () => {
    random = () => 0;
    startWith(feedOf('events', { error: () => broken }));
    await clock.advance(1100);
    expect(reads).toEqual(['events 0', 'events 500', 'events 1000']);
  });

  it('keeps the wait that was drawn, however often the plan is looked at', async () => {
    const draws = [1, 0];
    random = () => draws.shift() ?? 0;
    const scheduler = startWith(feedOf('events', { error: () => broken }));
    for (let look = 0; look < 9; look++) {
      await clock.advance(100);
      scheduler.replan();
    }
    expect(reads).toEqual(['events 0']);
    await clock.advance(100);
    expect(reads).toEqual(['events 0', 'events 1000']);
  });

  it('recovers its usual pace with the first success', async () => {
    startWith(feedOf('events', { error: (read) => (read < 3 ? broken : undefined) }));
    await clock.advance(12_000);
    expect(reads).toEqual([
      'events 0',
      'events 1000',
      'events 3000',
      'events 7000',
      'events 9000',
      'events 11000',
    ]);
  });

  it('does not hold the other feeds back', async () => {
    startWith(feedOf('broken', { error: () => broken }), feedOf('events'));
    await clock.advance(4500);
    expect(reads.filter((read) => read.startsWith('events'))).toEqual([
      'events 0',
      'events 2000',
      'events 4000',
    ]);
  });
});

describe('a refused key', () => {
  it('stops all reading until a person asks again', async () => {
    const scheduler = startWith(
      feedOf('events', { error: (read) => (read === 1 ? KEY_REFUSED : undefined) }),
      feedOf('agents', { tab: 'agents' }),
    );
    await clock.advance(120_000);
    expect(reads).toEqual(['events 0', 'agents 0', 'events 2000']);
    scheduler.replan();
    await clock.advance(10_000);
    expect(reads).toHaveLength(3);
    scheduler.refresh('events');
    await clock.advance(1000);
    expect(reads.slice(3)).toEqual(['events 130000', 'agents 130000']);
  });
});

describe('a forbidden resource', () => {
  it('stops alone, until a person asks for it', async () => {
    const scheduler = startWith(
      feedOf('events'),
      feedOf('policy', { tab: 'policy', error: (read) => (read === 0 ? FORBIDDEN : undefined) }),
    );
    await clock.advance(100_000);
    expect(reads.filter((read) => read.startsWith('policy'))).toEqual(['policy 0']);
    expect(reads.filter((read) => read.startsWith('events')).length).toBe(51);
    scheduler.refresh('policy');
    await clock.advance(100);
    expect(reads.at(-1)).toBe('policy 100000');
  });

  it('is not asked for even when nothing else is left to read', async () => {
    startWith(
      feedOf('events', { error: () => FORBIDDEN }),
      feedOf('agents', { tab: 'agents', error: () => FORBIDDEN }),
    );
    await clock.advance(600_000);
    expect(reads).toEqual(['events 0', 'agents 0']);
  });

  it('is not asked for while the only other feed is being read', async () => {
    startWith(feedOf('events', { takes: 5000 }), feedOf('agents', { tab: 'agents', error: () => FORBIDDEN }));
    await clock.advance(4000);
    expect(reads).toEqual(['events 0', 'agents 0']);
  });
});

describe('what a person asks for', () => {
  it('is read at once, after the read that is under way', async () => {
    const scheduler = startWith(feedOf('events', { takes: 300, targets: { focused: 60 } }));
    await clock.advance(100);
    scheduler.refresh('events');
    await clock.advance(10_000);
    expect(reads).toEqual(['events 0', 'events 300']);
  });

  it('takes the place of a read with other parameters', async () => {
    const scheduler = startWith(feedOf('sessions', { takes: 5000, targets: { focused: 60 } }));
    await clock.advance(100);
    scheduler.refreshFeed('sessions');
    await clock.advance(10_000);
    expect(reads).toEqual(['sessions 0', 'sessions 100']);
    expect(failures).toEqual([]);
  });
});

it('gives up what is under way when it stops, and begins nothing more', async () => {
  const scheduler = startWith(feedOf('events', { takes: 1000 }));
  await clock.advance(500);
  scheduler.stop();
  await settle();
  await clock.advance(60_000);
  expect(reads).toEqual(['events 0']);
  expect(failures).toEqual([]);
});
