import type { Policy } from '../../contract/policy.ts';
import { isSameJson } from '../../lib/same-json.ts';
import { isSameValue, sameValueKey } from '../../lib/same-value.ts';
import { subjectOfElement } from './element-subject.ts';
import { changesOfList, type ListChanges } from './list-changes.ts';
import { BLOCKED_LISTS, valueOfField } from './policy-fields.ts';

/** A field whose value somebody else changed. */
export interface ChangeByOthers {
  readonly field: string;
  readonly base: unknown;
  readonly theirs: unknown;
}

/** One thing in a list that both sides changed, each in its way: what each side has of it, nothing when it was removed. */
export interface ElementConflict {
  readonly base: readonly unknown[];
  readonly mine: readonly unknown[];
  readonly theirs: readonly unknown[];
}

/** A field that both sides changed, each in its way. */
export interface PolicyConflict extends ChangeByOthers {
  readonly mine: unknown;
  /** What the field becomes when my side is kept where they disagree; all else of both sides is in it. */
  readonly keepingMine: unknown;
  /** What the field becomes when their side is kept where they disagree. */
  readonly keepingTheirs: unknown;
  /** Of a list: the things that are in conflict. */
  readonly elements?: readonly ElementConflict[];
}

export interface PolicyMerge {
  /** What is still to be written on top of `theirs`, by field, the fields in conflict left aside. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly conflicts: readonly PolicyConflict[];
  /** Every field whose content differs between `base` and `theirs`. A new version or time alone is none. */
  readonly byOthers: readonly ChangeByOthers[];
}

/**
 * Merges changes that were decided on while `base` was stored into what is stored now, rule by rule and, in lists, element
 * by element, so that neither side's change is lost. Lists are sets: elements are the same when they are deeply equal,
 * and neither their order nor how often one occurs counts. A change that `theirs` holds already is dropped. Of a list, an
 * element is in conflict when both sides changed what is about the same thing and do not agree; of a rule, its value.
 */
export function mergePolicy(
  base: Policy,
  mine: Readonly<Record<string, unknown>>,
  theirs: Policy,
): PolicyMerge {
  const changes: [string, unknown][] = [];
  const conflicts: PolicyConflict[] = [];
  for (const [field, wanted] of Object.entries(mine)) {
    const merged = mergeField(field, valueOfField(base, field), wanted, valueOfField(theirs, field));
    if (merged === undefined) {
      continue;
    }
    if ('conflict' in merged) {
      conflicts.push(merged.conflict);
    } else {
      changes.push([field, merged.value]);
    }
  }
  return { changes: Object.fromEntries(changes), conflicts, byOthers: changesByOthers(base, theirs) };
}

/** Every field whose content differs between two policies; the order of a list's elements is no difference. */
export function changesByOthers(base: Policy, theirs: Policy): readonly ChangeByOthers[] {
  const fields = new Set([
    ...Object.keys(base.rules ?? {}),
    ...Object.keys(theirs.rules ?? {}),
    ...BLOCKED_LISTS,
  ]);
  return [...fields].flatMap((field) => {
    const change = { field, base: valueOfField(base, field), theirs: valueOfField(theirs, field) };
    return isSameContent(change.base, change.theirs) ? [] : [change];
  });
}

/** Whether two values of a field mean the same: of lists, that each holds all elements of the other. */
export function isSameContent(left: unknown, right: unknown): boolean {
  if (isSameJson(left, right)) {
    return true;
  }
  if (!isList(left) || !isList(right)) {
    return isSameValue(left, right);
  }
  const { added, removed } = changesOfList(left, right);
  return added.length === 0 && removed.length === 0;
}

export type MergedField = { readonly value: unknown } | { readonly conflict: PolicyConflict } | undefined;

/** The value that is to be written over `theirs`; undefined when nothing is left to be written. */
function mergeField(field: string, base: unknown, mine: unknown, theirs: unknown): MergedField {
  if (isSameValue(mine, theirs) || isSameValue(mine, base)) {
    return undefined;
  }
  if (isSameContent(base, theirs)) {
    return { value: mine };
  }
  if (isList(base) && isList(mine) && isList(theirs)) {
    return mergeLists(field, base, mine, theirs);
  }
  return { conflict: { field, base, mine, theirs, keepingMine: mine, keepingTheirs: theirs } };
}

/** Merges two changes of a list, as `mergePolicy` does; undefined when `theirs` has all of mine already. */
export function mergeLists(
  field: string,
  base: readonly unknown[],
  mine: readonly unknown[],
  theirs: readonly unknown[],
): MergedField {
  const [myChanges, theirChanges] = [changesOfList(base, mine), changesOfList(base, theirs)];
  const theirSubjects = subjectsOf(theirChanges);
  const common = new Set([...subjectsOf(myChanges)].filter((subject) => theirSubjects.has(subject)));
  const [baseOf, mineOf, theirsOf] = [base, mine, theirs].map((list) => elementsAbout(common, list)) as [
    ElementsAbout,
    ElementsAbout,
    ElementsAbout,
  ];
  const disputed = new Set([...common].filter((subject) => !isSameValue(mineOf(subject), theirsOf(subject))));
  const isDisputed = (element: unknown) => disputed.size > 0 && disputed.has(subjectOfElement(element));
  const removed = new Set(myChanges.removed.map(sameValueKey));
  const kept =
    removed.size === 0
      ? theirs
      : theirs.filter((element) => !removed.has(sameValueKey(element)) || isDisputed(element));
  // What is neither in theirs nor was taken away there is mine alone.
  const has = new Set(theirChanges.added.map(sameValueKey));
  const added = myChanges.added.filter((element) => !isDisputed(element) && !has.has(sameValueKey(element)));
  const keepingTheirs = [...kept, ...added];
  if (disputed.size === 0) {
    return isSameContent(keepingTheirs, theirs) ? undefined : { value: keepingTheirs };
  }
  return {
    conflict: {
      field,
      base,
      mine,
      theirs,
      keepingTheirs,
      keepingMine: [
        ...keepingTheirs.filter((element) => !isDisputed(element)),
        ...mine.filter((element) => isDisputed(element)),
      ],
      elements: [...disputed].map((subject) => ({
        base: baseOf(subject),
        mine: mineOf(subject),
        theirs: theirsOf(subject),
      })),
    },
  };
}

/** What the changes of a side are about. */
function subjectsOf({ added, removed }: ListChanges): ReadonlySet<string> {
  return new Set([...added, ...removed].map(subjectOfElement));
}

type ElementsAbout = (subject: string) => readonly unknown[];

/** What a list has of each of these subjects. */
function elementsAbout(subjects: ReadonlySet<string>, list: readonly unknown[]): ElementsAbout {
  const groups = new Map<string, unknown[]>([...subjects].map((subject) => [subject, []]));
  for (const element of subjects.size === 0 ? [] : list) {
    groups.get(subjectOfElement(element))?.push(element);
  }
  return (subject) => groups.get(subject) ?? [];
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
