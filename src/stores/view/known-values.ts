import { isExactNumber } from '../../lib/exact-json.ts';
import type { ListId } from '../base/tab.ts';
import type { QueryField } from '../query/query-fields.ts';
import { textsAt } from '../query/record-leaves.ts';
import { LISTS, type ListsSlice } from './lists.ts';

/** So many records are looked at for names, and for values: a key that is typed must not wait. */
const FOR_NAMES = 20;
const FOR_VALUES = 200;
const DEEPEST = 6;

/** The names of fields that the records of a list are seen to have. */
export function namesInList(stores: ListsSlice, list: ListId): readonly string[] {
  return namesIn(LISTS[list].known(stores, FOR_NAMES));
}

/** Values that a field of a list is seen to have, the likeliest first. */
export function valuesInList(stores: ListsSlice, list: ListId, field: QueryField): readonly string[] {
  return [
    ...new Set([
      ...(LISTS[list].found?.known(stores, field) ?? []),
      ...valuesIn(LISTS[list].known(stores, FOR_VALUES), field),
    ]),
  ];
}

/** The names of fields that the first of some records are seen to have, those of parts joined by dots. */
export function namesIn(records: readonly unknown[]): readonly string[] {
  const names = new Set<string>();
  for (const record of records.slice(0, FOR_NAMES)) {
    collectNames(record, '', names, DEEPEST);
  }
  return [...names];
}

function collectNames(value: unknown, prefix: string, names: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || isExactNumber(value) || depth === 0) {
    names.add(prefix);
  } else if (Array.isArray(value)) {
    value.slice(0, 3).forEach((item) => collectNames(item, prefix, names, depth - 1));
  } else {
    for (const [name, inner] of Object.entries(value)) {
      // Other names could not be typed before a colon.
      if (/^[\p{L}_$@][\p{L}\p{N}_$@.-]*$/u.test(name)) {
        collectNames(inner, prefix === '' ? name : `${prefix}.${name}`, names, depth - 1);
      }
    }
  }
}

/** Values that a field has in the first of some records, the most frequent first, behind those that the specification names. */
export function valuesIn(records: readonly unknown[], field: QueryField): readonly string[] {
  const counts = new Map<string, number>();
  for (const record of records.slice(0, FOR_VALUES)) {
    for (const text of textsAt(record, field.paths)) {
      counts.set(text, (counts.get(text) ?? 0) + 1);
    }
  }
  const seen = [...counts].sort((left, right) => right[1] - left[1]).map(([text]) => text);
  return [...new Set([...(field.values ?? []), ...seen])];
}
