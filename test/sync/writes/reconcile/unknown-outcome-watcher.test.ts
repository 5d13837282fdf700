import { beforeEach, describe, expect, it } from 'vitest';

import type { Agent } from '../../../../src/contract/agent.ts';
import type { Policy } from '../../../../src/contract/policy.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { createStores, type Stores } from '../../../../src/stores/stores.ts';
import type { Journal, JournalAction, JournalRecord } from '../../../../src/sync/writes/journal.ts';
import { UnknownOutcomeWatcher } from '../../../../src/sync/writes/reconcile/unknown-outcome-watcher.ts';
import { OUTCOME_OPEN_FOR } from '../../../../src/sync/writes/journal-clock.ts';
import { withNotes } from '../../../../src/sync/writes/observed-journal.ts';
import { createFakeClient } from '../../../helpers/fake-client.ts';
import { createMemoryJournal, OTHER_KEY, type MemoryJournal } from '../../../helpers/memory-journal.ts';
import { listingOf, sampleAgent, samplePolicy } from '../../../helpers/sample-data.ts';
import { settle, VirtualClock } from '../../../helpers/virtual-clock.ts';

const SENT = '2026-03-02T08:59:00.000Z';
const JUDGED = '2026-03-02T08:59:03.000Z';

let clock: VirtualClock;
let stores: Stores;
let told: string[];

beforeEach(() => {
  clock = new VirtualClock();
  stores = createStores();
  told = [];
});

/** The steps of a change of agent-1, or of the policy, of which nobody knew what became of it. */
function unknown(action: JournalAction, more: Partial<JournalRecord> = {}): readonly JournalRecord[] {
  const about = {
    operation: 'w1',
    action,
    target: action === 'policy' ? { version: '7' } : { id: 'agent-1', hostname: 'build-1', generation: 1 },
    ...more,
  };
  return [
    { ...about, time: SENT, step: 'intent', after: WANTED[action] },
    { ...about, time: SENT, step: 'sending', before: { status: 'active' } },
    { ...about, time: JUDGED, step: 'verdict', verdict: 'unknown', sentence: 'Unknown: it was sent.' },
  ];
}

const WANTED: Readonly<Record<JournalAction, Readonly<Record<string, unknown>>>> = {
  suspend: { status: 'suspended' },
  reactivate: { status: 'active' },
  delete: { status: 'deleted' },
  'hard-delete': { gone: true },
  policy: { min_scorecard: 7 },
};

const suspended = sampleAgent('agent-1', { status: 'suspended', hostname: 'build-1', generation: 1 });
const active = sampleAgent('agent-1', { status: 'active', hostname: 'build-1', generation: 1 });

async function watching(...records: readonly JournalRecord[]): Promise<MemoryJournal> {
  const journal = createMemoryJournal(records);
  void watch(journal).watch((await journal.read()).operations);
  return journal;
}

function watch(journal: MemoryJournal): UnknownOutcomeWatcher {
  const landings = new UnknownOutcomeWatcher({
    client: createFakeClient(clock, () => ({ status: 500 })),
    clock,
    journal,
    stores,
    notify: (sentence) => told.push(sentence),
  });
  landings.start();
  return landings;
}

/** A journal that puts down of which server an entry is, as the one on the disk does. */
function ofServer(journal: MemoryJournal): Journal {
  return {
    append: (entry) => journal.append(Object.assign({ base_url: 'https://acme.example' }, entry)),
    read: (options) => journal.read(options),
  };
}

async function read(data: readonly Agent[] | Policy): Promise<void> {
  if ('raw' in data) {
    receive(stores.policy, data, clock.now());
  } else {
    receive(stores.agents, listingOf(data), clock.now());
  }
  await settle();
}

const added = (journal: MemoryJournal) =>
  journal.entries.filter(({ sentence }) => sentence?.includes('late') === true);

