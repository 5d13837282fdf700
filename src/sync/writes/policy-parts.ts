import { append } from '../../lib/long-lists.ts';
import type { Policy } from '../../contract/policy.ts';
import { named } from '../../lib/named.ts';
import { containsValue } from '../../stores/policy/contains-value.ts';
import { isSameContent } from '../../stores/policy/merge-policy.ts';
import { quotedJson } from '../../stores/policy/describe-element.ts';
import { isShown, valueOfField } from '../../stores/policy/policy-fields.ts';
import { elementsWithout, isList, missingFrom, namedElements, notHeldBy } from './policy-elements.ts';
import { ageOf } from './policy-marks.ts';

type Changes = Readonly<Record<string, unknown>>;

/** What is seen of a change of the policy, by rule and by element of a list, as sentences quote it. */
export interface PolicyParts {
  /** What took effect: "min_scorecard is 7", "blocked_packages has evil". */
  readonly took: readonly string[];
  /** What did not: "review_scorecard is 5, not 8", "blocked_packages lacks worse". */
  readonly missing: readonly string[];
  /** Fields that are not as they were written, or not shown at all. */
  readonly fields: readonly string[];
  /** Fields that the server does not show, of which nothing can be said. */
  readonly hidden: readonly string[];
}

/** What is seen of a change in the policy as it was read after it; `before` is as it was sent on, where that is known. */
export function partsOf(changes: Changes, after: Policy, before?: Policy): PolicyParts {
  const [took, missing, fields, hidden]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const [field, wanted] of Object.entries(changes)) {
    if (isHeld(after, field, wanted, before)) {
      append(took, tookText(field, wanted, valueOfField(after, field), before));
      continue;
    }
    fields.push(field);
    if (!isShown(after, field)) {
      hidden.push(field);
      continue;
    }
    const is = valueOfField(after, field);
    append(took, isList(wanted) && isList(is) ? tookText(field, wanted, is, before) : []);
    append(missing, missingTexts(field, wanted, is, before && valueOfField(before, field)));
  }
  return { took, missing, fields, hidden };
}

/**
 * Whether a field is read to be as it was written: one that the server does not show is not. Of a list of which it is known what it
 * was `before`, whether what was added is in there and what was taken out is not: what others did to it is not ours.
 */
export function isHeld(policy: Policy, field: string, wanted: unknown, before?: Policy): boolean {
  if (!isShown(policy, field)) {
    return false;
  }
  const is = valueOfField(policy, field);
  return containsValue(is, wanted) || isListDone(wanted, is, before && valueOfField(before, field));
}

function isListDone(wanted: unknown, is: unknown, had: unknown): boolean {
  if (!isList(wanted) || !isList(is) || !isList(had)) {
    return false;
  }
  const added = elementsWithout(wanted, had);
  const removed = missingFrom(had, wanted);
  return (
    added.length + removed.length > 0 &&
    notHeldBy(is, added).length === 0 &&
    missingFrom(removed, is).length === removed.length
  );
}

/** What is seen in lists that were changed and is the doing of others, by field, as a sentence quotes it. */
export function besides(
  changes: Changes,
  before: Policy,
  after: Policy,
): readonly { readonly field: string; readonly text: string }[] {
  return Object.entries(changes).flatMap(([field, wanted]) => {
    const [had, is] = [valueOfField(before, field), valueOfField(after, field)];
    if (!isList(wanted) || !isList(had) || !isList(is)) {
      return [];
    }
    const more = missingFrom(missingFrom(is, wanted), had);
    const gone = missingFrom(missingFrom(had, missingFrom(had, wanted)), is);
    const parts = [
      ...(more.length === 0 ? [] : [`has ${namedElements(more)}`]),
      ...(gone.length === 0 ? [] : [`is without ${namedElements(gone)}`]),
    ];
    return parts.length === 0 ? [] : [{ field, text: `${named(field)} ${parts.join(' and ')}` }];
  });
}

