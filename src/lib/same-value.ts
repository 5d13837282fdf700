/**
 * Whether two values are the same JSON, whatever the order of an object's fields and of a list's elements: a server may
 * sort what it stores.
 */
export function isSameValue(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(canonical).sort().join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`,
    );
    return `{${fields.sort().join(',')}}`;
  }
  return JSON.stringify(value) ?? 'undefined';
}