describe('a change of which nobody knew what became of it', () => {
  it.each([
    ['suspend', [suspended], 'build-1 is suspended'],
    [
      'delete',
      [sampleAgent('agent-1', { status: 'deleted', hostname: 'build-1', generation: 1 })],
      'is deleted',
    ],
    ['hard-delete', [], 'build-1 is gone for good'],
    [
      'policy',
      samplePolicy({ min_scorecard: 7 }, { version: '8' }),
      'the policy holds the change as version 8',
    ],
  ] as const)('is judged again when it is seen to have landed: %s', async (action, data, words) => {
    const journal = await watching(...unknown(action));
    await clock.advance(4000);
    await read(data);
    expect(told).toEqual([expect.stringContaining(words)]);
    expect(told[0]).toMatch(
      /^Confirmed late: .* It was unknown at 08:59:03Z and seen at 09:00:04Z to have landed/,
    );
    expect(journal.entries.at(-1)).toMatchObject({
      operation: 'w1',
      step: 'verdict',
      verdict: 'confirmed',
      sentence: told[0],
    });
    await read(data);
    expect(added(journal)).toHaveLength(1);
  });

  it.each([
    ['it is as it was', 'suspend', [active]],
    ['the machine has registered anew', 'suspend', [{ ...suspended, generation: 2 }]],
    ['another machine has its id', 'suspend', [{ ...suspended, hostname: 'build-2' as Agent['hostname'] }]],
    ['the agent is gone', 'suspend', []],
    ['the policy differs', 'policy', samplePolicy({ min_scorecard: 5 })],
  ] as const)('stays unknown where %s', async (_what, action, data) => {
    const journal = await watching(...unknown(action));
    await read(data);
    expect(told).toEqual([]);
    expect(added(journal)).toEqual([]);
  });

  it('is not taken for gone before the list was read to its end', async () => {
    await watching(...unknown('hard-delete'));
    receive(stores.agents, { ...listingOf([]), reading: { read: 0, of: 9 } }, 0);
    receive(stores.agents, { ...listingOf([]), total: 9 }, 0);
    await settle();
    expect(told).toEqual([]);
    await read([]);
    expect(told).toHaveLength(1);
  });

  it('is waited for no more once it was long not seen, and compared once where it is looked at later', async () => {
    const journal = await watching(...unknown('suspend'));
    await clock.advance(OUTCOME_OPEN_FOR);
    await read([active]);
    await read([suspended]);
    expect(added(journal)).toEqual([]);
    const later = await watching(...unknown('suspend'));
    expect(added(later)).toEqual([]);
    await settle();
    expect(added(later)).toHaveLength(1);
  });

  it('is told with the name as lists show it, and recorded with the name as it is', async () => {
    const hostname = 'build-\u0430';
    const journal = await watching(
      ...unknown('suspend', { target: { id: 'agent-1', hostname, generation: 1 } }),
    );
    await read([sampleAgent('agent-1', { status: 'suspended', hostname, generation: 1 })]);
    expect(told).toEqual([expect.stringContaining('build-\\u{430} is suspended')]);
    expect(told.join('')).not.toContain(hostname);
    expect(added(journal)[0]?.sentence).toContain(hostname);
  });

  it('is told with the agent that it is of where others are called the same', async () => {
    await watching(...unknown('suspend'));
    await clock.advance(4000);
    await read([suspended, sampleAgent('agent-2', { hostname: 'build-1' })]);
    expect(told).toEqual([expect.stringMatching(/^Confirmed late: .* The agent is build-1 \(agent-1\)\.$/)]);
  });

  it('is told together with others, in one message', async () => {
    const other = { operation: 'w2', target: { id: 'agent-2', hostname: 'build-2', generation: 1 } };
    await watching(...unknown('suspend'), ...unknown('suspend', other));
    await read([
      suspended,
      sampleAgent('agent-2', { status: 'suspended', hostname: 'build-2', generation: 1 }),
    ]);
    expect(told).toEqual([expect.stringMatching(/build-1 is suspended.* So is it with 1 more/)]);
  });

  it('is told where it cannot be recorded', async () => {
    const journal = await watching(...unknown('suspend'));
    journal.problem = 'The disk is full.';
    await read([suspended]);
    expect(told).toEqual([
      expect.stringMatching(/^Confirmed late: .* does not say so yet: The disk is full\.$/),
    ]);
  });
});

