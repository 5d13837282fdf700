import { expect, it } from 'vitest';

import type { Policy } from '../../../../src/contract/policy.ts';
import { lostUpdates } from '../../../../src/sync/writes/reconcile/lost-updates.ts';
import { operationsFrom } from '../../../helpers/journal-entries.ts';
import { samplePolicy } from '../../../helpers/sample-data.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A change from this host that was sent while `before` was stored, and confirmed as `version` if it was. */
function change(wanted: Fields, before: Fields, version?: string) {
  const about = { action: 'policy', target: {} } as const;
  const [operation] = operationsFrom(
    { ...about, after: wanted },
    { ...about, step: 'sending', before },
    {
      ...about,
      step: 'verdict',
      ...(version === undefined
        ? { verdict: 'unknown' as const }
        : { verdict: 'confirmed' as const, after: { ...wanted, version } }),
    },
  );
  if (operation === undefined) {
    throw new Error('There is no operation.');
  }
  return operation;
}

const listing = (version: string, ...blocked: readonly unknown[]) =>
  samplePolicy({}, { version, blocked_packages: blocked });
const rule = (version: string, value: number) => samplePolicy({ min_scorecard: value }, { version });

const rules = change({ min_scorecard: 7 }, { version: '7', min_scorecard: 5 });
const adding = change({ blocked_packages: ['evil', 'mine'] }, { version: '13', blocked_packages: ['evil'] });

it.each<readonly [string, readonly ReturnType<typeof change>[], Policy | undefined, Policy]>([
  ['directly after what it was sent on', [], rule('7', 5), rule('8', 7)],
  [
    'after a change of this host of something else',
    [change({ review_scorecard: 9 }, { version: '7' }, '8')],
    rule('8', 5),
    rule('9', 7),
  ],
  ['after a change of something else that was read here', [], rule('8', 5), rule('9', 7)],
  ['where what was read last is from before what it was sent on', [], rule('6', 4), rule('8', 7)],
  ['on a server that does not number its versions', [], undefined, rule('b', 7)],
])('has overtaken nothing %s', (_when, later, prior, after) => {
  expect(lostUpdates(rules, later, prior, after)).toBeUndefined();
});

it('tells of a rule which later change of this host is gone, and how to write it again', () => {
  const later = change({ min_scorecard: 5.5 }, { version: '7', min_scorecard: 5 }, '8');
  expect(lostUpdates(rules, [later], rule('8', 5.5), rule('9', 7))).toEqual({
    over: 'over a later change',
    details: ['min_scorecard is 7 and not 5.5 any more, which was confirmed as version 8'],
    unread: undefined,
    operations: [later],
    lost: { min_scorecard: 5.5 },
  });
});

it('tells of a list only what the later change had done to it', () => {
  const later = change({ blocked_packages: ['new'] }, { version: '13', blocked_packages: ['evil'] }, '14');
  // A server may add to what it was sent.
  const prior = listing('14', { name: 'new', listed: 'today' });
  expect(lostUpdates(adding, [later], prior, listing('15', 'evil', 'mine'))).toMatchObject({
    details: [
      'blocked_packages is without new again and has evil in it again, which was confirmed as version 14',
    ],
    lost: { blocked_packages: ['mine', 'new'] },
  });
});

it('names what others had added or taken out as it was read in between', () => {
  const overtaken = lostUpdates(adding, [], listing('14', 'coll'), listing('15', 'evil', 'mine'));
  expect(overtaken).toEqual({
    over: 'over another change',
    details: [
      'blocked_packages is without coll again and has evil in it again, as another change had left it',
    ],
    unread: undefined,
    operations: [],
    lost: {},
  });
  expect(lostUpdates(rules, [], rule('8', 6), rule('9', 7))?.details).toEqual([
    'min_scorecard is 7 and not 6 any more, as another change had left it',
  ]);
});

it('does not take for lost by it what others had changed before', () => {
  const later = change({ min_scorecard: 5.5 }, { version: '7', min_scorecard: 5 }, '8');
  expect(lostUpdates(rules, [later], rule('9', 6), rule('10', 7))).toMatchObject({
    details: ['min_scorecard is 7 and not 6 any more, as another change had left it'],
    lost: {},
  });
});

it.each([
  ['nothing', undefined, '15'],
  ['what it was sent on', listing('13', 'evil'), '15'],
  ['not the last one', listing('14', 'evil'), '16'],
])('says that something was written in between where %s was read here', (_what, prior, version) => {
  const overtaken = lostUpdates(adding, [], prior, listing(version, 'evil', 'mine'));
  expect(overtaken?.over).toBe('and maybe over another change');
  expect(overtaken?.unread).toMatch(/^It was sent on version 13: .* of blocked_packages may be overwritten/);
});
