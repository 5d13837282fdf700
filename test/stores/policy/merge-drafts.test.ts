import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { mergeDrafts } from '../../../src/stores/policy/merge-drafts.ts';
import type { DraftContent, PolicyChanges } from '../../../src/stores/policy/policy-draft.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';

const NOTHING: DraftContent = { base: undefined, changes: {} };

function draft(changes: PolicyChanges, base = samplePolicy()): DraftContent {
  return Object.keys(changes).length === 0 ? NOTHING : { base, changes };
}

const merged = (seen: PolicyChanges, mine: PolicyChanges, theirs: PolicyChanges) =>
  mergeDrafts(draft(seen), draft(mine), draft(theirs));

describe('one draft in two consoles', () => {
  it('has what each of them changed, and tells here what the other one did', () => {
    const { draft: both, news } = merged({}, { min_scorecard: 7 }, { review_scorecard: 8 });
    expect(both.changes).toEqual({ min_scorecard: 7, review_scorecard: 8 });
    expect(news).toEqual([
      { field: 'review_scorecard', theirs: { value: 8 }, now: { value: 8 }, isDisputed: false },
    ]);
  });

  it('does not bring back what the other one took back or changed again', () => {
    const seen = { min_scorecard: 7, review_scorecard: 8 };
    const { draft: both, news } = merged(seen, seen, { min_scorecard: 9 });
    expect(both.changes).toEqual({ min_scorecard: 9 });
    expect(news.map(({ field, now }) => [field, now?.value])).toEqual([
      ['min_scorecard', 9],
      ['review_scorecard', undefined],
    ]);
  });

  it('is empty once both took everything back', () => {
    const seen = { min_scorecard: 7, review_scorecard: 8 };
    const { draft: both } = merged(seen, { min_scorecard: 7 }, { review_scorecard: 8 });
    expect(both).toEqual(NOTHING);
  });

  it('has what was decided here where both changed a field, and keeps what the other one had beside it', () => {
    const { draft: both, news } = merged({ min_scorecard: 6 }, { min_scorecard: 7 }, { min_scorecard: 8 });
    expect(both).toMatchObject({ changes: { min_scorecard: 7 }, rivals: { min_scorecard: [8] } });
    expect(news).toMatchObject([{ isDisputed: true, theirs: { value: 8 }, now: { value: 7 } }]);
  });

  it.each([
    ['was changed here and taken back there', { min_scorecard: 7 }, {}],
    ['was taken back here and changed there', {}, { min_scorecard: 7 }],
  ])('keeps a value that %s', (_what, mine, theirs) => {
    const { draft: both, news } = merged({ min_scorecard: 6 }, mine, theirs);
    expect(both.changes).toEqual({ min_scorecard: 7 });
    expect(news).toMatchObject([{ isDisputed: true }]);
  });

  it('has of a list what each of them added and took away', () => {
    const { draft: both, news } = merged(
      { blocked_packages: ['old', 'seen'] },
      { blocked_packages: ['old', 'seen', 'mine'] },
      { blocked_packages: ['seen', 'theirs'] },
    );
    expect(both.changes['blocked_packages']).toEqual(['seen', 'theirs', 'mine']);
    expect(both.rivals).toBeUndefined();
    expect(news).toMatchObject([{ field: 'blocked_packages', isDisputed: false }]);
  });

  it('keeps beside it the list of the other one where both have the same thing otherwise', () => {
    const [mine, theirs] = [[{ name: 'a', reason: 'mine' }], [{ name: 'a', reason: 'theirs' }, 'b']];
    const { draft: both } = merged({}, { blocked_packages: mine }, { blocked_packages: theirs });
    expect(both.changes['blocked_packages']).toEqual(['b', ...mine]);
    expect(both.rivals).toEqual({ blocked_packages: [theirs] });
  });

  it('keeps of each field what it was decided on', () => {
    const later = samplePolicy({ min_scorecard: 1, review_scorecard: 2 });
    const { draft: both } = mergeDrafts(
      NOTHING,
      draft({ min_scorecard: 7 }),
      draft({ review_scorecard: 8 }, later),
    );
    expect(both.base?.rules).toMatchObject({ min_scorecard: 5, review_scorecard: 2 });
  });

  it('loses no value and takes nothing back that only one of them decided on', () => {
    const fields = fc.constantFrom('min_scorecard', 'review_scorecard', 'typosquat_threshold');
    const changes = fc.dictionary(fields, fc.constantFrom(1, 2, 3));
    fc.assert(
      fc.property(changes, changes, changes, (seen, mine, theirs) => {
        const { draft: both } = merged(seen, mine, theirs);
        for (const field of ['min_scorecard', 'review_scorecard', 'typosquat_threshold']) {
          const [s, m, t] = [seen[field], mine[field], theirs[field]];
          const is = both.changes[field];
          const had = [is, ...(both.rivals?.[field] ?? [])];
          if (m === s || t === s || m === t) {
            expect(is).toBe(m === s ? t : m);
          } else {
            expect(had).toEqual(expect.arrayContaining([m, t].filter((value) => value !== undefined)));
          }
        }
      }),
    );
  });
});