/** What of a field is as it was written and was not so before. */
function tookText(
  field: string,
  wanted: unknown,
  is: unknown,
  before: Policy | undefined,
): readonly string[] {
  const was = before && valueOfField(before, field);
  if (!isList(wanted) || !isList(is)) {
    return before !== undefined && isSameContent(was, wanted)
      ? []
      : [`${named(field)} is ${quotedJson(field, wanted)}`];
  }
  const had = isList(was) ? was : [];
  const added = missingFrom(wanted, had);
  const removed = missingFrom(had, wanted);
  const [has, without] = [missingFrom(added, missingFrom(added, is)), missingFrom(removed, is)];
  return [
    ...(has.length === 0 ? [] : [`${named(field)} has ${namedElements(has)}`]),
    ...(without.length === 0 ? [] : [`${named(field)} is without ${namedElements(without)}`]),
  ];
}

function missingTexts(field: string, wanted: unknown, is: unknown, had: unknown): readonly string[] {
  if (!isList(wanted) || !isList(is)) {
    return [`${named(field)} is ${quotedJson(field, is)}, not ${quotedJson(field, wanted)}`];
  }
  const [lacking, others] = [missingFrom(wanted, is), missingFrom(is, wanted)];
  const isKnown = isList(had);
  const back = isKnown ? missingFrom(others, missingFrom(others, had)) : [];
  const more = isKnown ? [] : others;
  const parts = [
    ...(lacking.length === 0 ? [] : [`lacks ${namedElements(lacking)}`]),
    ...(back.length === 0 ? [] : [`still has ${namedElements(back)}, which was taken out`]),
    ...(more.length === 0 ? [] : [`has ${namedElements(more)}, which was not written`]),
  ];
  // The same names with other details.
  return [`${named(field)} ${parts.length === 0 ? 'is otherwise' : parts.join(' and ')}`];
}

/** What another change had made of the policy, and a change of ours overwrote without having read it. */
export interface Overwritten {
  readonly field: string;
  /** What the other change did: it added an element to a list, removed one, or gave a rule a value. */
  readonly change: 'added' | 'removed' | 'set';
  readonly value: unknown;
}

/**
 * What others had changed after `fresh` was read and before ours was carried out, and is gone after it: of what was read in
 * between, as far as the server's marks say that it is newer than `fresh`.
 */
export function overwrittenBy(
  changes: Changes,
  fresh: Policy,
  between: readonly Policy[],
  after: Policy,
): readonly Overwritten[] {
  const found: Overwritten[] = [];
  for (const seen of between.filter(
    (each) => ageOf(each, fresh) === 'newer' && ageOf(each, after) === 'older',
  )) {
    for (const [field, wanted] of Object.entries(changes)) {
      const lost = overwrittenIn(
        field,
        wanted,
        [fresh, seen, after].map((policy) => valueOfField(policy, field)),
      );
      append(
        found,
        lost.filter((each) => !found.some((known) => isSameOverwritten(known, each))),
      );
    }
  }
  return found;
}

function overwrittenIn(
  field: string,
  wanted: unknown,
  [had, seen, is]: readonly unknown[],
): readonly Overwritten[] {
  if (!isList(wanted) || !isList(had) || !isList(seen) || !isList(is)) {
    return isSameContent(seen, had) || isSameContent(seen, wanted) || !isSameContent(is, wanted)
      ? []
      : [{ field, change: 'set', value: seen }];
  }
  const added = missingFrom(missingFrom(missingFrom(seen, had), wanted), is);
  const back = missingFrom(had, seen).filter((element) => missingFrom([element], is).length === 0);
  return [
    ...added.map((value): Overwritten => ({ field, change: 'added', value })),
    ...back.map((value): Overwritten => ({ field, change: 'removed', value })),
  ];
}

function isSameOverwritten(one: Overwritten, other: Overwritten): boolean {
  return (
    one.field === other.field && one.change === other.change && isSameContent([one.value], [other.value])
  );
}

/** What was overwritten, to end a sentence: "blocked_packages had evil added". */
export function overwrittenText(overwritten: readonly Overwritten[]): string {
  const groups = Map.groupBy(overwritten, ({ field, change }) => JSON.stringify([field, change]));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) {
        return [];
      }
      const { field, change, value } = first;
      const names = namedElements(group.map((each) => each.value));
      return change === 'set'
        ? [`${named(field)} was ${quotedJson(field, value)}`]
        : [`${named(field)} had ${names} ${change === 'added' ? 'added' : 'taken out'}`];
    })
    .join(', ');
}
