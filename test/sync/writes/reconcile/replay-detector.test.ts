import { beforeEach, describe, expect, it } from 'vitest';

import type { Agent } from '../../../../src/contract/agent.ts';
import type { Policy } from '../../../../src/contract/policy.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { createStores, type Stores } from '../../../../src/stores/stores.ts';
import type { JournalEntry } from '../../../../src/sync/writes/journal.ts';
import { OUTCOME_OPEN_FOR } from '../../../../src/sync/writes/journal-clock.ts';
import { READS_LAG } from '../../../../src/sync/writes/recent-change.ts';
import { ReplayDetector } from '../../../../src/sync/writes/reconcile/replay-detector.ts';
import { createFakeClient, type FakeAnswer, type FakeClient } from '../../../helpers/fake-client.ts';
import { createMemoryJournal, type MemoryJournal } from '../../../helpers/memory-journal.ts';
import { listingOf, sampleAgent, samplePolicy } from '../../../helpers/sample-data.ts';
import { settle, VirtualClock } from '../../../helpers/virtual-clock.ts';

const AGENT = { id: 'agent-1', hostname: 'build-1', generation: 1 };
const agentWith = (status: string, more = {}) => sampleAgent('agent-1', { ...AGENT, status, ...more });

let clock: VirtualClock;
let stores: Stores;
let client: FakeClient;
let journal: MemoryJournal;
let repeats: ReplayDetector;
let told: string[];
/** What the server has. */
let stored: Agent | Policy;
let failure: FakeAnswer | undefined;
let made: number;

beforeEach(() => {
  clock = new VirtualClock();
  stores = createStores();
  client = createFakeClient(clock, () => failure ?? { body: stored.raw });
  journal = createMemoryJournal();
  told = [];
  failure = undefined;
  made = 0;
  repeats = new ReplayDetector({ client, clock, journal, stores, notify: (sentence) => told.push(sentence) });
  repeats.start();
});

/** A change from this host that is recorded a second later and judged so; `undefined` leaves it under way. */
async function changed(
  action: JournalEntry['action'],
  after: JournalEntry['after'],
  verdict: JournalEntry['verdict'] = 'confirmed',
): Promise<void> {
  await clock.advance(1000);
  const time = new Date(clock.now()).toISOString();
  const target = action === 'policy' ? {} : AGENT;
  const about = { time, operation: `w${++made}`, action, target };
  await journal.append({ ...about, step: 'intent', after });
  await journal.append({ ...about, step: 'sending', before: {} });
  await journal.append({ ...about, step: 'verdict', verdict, sentence: 'As it was.', after });
  const [operation] = (await journal.read()).operations;
  if (operation !== undefined) {
    repeats.note(operation);
  }
}

const suspends = () => changed('suspend', { status: 'suspended' });
const reactivates = () => changed('reactivate', { status: 'active' });

/** What a feed reads once no reading is from before the last change: by then the server has it so, unless said otherwise. */
async function read(data: Agent | Policy, now = data): Promise<void> {
  await clock.advance(READS_LAG);
  stored = now;
  if ('rules' in data) {
    receive(stores.policy, data, clock.now());
  } else {
    receive(stores.agents, listingOf([data as Agent]), clock.now());
  }
  await settle();
}

const notes = () => journal.entries.filter(({ sentence }) => sentence?.includes('repeated') === true);