describe('a change that was followed by another one of this host', () => {
  const next = (action: JournalAction, before: string): readonly JournalRecord[] =>
    unknown(action, { operation: 'w2' }).map((record) => ({
      ...record,
      ...(record.step === 'sending' && { before: { status: before } }),
      ...(record.step === 'verdict' && { verdict: 'confirmed' }),
    }));

  it('is not told from one that was to do the same', async () => {
    const journal = await watching(...unknown('suspend'), ...next('suspend', 'active'));
    await read([suspended]);
    expect([told, added(journal)]).toEqual([[], []]);
  });

  it('is told all the same where that was done with another key, to another organization', async () => {
    const later = next('suspend', 'active').map((record) => ({ ...record, key: OTHER_KEY }));
    const journal = await watching(...unknown('suspend'), ...later);
    await read([suspended]);
    expect(added(journal)).toMatchObject([{ operation: 'w1', verdict: 'confirmed' }]);
  });

  it('is told from it by how it was before', async () => {
    const journal = await watching(...unknown('suspend'), ...next('reactivate', 'suspended'));
    await settle();
    expect(told).toEqual([
      expect.stringMatching(/^Confirmed late: build-1 was as requested at 08:59:00Z, before/),
    ]);
    expect(added(journal)).toMatchObject([
      { operation: 'w1', verdict: 'confirmed', after: { status: 'suspended' } },
    ]);
  });

  it('has landed over it where that was to do something else', async () => {
    const journal = await watching(...unknown('suspend'), ...next('reactivate', 'active'));
    await read([active]);
    expect(told).toEqual([]);
    await read([suspended]);
    expect(told).toEqual([expect.stringMatching(/^Landed late, over a later change: build-1 is suspended/)]);
    expect(added(journal)).toMatchObject([
      { operation: 'w1', verdict: 'confirmed', after: { status: 'suspended' } },
      { operation: 'w2', verdict: 'confirmed', sentence: expect.stringContaining(told[0] ?? '-') as string },
    ]);
  });

  it('has landed over what was done after it was sent again', async () => {
    const steps = (operation: string, action: JournalAction, time: string) =>
      next(action, 'active').map((record) => ({ ...record, operation, time }));
    const journal = createMemoryJournal(unknown('suspend'));
    const landings = watch(journal);
    await landings.watch((await journal.read()).operations);
    for (const record of steps('w2', 'suspend', JUDGED)) {
      await journal.append(record);
    }
    await read([suspended]);
    await read([suspended]);
    expect(told).toEqual([]);
    for (const record of steps('w3', 'reactivate', JUDGED)) {
      await journal.append(record);
    }
    await read([active]);
    await read([suspended]);
    expect(told).toEqual([expect.stringMatching(/^Landed late, over a later change: build-1 is suspended/)]);
    expect(added(journal).map(({ operation }) => operation)).toEqual(['w1', 'w3']);
  });

  it('has not landed over one that was refused', async () => {
    const refused = next('reactivate', 'active').map((record) =>
      record.step === 'verdict' ? { ...record, verdict: 'refused' as const } : record,
    );
    await watching(...unknown('suspend'), ...refused);
    await read([suspended]);
    expect(told).toEqual([expect.stringMatching(/^Confirmed late: build-1 is suspended/)]);
  });

  it('has landed over a later change of the policy, which is in the draft again', async () => {
    const journal = createMemoryJournal();
    const landings = watch(journal);
    const noted = withNotes(ofServer(journal), (operation) => landings.note(operation));
    for (const entry of unknown('policy')) {
      await noted.append(entry);
    }
    const about = { operation: 'w2', action: 'policy', target: { version: '7' }, time: JUDGED } as const;
    const after = { min_scorecard: 5.5 };
    await noted.append({ ...about, step: 'intent', after });
    await noted.append({ ...about, step: 'sending', before: { version: '7', min_scorecard: 5 } });
    await noted.append({
      ...about,
      step: 'verdict',
      verdict: 'confirmed',
      after: { ...after, version: '8' },
    });
    await read(samplePolicy({ min_scorecard: 5.5 }, { version: '8' }));
    await read(samplePolicy({ min_scorecard: 7 }, { version: '9' }));
    expect(told).toEqual([
      expect.stringMatching(
        /^Landed late, over a later change: the policy holds the change as version 9, and min_scorecard is 7 and not 5.5 any more, which was confirmed as version 8\. .* The draft has what was confirmed of min_scorecard again/,
      ),
    ]);
    expect(stores.policyDraft.getState().changes).toEqual(after);
    expect(added(journal)).toMatchObject([
      { operation: 'w1', verdict: 'confirmed', sentence: expect.stringMatching(/^Landed late/) as string },
      { operation: 'w2', verdict: 'confirmed', after: { ...after, version: '8' } },
    ]);
  });

  it('leaves the draft as it is where that changes the same already', async () => {
    const later = next('policy', 'active').map((record) => ({
      ...record,
      ...(record.step === 'intent' && { after: { min_scorecard: 5.5 } }),
    }));
    stores.policyDraft.change(samplePolicy(), 'min_scorecard', 6);
    await watching(...unknown('policy'), ...later);
    await read(samplePolicy({ min_scorecard: 7 }));
    expect(told).toEqual([expect.stringMatching(/^Landed late, over a later change: [^:]*5\.5[^:]*:/)]);
    expect(told[0]).not.toContain('draft');
    expect(stores.policyDraft.getState().changes).toEqual({ min_scorecard: 6 });
  });
});

