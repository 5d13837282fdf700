import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { sameValueKey } from '../../../src/lib/same-value.ts';
import { asUntrusted } from '../../../src/lib/untrusted.ts';
import { describeElement } from '../../../src/stores/policy/describe-element.ts';
import { keepUnchanged } from '../../../src/stores/policy/keep-unchanged.ts';
import { changesOfList } from '../../../src/stores/policy/list-changes.ts';
import { listRows, type ListRow } from '../../../src/stores/policy/list-rows.ts';
import { samplePolicy } from '../../helpers/sample-data.ts';

const NAMES = ['a', 'b', 'c', 'd', 'left-pad'];
const element = fc.oneof(
  fc.constantFrom(...NAMES),
  fc.record({ name: fc.constantFrom(...NAMES), version: fc.constantFrom('1', '2') }),
  fc.constantFrom(1, null),
);
const elements = fc.array(element, { maxLength: 40 });

/** A list and what a draft made of it: some elements taken out, others put in anywhere; what stays stays the same thing. */
const drafted = fc
  .tuple(elements, fc.array(fc.nat(40)), fc.array(fc.tuple(fc.nat(40), element), { maxLength: 30 }))
  .map(([stored, taken, put]) => {
    const kept = stored.filter((_, index) => !taken.includes(index));
    put.forEach(([place, added]) => kept.splice(place, 0, added));
    return [stored, kept] as const;
  });

describe('what a draft makes of a list', () => {
  it('is what is in one of the two and not in the other', () => {
    fc.assert(
      fc.property(drafted, ([stored, draft]) => {
        const [had, has] = [stored, draft].map((list) => new Set(list.map(sameValueKey))) as [
          Set<string>,
          Set<string>,
        ];
        const { added, removed } = changesOfList(stored, draft);
        const sorted = (list: readonly unknown[]) => list.map(sameValueKey).sort();
        expect(sorted(added)).toEqual(sorted(draft.filter((each) => !had.has(sameValueKey(each)))));
        expect(sorted(removed)).toEqual(sorted(stored.filter((each) => !has.has(sameValueKey(each)))));
      }),
    );
  });

  it('is shown at its place, each row under an id of its own, by which it is found', () => {
    fc.assert(
      fc.property(drafted, fc.constantFrom('', 'A', 'pad'), ([stored, draft], search) => {
        const has = new Set(draft.map(sameValueKey));
        const had = new Set(stored.map(sameValueKey));
        const expected = [
          ...stored.map((each) => [
            has.has(sameValueKey(each)) ? 'stored' : 'removed',
            describeElement(each),
          ]),
          ...draft
            .filter((each) => !had.has(sameValueKey(each)))
            .map((each) => ['added', describeElement(each)]),
        ].filter(([, text]) => text?.toLowerCase().includes(search.toLowerCase()));
        const { rows, places } = listRows(stored, draft, search, describeElement);
        const told = ({ state, text }: ListRow) => [state, text];
        expect(rows.map(told).slice(0, stored.length)).toEqual(expected.slice(0, stored.length));
        expect(rows.map(told).toSorted()).toEqual(expected.toSorted());
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        expect(places.length).toBe(rows.length);
        rows.forEach(({ id }, place) => {
          expect([places.indexOf(id), places.idAt(place)]).toEqual([place, id]);
        });
      }),
    );
  });

  it('is read only where it is looked at, however long the list is', () => {
    const stored = Array.from({ length: 130_000 }, (_, index) => `package-${index}`);
    let asked = 0;
    const describing = (each: unknown) => {
      asked++;
      return asUntrusted(String(each));
    };
    const { rows } = listRows(stored, [...stored.slice(1), 'one more'], '', describing);
    expect([rows.length, rows.at(0)?.text, rows.at(-1)?.text]).toEqual([130_001, 'package-0', 'one more']);
    expect(asked).toBe(2);
  });
});

it('a policy that was read again keeps the elements that are known, and says what was read', () => {
  const listed = (...names: readonly string[]) =>
    samplePolicy({}, { blocked_packages: names.map((name) => ({ name })) });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'b', 'c')),
      fc.array(fc.constantFrom('a', 'b', 'c')),
      (one, two) => {
        const [known, read] = [listed(...one), listed(...two)];
        expect(keepUnchanged(known, read)).toEqual(read);
        expect(keepUnchanged(known, listed(...one)).blocked_packages).toBe(known.blocked_packages);
        const more = keepUnchanged(known, listed('x', ...one)).blocked_packages;
        expect(more?.slice(1).every((each, index) => each === known.blocked_packages?.[index])).toBe(true);
      },
    ),
  );
});