describe('what is again as an earlier confirmed change wanted it', () => {
  it('is told once with both causes, and recorded at the last change', async () => {
    await suspends();
    await reactivates();
    await read(agentWith('active'));
    expect([told, client.calls]).toEqual([[], []]);
    await read(agentWith('suspended'));
    expect(told).toEqual([
      'build-1 is suspended again, although a later change was confirmed at 09:00:02Z: the earlier one from this host, of 09:00:01Z, may have been repeated on its way, or somebody else did it.',
    ]);
    expect(notes()).toMatchObject([
      { operation: 'w2', verdict: 'confirmed', sentence: told[0], after: { status: 'active' } },
    ]);
    await read(agentWith('suspended', { last_seen_at: null }));
    expect(told).toHaveLength(1);
    expect(client.calls).toHaveLength(1);
  });

  it('is told of rules of the policy', async () => {
    await changed('policy', { min_scorecard: 5, blocked_packages: ['evil'] });
    await changed('policy', { min_scorecard: 6, blocked_packages: ['evil', 'worse'], review_scorecard: 9 });
    await read(samplePolicy({ min_scorecard: 5 }));
    expect(told).toEqual([
      expect.stringMatching(
        /^In the policy, min_scorecard is 5 again and blocked_packages holds again what an earlier change made of it, although/,
      ),
    ]);
    expect(notes()).toMatchObject([{ operation: 'w2' }]);
  });

  it('is told by another console as well, and recorded once; a later start does not tell it', async () => {
    await suspends();
    await reactivates();
    const connect = async (name: string) => {
      const own = createStores();
      const tell = (sentence: string) => told.push(`${name}: ${sentence}`);
      const other = new ReplayDetector({ client, clock, journal, stores: own, notify: tell });
      other.start();
      other.watch((await journal.read()).operations);
      return () => receive(own.agents, listingOf([agentWith('suspended')]), clock.now());
    };
    const readSecond = await connect('second');
    await read(agentWith('suspended'));
    readSecond();
    await settle();
    const readThird = await connect('third');
    readThird();
    // So long it would ask again and again: what was recorded just now may not show yet.
    await clock.advance(2 * READS_LAG);
    expect(told).toEqual([expect.stringMatching(/^build-1 is/), `second: ${told[0]}`]);
    expect(notes()).toHaveLength(1);
  });

  it('is asked about again where it could not be read', async () => {
    await suspends();
    await reactivates();
    failure = { status: 500 };
    await read(agentWith('suspended'));
    expect(told).toEqual([]);
    failure = undefined;
    await read(agentWith('suspended'));
    expect(told).toHaveLength(1);
  });
});

describe('nothing is told', () => {
  it.each([
    ['is as the last change wanted it', 'active', {}],
    ['is as neither wanted it', 'deleted', {}],
    ['has registered anew', 'suspended', { generation: 2 }],
  ])('of an agent that %s', async (_what, status, more) => {
    await suspends();
    await reactivates();
    await read(agentWith(status, more));
    expect([told, client.calls]).toEqual([[], []]);
  });

  it('of a list that was read before the last change', async () => {
    await suspends();
    await reactivates();
    await read(agentWith('suspended'), agentWith('active'));
    expect([told, client.calls.length]).toEqual([[], 1]);
  });

  it('of what is read for a while from a replica that is behind the last change', async () => {
    await suspends();
    await reactivates();
    stored = agentWith('suspended');
    receive(stores.agents, listingOf([stored]), clock.now());
    await clock.advance(4000);
    expect(client.calls.length).toBeGreaterThan(1);
    stored = agentWith('active');
    await clock.advance(READS_LAG);
    expect(told).toEqual([]);
  });

  it('where the last change wanted that again', async () => {
    await suspends();
    await reactivates();
    await suspends();
    await read(agentWith('suspended'));
    expect([told, client.calls]).toEqual([[], []]);
  });

  it.each([
    ['is unknown', 'unknown'],
    ['was contradicted', 'contradicted'],
  ] as const)('where the last change %s', async (_what, verdict) => {
    await suspends();
    await changed('reactivate', { status: 'active' }, verdict);
    await read(agentWith('suspended'));
    expect([told, client.calls]).toEqual([[], []]);
  });

  it('where an earlier unknown change explains it', async () => {
    await suspends();
    await changed('suspend', { status: 'suspended' }, 'unknown');
    await reactivates();
    await read(agentWith('suspended'));
    expect(told).toEqual([]);
  });

  it('where another process of this host has changed it since', async () => {
    await suspends();
    await reactivates();
    const time = new Date(clock.now()).toISOString();
    const about = { time, operation: 'other', action: 'suspend', target: AGENT } as const;
    await journal.append({ ...about, step: 'intent', after: { status: 'suspended' } });
    await journal.append({ ...about, step: 'sending', before: {} });
    await read(agentWith('suspended'));
    expect(told).toEqual([]);
  });

  it.each([
    ['when the last one is made', OUTCOME_OPEN_FOR],
    ['when it is read after the last one', OUTCOME_OPEN_FOR - 2000],
  ])('where the earlier change is long ago %s', async (_when, between) => {
    await suspends();
    await clock.advance(between);
    await reactivates();
    await read(agentWith('suspended'));
    expect([told, client.calls]).toEqual([[], []]);
  });
});
