/**
 * Whether two values are the same JSON, whatever the order of an object's fields and of a list's elements: a server may
 * sort what it stores.
 */
export function isSameValue(left: unknown, right: unknown): boolean {
  return sameValueKey(left) === sameValueKey(right);
}

/** A text that two values have in common exactly when they are the same by `isSameValue`, to look them up by. */
export function sameValueKey(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(sameValueKey).sort().join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, field]) => `${JSON.stringify(name)}:${sameValueKey(field)}`,
    );
    return `{${fields.sort().join(',')}}`;
  }
  return JSON.stringify(value) ?? 'undefined';
}
