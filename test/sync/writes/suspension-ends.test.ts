import { beforeEach, describe, expect, it } from 'vitest';

import { receive } from '../../../src/stores/base/resource-store.ts';
import { createStores, type Stores } from '../../../src/stores/stores.ts';
import type { JournalEntry } from '../../../src/sync/writes/journal.ts';
import { SuspensionEndWatcher } from '../../../src/sync/writes/reconcile/suspension-end-watcher.ts';
import { endOfSuspended, suspensionEndsOf } from '../../../src/sync/writes/suspension-ends.ts';
import { createMemoryJournal, OTHER_KEY, type MemoryJournal } from '../../helpers/memory-journal.ts';
import { listingOf, sampleAgent } from '../../helpers/sample-data.ts';
import { settle, VirtualClock } from '../../helpers/virtual-clock.ts';

const HOUR = 60 * 60 * 1000;
const HOST = { hostname: 'build-1', generation: 1 };

let clock: VirtualClock;
let journal: MemoryJournal;
let made: number;

beforeEach(() => {
  clock = new VirtualClock();
  journal = createMemoryJournal();
  made = 0;
});

interface Made {
  readonly id?: string;
  /** In milliseconds from now; undefined for no end. */
  readonly lasts?: number;
  readonly verdict?: JournalEntry['verdict'];
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A change that is recorded a second later. */
async function change(
  action: 'suspend' | 'reactivate' | 'delete',
  { id = 'agent-1', lasts, verdict = 'confirmed', more = {} }: Made = {},
): Promise<void> {
  await clock.advance(1000);
  const now = clock.now();
  const about = {
    time: new Date(now).toISOString(),
    operation: `w${++made}`,
    action,
    target: { id, ...HOST },
    ...more,
  };
  const until = lasts === undefined ? {} : { until: new Date(now + lasts).toISOString() };
  const after = { status: action === 'suspend' ? 'suspended' : 'active' };
  await journal.append({ ...about, ...until, step: 'intent', before: { status: 'active' }, after });
  await journal.append({ ...about, step: 'sending' });
  await journal.append({ ...about, step: 'verdict', verdict, sentence: 'As it was.', after });
}

const suspend = (made: Made = {}) => change('suspend', { lasts: HOUR, ...made });

async function ends(): Promise<readonly string[]> {
  const { operations } = await journal.read();
  return suspensionEndsOf(operations).map(({ operation }) => operation);
}

describe('suspensions with an end', () => {
  it('are in the journal until a later change of the agent is confirmed', async () => {
    await suspend();
    await suspend({ id: 'agent-2', lasts: HOUR / 2 });
    await change('suspend', { id: 'agent-3' });
    expect(await ends()).toEqual(['w2', 'w1']);
    await change('reactivate', { verdict: 'refused' });
    await change('reactivate', { verdict: 'unknown' });
    expect(await ends()).toEqual(['w2', 'w1']);
    await change('reactivate');
    await change('delete', { id: 'agent-2' });
    expect(await ends()).toEqual([]);
  });

  it('count when nobody saw whether they happened, and not when they were refused', async () => {
    await suspend({ verdict: 'unknown' });
    await suspend({ id: 'agent-2', verdict: 'refused' });
    expect(await ends()).toEqual(['w1']);
  });

  it('are replaced by a suspension without one', async () => {
    await suspend();
    await change('suspend');
    expect(await ends()).toEqual([]);
  });

  it('are those of this user alone, and not those whose end is no time', async () => {
    await suspend({ more: { key: OTHER_KEY } });
    await change('suspend', { id: 'agent-4', more: { until: 'tomorrow' } });
    expect(await ends()).toEqual([]);
  });
});

describe('a console', () => {
  let stores: Stores;
  let told: string[];
  let watcher: SuspensionEndWatcher;

  beforeEach(() => {
    stores = createStores();
    told = [];
    watcher = new SuspensionEndWatcher({
      journal,
      clock,
      stores,
      note: (sentence) => told.push(sentence),
    });
  });

  async function read(status: string, more = {}): Promise<void> {
    const agent = sampleAgent('agent-1', { ...HOST, status, ...more });
    receive(stores.agents, listingOf([agent]), clock.now());
    await settle();
  }

  const sentences = () =>
    journal.entries.flatMap(({ step, sentence }) => (step === 'verdict' ? [sentence] : []));

  it('says once that a suspension is due, when it is, and does nothing', async () => {
    await suspend();
    const stop = watcher.start();
    await settle();
    await read('suspended');
    expect(stores.suspensionEnds.getState().ends).toHaveLength(1);
    expect(told).toEqual([]);
    await clock.advance(HOUR);
    await settle();
    expect(told).toEqual([
      expect.stringMatching(/^The suspension of build-1 was to end at .*Z\. :due asks to reactivate it\.$/),
    ]);
    await read('suspended');
    await clock.advance(HOUR);
    expect(told).toHaveLength(1);
    stop();
    await change('suspend', { lasts: 60_000 });
    await clock.advance(HOUR);
    expect(stores.suspensionEnds.getState().ends.map(({ operation }) => operation)).toEqual(['w1']);
  });

  it('says so at its start of one that ended before', async () => {
    await suspend();
    await clock.advance(2 * HOUR);
    watcher.start();
    await settle();
    expect(told).toEqual([]);
    await read('suspended');
    expect(told).toHaveLength(1);
  });

  it('knows of one that was made meanwhile, and names several', async () => {
    watcher.start();
    await settle();
    await suspend();
    await suspend({ id: 'agent-2' });
    await watcher.read();
    const agents = ['agent-1', 'agent-2'].map((id) => sampleAgent(id, { ...HOST, status: 'suspended' }));
    receive(stores.agents, listingOf(agents), clock.now());
    await clock.advance(HOUR + 1000);
    await settle();
    expect(told.at(-1)).toBe(
      '2 suspensions were to have ended by now: build-1, build-1. :due asks to reactivate them.',
    );
  });

  it('records once of one that is over by somebody else, and is silent', async () => {
    await suspend();
    await clock.advance(2 * HOUR);
    watcher.start();
    await settle();
    await read('active');
    await read('active');
    expect(told).toEqual([]);
    expect(sentences()).toEqual([
      'As it was.',
      expect.stringMatching(
        /^Confirmed then, and over: build-1 was to be suspended until .*Z, and was read as active after it was suspended\. /,
      ),
    ]);
    expect(await ends()).toEqual([]);
    await read('suspended');
    expect(told).toEqual([]);
  });

  it('leaves one alone whose agent registered anew', async () => {
    await suspend();
    watcher.start();
    await settle();
    await clock.advance(2 * HOUR);
    await read('suspended', { generation: 2 });
    expect(told).toEqual([]);
    expect(sentences().at(-1)).toMatch(
      /^Confirmed then, and over: build-1 was to be suspended until .*Z, and had registered anew when it was read after it was suspended\. /,
    );
  });

  it('takes an end for void for good once the agent was seen reactivated, though somebody suspends it again', async () => {
    await suspend();
    const stop = watcher.start();
    await settle();
    await clock.advance(10_000);
    await read('active');
    await read('active');
    expect(sentences()).toEqual([
      'As it was.',
      expect.stringMatching(
        /^Confirmed then, and over: build-1 .* This end is void, also if somebody suspends it again\.$/,
      ),
    ]);
    await read('suspended');
    await clock.advance(HOUR);
    await settle();
    expect(told).toEqual([]);
    expect(stores.suspensionEnds.getState().ends).toEqual([]);
    stop();
    expect(await ends()).toEqual([]);
  });

  it('takes it for void, too, when the agent was read by itself, for a change', async () => {
    await suspend();
    watcher.start();
    await settle();
    await clock.advance(10_000);
    watcher.saw(sampleAgent('agent-1', { ...HOST, status: 'active' }));
    await read('suspended');
    await clock.advance(HOUR);
    await settle();
    expect(told).toEqual([]);
    expect(await ends()).toEqual([]);
  });

  it('takes no reading for proof that may be from before the suspension, and tells of it at its end', async () => {
    await suspend();
    watcher.start();
    await settle();
    await clock.advance(3000);
    await read('active');
    expect(sentences()).toEqual(['As it was.']);
    await read('suspended');
    await clock.advance(HOUR);
    await settle();
    expect(told).toHaveLength(1);
  });

  it('keeps an end void of a suspension that nobody had seen by then, and that is confirmed later', async () => {
    await suspend({ verdict: 'unknown' });
    watcher.start();
    await settle();
    await clock.advance(10_000);
    await read('active');
    const [{ operation, action, target }] = journal.entries as [JournalEntry];
    const time = new Date(clock.now()).toISOString();
    await journal.append({ time, operation, action, target, step: 'verdict', verdict: 'confirmed' });
    expect(await ends()).toEqual([]);
  });
});

describe('an agent that is suspended already and is to be suspended again', () => {
  const AGAIN = { reason: '', isMoved: false };
  const agent = sampleAgent('agent-1', { ...HOST, status: 'suspended' });

  it('has the new end, if the suspension was made from here with one', async () => {
    await suspend();
    const until = clock.now() + 4 * HOUR;
    const settled = await endOfSuspended(agent, { ...AGAIN, until, reason: 'longer' }, { journal, clock });
    expect(settled.sentence).toMatch(
      /^ Its end is moved from .*Z to .*Z\. The reason was not sent; it is in the journal\.$/,
    );
    expect(settled.end).toBe('moved');
  });

  it('has none any more where none was asked for', async () => {
    await suspend();
    expect(await endOfSuspended(agent, AGAIN, { journal, clock })).toMatchObject({ end: 'removed' });
  });

  it('is given none where somebody else suspended it, or the person saw it active', async () => {
    const until = clock.now() + HOUR;
    const settled = await endOfSuspended(agent, { ...AGAIN, until }, { journal, clock });
    expect(settled.end).toBeUndefined();
    expect(settled.sentence).toContain('No end was set');
    await suspend();
    const moved = await endOfSuspended(agent, { ...AGAIN, until, isMoved: true }, { journal, clock });
    expect(moved.end).toBeUndefined();
    expect(moved.sentence).toContain('Its end stays');
  });
});
