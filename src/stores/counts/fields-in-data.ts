import { flatEntries } from '../../lib/flat-record.ts';
import type { ListQuery } from '../query/query-fields.ts';

/** Records that are looked at for their fields, and so many fields are offered at most. */
export const LOOKED_AT = 300;
const MOST_FIELDS = 30;

/** A longer name or value says nothing that rows would be counted by. */
const LONGEST_NAME = 60;
const LONGEST_VALUE = 200;

/** A field that differs in more than half of the rows names each of them, and counts nothing. */
const MOST_DIFFERENT = 0.5;
const LEAST_TO_JUDGE = 20;

/**
 * The fields that some records have beside those that can be asked for by a name of their own, by their paths, those that
 * occur first at the front. Fields that are different in nearly every record are left out.
 */
export function fieldsInData(
  records: readonly unknown[],
  { fields, times }: Pick<ListQuery, 'fields' | 'times'>,
): readonly string[] {
  const named = new Set([...fields.flatMap(({ paths }) => paths), ...times]);
  const found = new Map<string, { count: number; readonly values: Set<unknown> }>();
  for (const record of records.slice(0, LOOKED_AT)) {
    if (typeof record === 'object' && record !== null) {
      for (const [path, value] of flatEntries(record as Readonly<Record<string, unknown>>)) {
        if (!named.has(path.toLowerCase()) && path.length <= LONGEST_NAME && isCountable(value)) {
          const known = found.get(path) ?? { count: 0, values: new Set() };
          known.count++;
          known.values.add(typeof value === 'object' ? JSON.stringify(value) : value);
          found.set(path, known);
        }
      }
    }
  }
  return [...found]
    .filter(
      ([, { count, values }]) => count < LEAST_TO_JUDGE || values.size <= Math.max(2, count * MOST_DIFFERENT),
    )
    .map(([path]) => path)
    .slice(0, MOST_FIELDS);
}

function isCountable(value: unknown): boolean {
  return Array.isArray(value)
    ? value.length > 0 && value.every((each) => typeof each === 'string' && each.length <= LONGEST_VALUE)
    : typeof value === 'boolean' ||
        typeof value === 'number' ||
        (typeof value === 'string' && value !== '' && value.length <= LONGEST_VALUE);
}
