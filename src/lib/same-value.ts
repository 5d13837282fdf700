import { isSameJson } from './same-json.ts';
import { unmatchedElements } from './unmatched-elements.ts';

/**
 * Whether two values are the same JSON, whatever the order of an object's fields and of a list's elements: a server may
 * sort what it stores.
 */
export function isSameValue(left: unknown, right: unknown): boolean {
  if (isSameJson(left, right)) {
    return true;
  }
  return Array.isArray(left) && Array.isArray(right)
    ? haveSameElements(left, right)
    : sameValueKey(left) === sameValueKey(right);
}

/** Lists may be long, and differ by little. */
function haveSameElements(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) {
    return false;
  }
  const [ofLeft, ofRight] = unmatchedElements(left, right);
  const counts = new Map<string, number>();
  for (const element of ofLeft) {
    const key = sameValueKey(element);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return ofRight.every((element) => {
    const key = sameValueKey(element);
    const count = counts.get(key) ?? 0;
    counts.set(key, count - 1);
    return count > 0;
  });
}

/** Keys of objects that were asked for once: the elements of long lists are compared again and again. */
const known = new WeakMap<object, string>();

/**
 * A text that two values have in common exactly when they are the same by `isSameValue`, to look them up by. Objects are
 * not to be changed after it was asked for.
 */
export function sameValueKey(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(sameValueKey).sort().join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const key = known.get(value) ?? keyOfObject(value);
    known.set(value, key);
    return key;
  }
  return JSON.stringify(value) ?? 'undefined';
}

function keyOfObject(value: object): string {
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${sameValueKey(field)}`,
  );
  return `{${fields.sort().join(',')}}`;
}
