import type { Policy } from '../../contract/policy.ts';
import { ownValue } from '../../lib/own-value.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { subjectOfElement } from './element-subject.ts';
import { changesOfList } from './list-changes.ts';
import { isSameContent } from './merge-policy.ts';
import { valueOfField, withField } from './policy-fields.ts';
import type { OwnWrite } from './policy-draft.ts';

/**
 * What a draft began from, with what this console's own writes did to `stored` since then: what is left to differ from
 * `stored` was done by others. Of a rule that is its value; of a list, each element that was sent or taken out.
 */
export function withOwnWrites(base: Policy, writes: readonly OwnWrite[], stored: Policy): Policy {
  let explained = base;
  for (const write of writes) {
    for (const field of Object.keys(write.changes)) {
      explained = withField(explained, field, explainField(explained, write, stored, field));
    }
  }
  return explained;
}

function explainField(explained: Policy, write: OwnWrite, stored: Policy, field: string): unknown {
  const [known, is] = [valueOfField(explained, field), valueOfField(stored, field)];
  const [had, sent] = [valueOfField(write.base, field), ownValue(write.changes, field)];
  if (!isList(known) || !isList(is) || !isList(had) || !isList(sent)) {
    return isSameContent(sent, is) ? is : known;
  }
  // A server may store an element with more than was sent of it.
  const added = new Set(without(sent, had).map(subjectOfElement));
  const gone = keysOf(without(without(had, sent), is));
  return [
    ...known.filter((element) => !gone.has(sameValueKey(element))),
    ...without(without(is, had), known).filter((element) => added.has(subjectOfElement(element))),
  ];
}

function without(list: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  return changesOfList(others, list).added;
}

function keysOf(list: readonly unknown[]): ReadonlySet<string> {
  return new Set(list.map(sameValueKey));
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}
