import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { policySchema, type Policy } from '../../../src/contract/policy.ts';
import { isSameContent, mergePolicy } from '../../../src/stores/policy/merge-policy.ts';
import { valueOfField } from '../../../src/stores/policy/policy-fields.ts';

const RULES = ['min_scorecard', 'block_on_critical_vuln', 'allowed_licenses'];
const LISTS = ['blocked_packages', 'blocked_maintainers'];

const element = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.record(
    {
      name: fc.constantFrom('a', 'b', 'e'),
      ecosystem: fc.constantFrom('npm', 'pip'),
      reason: fc.constantFrom('bad', 'worse'),
    },
    { requiredKeys: ['name'] },
  ),
  fc.constantFrom(7, null, { note: 'nameless' }),
);
const list = fc.array(element, { maxLength: 5 });
const policy: fc.Arbitrary<Policy> = fc.record({
  version: fc.constantFrom('1', '2'),
  name: fc.constant('default'),
  updated_at: fc.constant('2026-03-02T00:00:00Z'),
  rules: fc.record(
    {
      min_scorecard: fc.integer({ min: 0, max: 2 }),
      block_on_critical_vuln: fc.boolean(),
      allowed_licenses: fc.array(fc.constantFrom('MIT', 'ISC', 'Zlib'), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ),
  blocked_packages: list,
  blocked_maintainers: list,
}) as fc.Arbitrary<Policy>;
const changes = fc.record(
  {
    min_scorecard: fc.integer({ min: 0, max: 2 }),
    block_on_critical_vuln: fc.boolean(),
    allowed_licenses: fc.array(fc.constantFrom('MIT', 'ISC', 'Zlib'), { maxLength: 3 }),
    blocked_packages: list,
    blocked_maintainers: list,
  },
  { requiredKeys: [] },
);

/** What is stored once changes were written under replacing lists. */
function applied(stored: Policy, written: Readonly<Record<string, unknown>>): Policy {
  const rules = Object.entries(written).filter(([field]) => !LISTS.includes(field));
  const lists = Object.entries(written).filter(([field]) => LISTS.includes(field));
  return {
    ...stored,
    rules: { ...stored.rules, ...Object.fromEntries(rules) },
    ...Object.fromEntries(lists),
  };
}

const stored = (rules: Policy['rules'], blocked: readonly unknown[] = []): Policy =>
  policySchema.parse({ version: '1', rules, blocked_packages: blocked, blocked_maintainers: [] });

describe('mergePolicy', () => {
  it('keeps the changes as they are when nobody else changed anything', () => {
    fc.assert(
      fc.property(policy, changes, (base, mine) => {
        const { conflicts, byOthers, ...merged } = mergePolicy(base, mine, {
          ...base,
          version: '9',
        } as Policy);
        expect([conflicts, byOthers]).toEqual([[], []]);
        const [wanted, written] = [applied(base, mine), applied(base, merged.changes)];
        for (const field of [...RULES, ...LISTS]) {
          expect(isSameContent(valueOfField(written, field), valueOfField(wanted, field))).toBe(true);
        }
      }),
    );
  });

  it('writes nothing that is not changed, and changes nothing that only others changed', () => {
    fc.assert(
      fc.property(policy, changes, policy, (base, mine, theirs) => {
        const merged = mergePolicy(base, mine, theirs);
        for (const [field, value] of Object.entries(merged.changes)) {
          expect(Object.keys(mine)).toContain(field);
          expect(value).not.toEqual(valueOfField(theirs, field));
        }
        expect(mergePolicy(base, {}, theirs).changes).toEqual({});
      }),
    );
  });

  it('loses no change of either side without a conflict that tells of it', () => {
    const has = (elements: unknown, one: unknown) =>
      (elements as readonly unknown[]).some((each) => isSameContent(each, one));
    fc.assert(
      fc.property(policy, changes, policy, (base, mine, theirs) => {
        const { changes: written, conflicts } = mergePolicy(base, mine, theirs);
        const result = applied(theirs, written);
        for (const [field, wanted] of Object.entries(mine)) {
          const [was, now, is] = [base, theirs, result].map((each) => valueOfField(each, field));
          if (conflicts.some((conflict) => conflict.field === field) || isSameContent(wanted, was)) {
            continue;
          }
          if (![was, wanted, now].every(Array.isArray)) {
            expect(is).toEqual(wanted);
            continue;
          }
          for (const one of [...(was as []), ...(wanted as []), ...(now as [])]) {
            const [inBase, inMine, inTheirs] = [was, wanted, now].map((side) => has(side, one));
            const expected = inMine === inBase ? inTheirs : inMine;
            expect(has(is, one)).toBe(expected);
          }
        }
      }),
    );
  });

  it('is done once it was done: merging the outcome again, or after writing it, changes nothing more', () => {
    fc.assert(
      fc.property(policy, changes, policy, (base, mine, theirs) => {
        const once = mergePolicy(base, mine, theirs);
        const again = mergePolicy(theirs, once.changes, theirs);
        expect(again).toEqual({ changes: once.changes, conflicts: [], byOthers: [] });
        expect(mergePolicy(theirs, once.changes, applied(theirs, once.changes)).changes).toEqual({});
      }),
    );
  });

  it('settles a conflict for one side and keeps what the other side did elsewhere', () => {
    const base = stored({}, [{ name: 'a', reason: 'old' }, { name: 'b' }]);
    const theirs = stored({}, [{ name: 'a', reason: 'theirs' }, { name: 'b' }, { name: 'theirs' }]);
    const wanted = [{ name: 'a', reason: 'mine' }, { name: 'mine' }];
    const { changes: written, conflicts } = mergePolicy(base, { blocked_packages: wanted }, theirs);
    expect(written).toEqual({});
    expect(conflicts).toEqual([
      {
        field: 'blocked_packages',
        base: base.blocked_packages,
        mine: wanted,
        theirs: theirs.blocked_packages,
        keepingMine: [{ name: 'theirs' }, { name: 'mine' }, { name: 'a', reason: 'mine' }],
        keepingTheirs: [{ name: 'a', reason: 'theirs' }, { name: 'theirs' }, { name: 'mine' }],
        elements: [
          {
            base: [{ name: 'a', reason: 'old' }],
            mine: [{ name: 'a', reason: 'mine' }],
            theirs: [{ name: 'a', reason: 'theirs' }],
          },
        ],
      },
    ]);
  });

  it.each([
    ['I removed what they changed', [], [{ name: 'a', reason: 'theirs' }]],
    ['they removed what I changed', [{ name: 'a', reason: 'mine' }], []],
  ])('is in conflict when %s', (_what, mine, theirs) => {
    const base = stored({}, [{ name: 'a', reason: 'old' }]);
    const { conflicts } = mergePolicy(base, { blocked_packages: mine }, stored({}, theirs));
    expect(conflicts).toMatchObject([{ keepingMine: mine, keepingTheirs: theirs }]);
  });

  it('agrees when both sides decided the same', () => {
    const both = mergePolicy(
      stored({ min_scorecard: 5 }, ['a']),
      { min_scorecard: 6, blocked_packages: ['b'] },
      stored({ min_scorecard: 6 }, ['b']),
    );
    expect(both).toMatchObject({ changes: {}, conflicts: [] });
    expect(both.byOthers.map(({ field }) => field)).toEqual(['min_scorecard', 'blocked_packages']);
  });

  it('tells a rule that both changed, each in its way', () => {
    const merged = mergePolicy(
      stored({ min_scorecard: 5, typosquat_action: 'review' }),
      { min_scorecard: 6, typosquat_action: 'block' },
      stored({ min_scorecard: 7, typosquat_action: 'review', future: 1 }),
    );
    expect(merged).toEqual({
      changes: { typosquat_action: 'block' },
      conflicts: [{ field: 'min_scorecard', base: 5, mine: 6, theirs: 7, keepingMine: 6, keepingTheirs: 7 }],
      byOthers: [
        { field: 'min_scorecard', base: 5, theirs: 7 },
        { field: 'future', base: undefined, theirs: 1 },
      ],
    });
  });
});
