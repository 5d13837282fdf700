import { isExactNumber } from './exact-json.ts';
import { ownValue } from './own-value.ts';

/**
 * Whether two values that were read from JSON are the same, fields in the same order included. Made for comparing whole
 * lists with what they were, most of which is the same.
 */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) {
    return true;
  }
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return Object.is(left, right);
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameJson(item, right[index]))
    );
  }
  if (isExactNumber(left) || isExactNumber(right)) {
    return isExactNumber(left) && isExactNumber(right) && left.rawJSON === right.rawJSON;
  }
  return hasSameFields(left as Fields, right as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

function hasSameFields(left: Fields, right: Fields): boolean {
  const names = Object.keys(left);
  const others = Object.keys(right);
  return (
    names.length === others.length &&
    names.every(
      (name, index) => name === others[index] && isSameJson(ownValue(left, name), ownValue(right, name)),
    )
  );
}
