import { beforeEach, describe, expect, it } from 'vitest';

import type { JsonValue } from '../../../../src/stores/base/kept-on-host.ts';
import { receive } from '../../../../src/stores/base/resource-store.ts';
import { selectPolicyMerge } from '../../../../src/stores/policy/select-policy.ts';
import { createStores, type Stores } from '../../../../src/stores/stores.ts';
import type { Journal, JournalEntry, JournalOperation } from '../../../../src/sync/writes/journal.ts';
import { OUTCOME_OPEN_FOR } from '../../../../src/sync/writes/journal-clock.ts';
import { OwnPolicyWrites } from '../../../../src/sync/writes/reconcile/own-policy-writes.ts';
import { createMemoryJournal } from '../../../helpers/memory-journal.ts';
import { operationsFrom } from '../../../helpers/journal-entries.ts';
import { samplePolicy } from '../../../helpers/sample-data.ts';
import { settle, VirtualClock } from '../../../helpers/virtual-clock.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 2) + hour * 3_600_000).toISOString();
/** What the draft began from. */
const BASE = samplePolicy({ min_scorecard: 5 }, { version: '7', updated_at: at(6) });

let clock: VirtualClock;
let stores: Stores;
let own: OwnPolicyWrites;
let journal: Journal;
/** What the journal has. */
let operations: readonly JournalOperation[];

beforeEach(() => {
  clock = new VirtualClock();
  stores = createStores();
  stores.policyDraft.replace(BASE, { min_scorecard: 7, review_scorecard: 9 });
  journal = { ...createMemoryJournal(), read: () => Promise.resolve({ operations, damaged: 0 }) };
  operations = [];
  own = new OwnPolicyWrites(stores, clock, journal);
  own.start();
});

/** A write of `min_scorecard` of an earlier start, sent while some version was stored. */
function written(
  verdicts: readonly JournalEntry['verdict'][],
  before: Readonly<Record<string, unknown>> = { version: '7', updated_at: at(6) },
) {
  const about = { action: 'policy', target: { version: '7' }, time: at(8.99) } as const;
  const after = { min_scorecard: 7 };
  return operationsFrom(
    { ...about, after },
    { ...about, step: 'sending', before: { ...before, min_scorecard: 5 } },
    ...verdicts.map((verdict) => ({ ...about, step: 'verdict' as const, verdict })),
  );
}

const store = (rules: Readonly<Record<string, unknown>>, version = '8') =>
  receive(stores.policy, samplePolicy(rules, { version, updated_at: at(8) }), clock.now());
const byOthers = () => selectPolicyMerge(stores).byOthers.map(({ field }) => field);
const changes = () => stores.policyDraft.getState().changes;