it('is told as a problem where a colleague’s change is gone by it', async () => {
  const records = unknown('policy').map((record) => ({
    ...record,
    ...(record.step === 'intent' && { after: { blocked_packages: ['evil', 'mine'] } }),
    ...(record.step === 'sending' && { before: { version: '7', blocked_packages: ['evil'] } }),
  }));
  const journal = await watching(...records);
  await read(samplePolicy({}, { version: '8', blocked_packages: ['evil', 'coll'] }));
  await read(samplePolicy({}, { version: '9', blocked_packages: ['evil', 'mine'] }));
  expect(told).toEqual([
    expect.stringMatching(
      /^Landed late, over another change: .* without coll again, as another change had left it/,
    ),
  ]);
  expect(added(journal)).toHaveLength(1);
  expect(stores.policyDraft.getState().changes).toEqual({});
});

it('is not told as if what showed it first had been read before it', async () => {
  const records = unknown('policy').map((record) => ({
    ...record,
    ...(record.step === 'sending' && { before: { version: '7', min_scorecard: 5 } }),
  }));
  const journal = createMemoryJournal(records);
  const landings = watch(journal);
  await read(samplePolicy({ min_scorecard: 7 }, { version: '9' }));
  await read(samplePolicy({ min_scorecard: 7 }, { version: '10' }));
  await landings.watch((await journal.read()).operations);
  // Version 8 was read nowhere: it may have been overwritten.
  expect(told).toEqual([expect.stringContaining('something else was written before it came')]);
});

it('is told apart from one that landed over a later change', async () => {
  const other = { operation: 'w2', target: { id: 'agent-2', hostname: 'build-2', generation: 1 } };
  const later = unknown('reactivate', { operation: 'w3' }).map((record) => ({
    ...record,
    ...(record.step === 'verdict' && { verdict: 'confirmed' as const }),
  }));
  await watching(...unknown('suspend'), ...unknown('suspend', other), ...later);
  await read([
    suspended,
    sampleAgent('agent-2', { status: 'suspended', hostname: 'build-2', generation: 1 }),
  ]);
  expect(told).toEqual([
    expect.stringMatching(/^Landed late, over a later change: build-1/),
    expect.stringMatching(/^Confirmed late: build-2/),
  ]);
});

it('is recorded once where another console has recorded it', async () => {
  const journal = await watching(...unknown('suspend'));
  await journal.append({
    ...(unknown('suspend')[2] as JournalRecord),
    verdict: 'confirmed',
    sentence: 'Confirmed late, as another console has seen.',
  });
  await read([suspended]);
  expect(told).toEqual(['Confirmed late, as another console has seen.']);
  expect(added(journal)).toHaveLength(1);
});
