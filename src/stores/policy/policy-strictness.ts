import { findPolicyRule, type FlagRule } from '../../contract/policy-rules.ts';
import { changesOfList } from './list-changes.ts';
import { isBlockedList } from './policy-fields.ts';

/** Whether a change blocks more, blocks less, or cannot be said to do either. */
export type Strictness = 'tightens' | 'loosens' | 'unclear';

/** How many changes go which way. */
export type EffectCounts = Readonly<Record<Strictness, number>>;

/**
 * Which way a change of a rule or a blocked list goes. A typosquat threshold is a similarity from which a name counts as
 * a look-alike, so a lower one catches more ("Policy"). A rule that is not in the specification is unclear, and so is one
 * that was not set before, unless its new value is the strictest there is.
 */
export function strictnessOf(field: string, before: unknown, after: unknown): Strictness {
  if (isBlockedList(field)) {
    return compareLists(before, after, 'tightens');
  }
  const rule = findPolicyRule(field);
  switch (rule?.kind) {
    case undefined:
      return 'unclear';
    case 'number': {
      if (typeof before !== 'number' || typeof after !== 'number' || before === after) {
        return 'unclear';
      }
      return after > before === (rule.stricter === 'higher') ? 'tightens' : 'loosens';
    }
    case 'flag':
      return compareFlags(rule, before, after);
    case 'choice': {
      const from = rule.choices.indexOf(before as string);
      const to = rule.choices.indexOf(after as string);
      return from < 0 || to < 0 || from === to ? 'unclear' : to > from ? 'tightens' : 'loosens';
    }
    case 'licences':
      return isEndless(before) || isEndless(after) ? 'unclear' : compareLists(before, after, 'loosens');
  }
}

/** Which way it goes that an element comes into a list or leaves it, or becomes another one about the same thing. */
export function strictnessOfElement(
  field: string,
  how: 'added' | 'removed' | 'edited',
  lists: { readonly before: readonly unknown[]; readonly after: readonly unknown[] },
): Strictness {
  if (how === 'edited') {
    return 'unclear';
  }
  if (isBlockedList(field)) {
    return how === 'added' ? 'tightens' : 'loosens';
  }
  return findPolicyRule(field)?.kind !== 'licences' || isEndless(lists.before) || isEndless(lists.after)
    ? 'unclear'
    : how === 'added'
      ? 'loosens'
      : 'tightens';
}

/** A list of allowed licences without an element: a server may take it for none or for all of them. */
function isEndless(list: unknown): boolean {
  return !Array.isArray(list) || list.length === 0;
}

function compareFlags({ stricter }: FlagRule, before: unknown, after: unknown): Strictness {
  if (typeof after !== 'boolean' || before === after) {
    return 'unclear';
  }
  return after === stricter ? 'tightens' : typeof before === 'boolean' ? 'loosens' : 'unclear';
}

/** A list that only grew goes the way that growing means; one that only shrank goes the other. */
function compareLists(before: unknown, after: unknown, growing: 'tightens' | 'loosens'): Strictness {
  const changes = changesOfList(asList(before), asList(after));
  const [added, removed] = [changes.added.length > 0, changes.removed.length > 0];
  if (added === removed) {
    return 'unclear';
  }
  const shrinking = growing === 'tightens' ? 'loosens' : 'tightens';
  return added ? growing : shrinking;
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
