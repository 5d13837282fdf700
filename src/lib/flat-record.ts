import { isExactNumber } from './exact-json.ts';

/** What lies deeper in a record is one value. */
const DEEPEST = 8;

/**
 * The fields of a record that hold a value, those of nested objects as `usage.input_tokens`; lists stay whole. Entries, not
 * an object, since a field may be called `__proto__`.
 */
export function flatEntries(
  record: Readonly<Record<string, unknown>>,
  prefix = '',
  depth = 0,
): readonly (readonly [path: string, value: unknown])[] {
  return Object.entries(record).flatMap(([name, field]) =>
    depth < DEEPEST &&
    typeof field === 'object' &&
    field !== null &&
    !Array.isArray(field) &&
    !isExactNumber(field)
      ? flatEntries(field as Readonly<Record<string, unknown>>, `${prefix}${name}.`, depth + 1)
      : [[`${prefix}${name}`, field] as const],
  );
}