describe('a write of an earlier start', () => {
  it.each([
    ['confirmed', ['confirmed']],
    ['not known', ['unknown']],
    ['left without a verdict', []],
    ['not known at first', ['unknown', 'confirmed']],
  ] as const)('that was %s is nobody else’s, and leaves the draft once it is stored', (_what, verdicts) => {
    own.adopt(written(verdicts));
    store({ min_scorecard: 7 });
    expect(byOthers()).toEqual([]);
    expect(changes()).toEqual({ review_scorecard: 9 });
  });

  it('is taken over once, however often it is told', () => {
    own.adopt(written(['unknown']));
    own.adopt(written(['unknown']));
    expect(stores.policyDraft.getState().writes).toHaveLength(1);
  });

  it('that lands while the console runs is nobody else’s', () => {
    own.adopt(written(['unknown']));
    store({ min_scorecard: 5 }, '7');
    expect(stores.policyDraft.getState().writes).toMatchObject([{ state: 'unknown' }]);
    store({ min_scorecard: 7 });
    expect(stores.policyDraft.getState().writes).toMatchObject([{ state: 'over' }]);
    expect(byOthers()).toEqual([]);
    expect(changes()).toEqual({ review_scorecard: 9 });
  });

  it('of which only a part is stored since, as somebody changed the rest, stays in the draft', () => {
    own.adopt(written(['confirmed']));
    store({ min_scorecard: 6 });
    expect(byOthers()).toEqual(['min_scorecard']);
    expect(changes()).toEqual({ min_scorecard: 7, review_scorecard: 9 });
  });

  it.each([
    ['was refused', written(['refused'])],
    ['is in what the draft began from', written(['confirmed'], { version: '5', updated_at: at(4) })],
    ['was never sent', written(['confirmed']).map((each) => ({ ...each, steps: [each.steps[0]] as const }))],
  ])('that %s explains nothing', (_what, operations) => {
    own.adopt(operations);
    store({ min_scorecard: 8 });
    expect(byOthers()).toEqual(['min_scorecard']);
    expect(stores.policyDraft.getState().writes).toEqual([]);
  });

  it('is waited for no more after a quarter of an hour, and remembered', async () => {
    own.adopt(written(['unknown']));
    await clock.advance(OUTCOME_OPEN_FOR);
    store({ min_scorecard: 5 }, '7');
    expect(stores.policyDraft.getState().writes).toMatchObject([{ state: 'over' }]);
  });

  it('of a list is known element by element', () => {
    const about = { action: 'policy', target: { version: '7' }, time: at(8.99) } as const;
    const [before, after] = [{ blocked_packages: ['evil'] }, { blocked_packages: ['evil', 'mine'] }];
    const base = samplePolicy({}, { ...before, version: '7', updated_at: at(6) });
    stores.policyDraft.replace(base, { blocked_packages: ['evil', 'mine', 'more'] });
    own.adopt(
      operationsFrom(
        { ...about, after },
        { ...about, step: 'sending', before: { ...before, version: '7', updated_at: at(6) } },
        { ...about, step: 'verdict', verdict: 'unknown' },
      ),
    );
    const stored = samplePolicy({}, { blocked_packages: ['evil', 'mine', 'theirs'], version: '9' });
    receive(stores.policy, stored, 0);
    expect(selectPolicyMerge(stores)).toMatchObject({
      changes: { blocked_packages: ['evil', 'mine', 'theirs', 'more'] },
      byOthers: [{ base: ['evil', 'mine'], theirs: ['evil', 'mine', 'theirs'] }],
    });
    expect(stores.policyDraft.getState().writes).toMatchObject([{ state: 'over' }]);
  });
});

it('a write of this start that nobody knew of leaves the draft once it is stored', () => {
  const write = stores.policyDraft.send(BASE, { min_scorecard: 7 });
  stores.policyDraft.end(write, 'unknown');
  store({ min_scorecard: 5 }, '7');
  expect(changes()).toEqual({ min_scorecard: 7, review_scorecard: 9 });
  store({ min_scorecard: 7 });
  expect(changes()).toEqual({ review_scorecard: 9 });
});

describe('a write of another console of this user', () => {
  it.each([
    ['confirmed', ['confirmed']],
    ['under way', []],
  ] as const)('that is %s is not told as by others once it is read', async (_what, verdicts) => {
    operations = written(verdicts);
    store({ min_scorecard: 7, review_scorecard: 6 });
    expect(byOthers()).toEqual(['min_scorecard']);
    await settle();
    expect(byOthers()).toEqual([]);
    expect(changes()).toEqual({ review_scorecard: 9 });
  });

  it('is not taken for one of this console, which the draft knows of', async () => {
    operations = written(['confirmed']);
    own.made(operations[0]?.operation ?? '');
    store({ min_scorecard: 7 });
    await settle();
    expect(stores.policyDraft.getState().writes).toEqual([]);
  });

  it('leaves what others did to be told as by others', async () => {
    operations = written(['confirmed']);
    store({ min_scorecard: 7, typosquat_threshold: 0.5 });
    await settle();
    expect(byOthers()).toEqual(['typosquat_threshold']);
  });
});

it('a draft that another console still has after all of this one was written knows what was written', () => {
  const { policyDraft } = stores;
  const write = policyDraft.send(BASE, { min_scorecard: 7, review_scorecard: 9 });
  const theirs = policyDraft.kept.read();
  policyDraft.kept.takeIn?.(theirs);
  policyDraft.end(write, 'over');
  policyDraft.settle(write.changes);
  store({ min_scorecard: 7, review_scorecard: 9 });
  policyDraft.kept.takeIn?.({
    ...(theirs as Record<string, JsonValue>),
    changes: { min_scorecard: 8, review_scorecard: 9 },
  });
  expect(byOthers()).toEqual([]);
  expect(selectPolicyMerge(stores)).toMatchObject({ changes: { min_scorecard: 8 }, conflicts: [] });
});
