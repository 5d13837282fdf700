import type { JsonObject } from '../../contract/tolerant.ts';
import { ownValue } from '../../lib/own-value.ts';
import { isSameValue, sameValueKey } from '../../lib/same-value.ts';
import { nameOfElement } from './element-subject.ts';
import { isSameContent } from './merge-policy.ts';

/**
 * Whether a stored value of a policy's field is what was written ("Policy": the element shape of the blocked lists is not
 * shown). Of lists, whether each element of one is in the other; a server may add fields to an element, such as when it was
 * listed, or make an object of a name.
 */
export function containsValue(stored: unknown, written: unknown): boolean {
  return isSameContent(stored, written) || (isList(stored) && isList(written) && holdsList(stored, written));
}

function holdsList(stored: readonly unknown[], written: readonly unknown[]): boolean {
  const byName = Map.groupBy(stored, nameOfElement);
  const kept = new Set<unknown>();
  const isHeld = written.every((element) => {
    const candidates = byName.get(nameOfElement(element)) ?? [];
    const keeping = candidates.filter((candidate) => keeps(candidate, element));
    keeping.forEach((candidate) => kept.add(candidate));
    return keeping.length > 0;
  });
  return isHeld && stored.every((element) => kept.has(element));
}

/** Whether a stored element is a written one, with or without something added. */
function keeps(stored: unknown, written: unknown): boolean {
  if (!isObject(stored)) {
    return sameValueKey(stored) === sameValueKey(written);
  }
  // The names are the same already.
  return (
    typeof written === 'string' ||
    (isObject(written) &&
      Object.entries(written).every(([field, value]) => isSameValue(ownValue(stored, field), value)))
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
