import type { Sorting } from '../base/list-view.ts';
import { MACHINES, measuresOf, sharesOf, type CountedListId, type CountMeasure } from './count-measures.ts';
import type { CountGroup } from './counts.ts';

/** By what counts are put in order. */
export interface CountOrder {
  readonly column: string;
  readonly meaning: string;
  /** Which way it goes when it is chosen first. */
  readonly descending: boolean;
}

type Key = number | string | undefined;

/** What groups are sorted by, by the title of the column. */
const OTHER_KEYS: readonly (CountOrder & { readonly keyOf: (group: CountGroup) => Key })[] = [
  { column: MACHINES.title, meaning: MACHINES.meaning, descending: true, keyOf: MACHINES.valueOf },
  { column: 'FIRST', meaning: 'first time', descending: false, keyOf: ({ first }) => first },
  { column: 'LAST', meaning: 'last time', descending: true, keyOf: ({ last }) => last },
  { column: 'VALUE', meaning: 'the value itself', descending: false, keyOf: ({ values }) => values[0] },
];

function keysOf(list: CountedListId): typeof OTHER_KEYS {
  return [
    ...[...measuresOf(list), ...sharesOf(list)].map(({ title, meaning, valueOf }) => ({
      ...{ column: title, meaning, descending: true },
      keyOf: valueOf,
    })),
    ...OTHER_KEYS,
  ];
}

/** What the groups of a list can be sorted by. */
export function countOrders(list: CountedListId): readonly CountOrder[] {
  return keysOf(list);
}

/** How the groups of a list stand by themselves: those that cost most first, of all other lists the most frequent. */
export function usualCountOrder(list: CountedListId): Sorting {
  return { column: list === 'llm' ? 'COST' : (measuresOf(list)[0]?.title ?? ''), descending: true };
}

/** By what the groups of a list can be sorted on the command line: the columns as they are exported, which way each goes. */
export function exportedOrder(list: CountedListId, name: string): Sorting | undefined {
  const measure = [...measuresOf(list), ...sharesOf(list), MACHINES].find((each) => each.name === name);
  const column = measure?.title ?? OTHER_KEYS.find((key) => key.column.toLowerCase() === name)?.column;
  const order = keysOf(list).find((key) => key.column === column);
  return order && { column: order.column, descending: order.descending };
}

/** The names that `exportedOrder` knows. */
export function exportedOrders(list: CountedListId): readonly string[] {
  return [
    ...[...measuresOf(list), ...sharesOf(list), MACHINES].map(({ name }) => name),
    ...['first', 'last', 'value'],
  ];
}

/** The share that groups are sorted by, which is shown then; undefined where it is something else. */
export function sortedShare(list: CountedListId, sort: Sorting | undefined): CountMeasure | undefined {
  return sharesOf(list).find(({ title }) => title === sort?.column);
}

/** Compares groups; those without a value stand last, and equal ones as the most frequent first. */
export function compareCounts(
  list: CountedListId,
  sort: Sorting | undefined,
): (left: CountGroup, right: CountGroup) => number {
  const { column, descending } = sort ?? usualCountOrder(list);
  const keyOf = keysOf(list).find((key) => key.column === column)?.keyOf;
  return keyOf === undefined
    ? mostFrequentFirst
    : (left, right) =>
        compareKeys(keyOf(left), keyOf(right), descending ? -1 : 1) || mostFrequentFirst(left, right);
}

function compareKeys(left: Key, right: Key, way: 1 | -1): number {
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined);
  }
  return left === right ? 0 : left < right ? -way : way;
}

/** The most frequent first; of as many, those with more blocks, and then by their values. */
export function mostFrequentFirst(left: CountGroup, right: CountGroup): number {
  return (
    right.count - left.count ||
    (right.parts.get('block') ?? 0) - (left.parts.get('block') ?? 0) ||
    (left.id < right.id ? -1 : left.id > right.id ? 1 : 0)
  );
}
