import { beforeEach, describe, expect, it } from 'vitest';

import { differencesOf } from '../../../src/stores/policy/review-rows.ts';
import { storedVersion } from '../../../src/stores/policy/version-changes.ts';
import { withOrigins } from '../../../src/commands/policy/versions-origin.ts';
import type { JournalOperation } from '../../../src/sync/writes/journal.ts';
import { openDialogOf, run, type TestContext } from '../../helpers/command-context.ts';
import { NOW, samplePolicy } from '../../helpers/sample-data.ts';
import { settle } from '../../helpers/virtual-clock.ts';
import { changesOf, createPolicyContext, noticeOf, store } from './policy-context.ts';

let context: TestContext;

const VERSIONS = [
  { id: 'c', seenAt: NOW, policy: samplePolicy({ min_scorecard: 7 }, { version: '9' }) },
  { id: 'b', seenAt: NOW - 1000, policy: samplePolicy({ min_scorecard: 6, gone: 1 }, { version: '8' }) },
  { id: 'a', seenAt: NOW - 2000, policy: samplePolicy({}, { version: '7', blocked_packages: ['old'] }) },
];

beforeEach(async () => {
  context = createPolicyContext();
  store(context, samplePolicy({ min_scorecard: 7 }, { version: '9' }));
  context.versions.push(...VERSIONS);
  run(context, 'policy.versions');
  await settle();
});

it('lists what was seen on this host', () => {
  expect(openDialogOf(context, 'policy-versions').versions).toMatchObject(VERSIONS);
});

it('says who wrote each, as far as the journal of this user on this host tells', () => {
  const after = { version: '8', min_scorecard: 6 };
  const steps = [{ step: 'verdict', action: 'policy', verdict: 'confirmed', after }];
  const operations = [
    { operation: 'o', steps, isUnfinished: false },
  ] as unknown as readonly JournalOperation[];
  expect(withOrigins(VERSIONS, operations).map(({ writtenBy }) => writtenBy)).toEqual([
    'others',
    'you here',
    'others',
  ]);
  const unnumbered = { id: 'd', seenAt: NOW, policy: samplePolicy({}, { version: undefined }) };
  expect(withOrigins([unnumbered], operations)).toEqual([unnumbered]);
});

it('says when none was', async () => {
  const fresh = createPolicyContext();
  run(fresh, 'policy.versions');
  await settle();
  expect(noticeOf(fresh)).toContain('No version');
});

describe('while it is open', () => {
  const restored = samplePolicy({ min_scorecard: 6, gone: 1 }, { version: '10' });
  const listed = (of = context) => openDialogOf(of, 'policy-versions');

  it('lists what is stored meanwhile, with the cursor where it was', async () => {
    context.versions.unshift({ id: 'd', seenAt: NOW + 1000, policy: restored });
    store(context, restored);
    await settle();
    const { versions, cursor } = listed();
    expect(versions.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
    expect(cursor).toBe('c');
  });

  it('reads nothing more once it is closed', async () => {
    run(context, 'policy-versions.close');
    let readings = 0;
    context.policyFiles.versions = () => {
      readings++;
      return Promise.resolve([]);
    };
    store(context, restored);
    await settle();
    expect(readings).toBe(0);
  });

  it('marks as stored the newest of those that say the same', () => {
    const versions = [{ id: 'd', seenAt: NOW + 1000, policy: restored }, ...VERSIONS];
    expect(storedVersion(versions, restored)?.id).toBe('d');
    expect(storedVersion(VERSIONS, restored)).toBeUndefined();
    const unnumbered = versions.map((version) => ({
      ...version,
      policy: { ...version.policy, version: undefined },
    }));
    expect(storedVersion(unnumbered, { ...restored, version: undefined })?.id).toBe('d');
  });
});

describe('comparing', () => {
  it('sets one against what is stored', () => {
    run(context, 'policy-versions.last');
    run(context, 'policy-versions.compare');
    const { from, to } = openDialogOf(context, 'policy-comparison');
    expect([from.policy.version, to.title]).toEqual(['7', 'what is stored']);
  });

  it('sets any two against each other, the older one first', () => {
    run(context, 'policy-versions.mark');
    run(context, 'policy-versions.down');
    run(context, 'policy-versions.compare');
    const comparison = openDialogOf(context, 'policy-comparison');
    const { from, to } = comparison;
    expect([from.policy.version, to.policy.version]).toEqual(['8', '9']);
    expect(differencesOf(comparison)).toHaveLength(2);
  });
});

describe('restoring', () => {
  it('is a draft that is reviewed', () => {
    run(context, 'policy-versions.last');
    run(context, 'policy-versions.restore');
    expect(changesOf(context)).toEqual({ min_scorecard: 5, blocked_packages: ['old'] });
    expect(openDialogOf(context, 'policy-review').changes).toEqual(changesOf(context));
  });

  it('leaves rules alone that the specification does not have', () => {
    run(context, 'policy-versions.down');
    run(context, 'policy-versions.restore');
    expect(changesOf(context)).toEqual({ min_scorecard: 6 });
  });

  it('leaves out what no policy can hold, although a server held it once, and says so', async () => {
    const fresh = createPolicyContext();
    const policy = samplePolicy({ min_scorecard: 70, review_scorecard: 3 }, { version: '1' });
    fresh.versions.push({ id: 'odd', seenAt: NOW, policy });
    run(fresh, 'policy.versions');
    await settle();
    run(fresh, 'policy-versions.restore');
    expect(changesOf(fresh)).toEqual({ review_scorecard: 3 });
    expect(noticeOf(fresh)).toBe('Not restored: min_scorecard must be a number from 0 to 10.');
  });

  it('does nothing for a version that says what is stored', () => {
    run(context, 'policy-versions.restore');
    expect(changesOf(context)).toEqual({});
    expect(noticeOf(context)).toContain('the same');
  });
});
