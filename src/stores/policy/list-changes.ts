import { sameValueKey } from '../../lib/same-value.ts';
import { unmatchedElements } from '../../lib/unmatched-elements.ts';
import { nameOfElement } from './element-subject.ts';

/** What became of a list. Neither the order of its elements counts nor how often one occurs. */
export interface ListChanges {
  /** Elements of the list as it is that were not in it before. */
  readonly added: readonly unknown[];
  /** Elements of the list as it was that are not in it now. */
  readonly removed: readonly unknown[];
}

type List = readonly unknown[];

/** How often each element occurs in a list, by its key. Lists are not to be changed. */
const counts = new WeakMap<List, ReadonlyMap<string, number>>();

/** What was found last of a list as it is now. */
const known = new WeakMap<List, { readonly before: List; readonly changes: ListChanges }>();

const NOTHING: ListChanges = { added: [], removed: [] };

/**
 * What of a list changed. A draft holds nearly all elements of the list that it began from, which may be a hundred
 * thousand: what stands in both is passed over, so that it costs little more than what changed.
 */
export function changesOfList(before: List, after: List): ListChanges {
  if (before === after) {
    return NOTHING;
  }
  const last = known.get(after);
  if (last?.before === before) {
    return last.changes;
  }
  const changes = findChanges(before, after);
  known.set(after, { before, changes });
  return changes;
}

/** So few elements are looked for one by one, without counting all. */
const FEW = 24;

function findChanges(before: List, after: List): ListChanges {
  const [were, are] = unmatchedElements(before, after);
  if (were.length === 0 && are.length === 0) {
    return NOTHING;
  }
  const had = were.length + are.length <= FEW ? countsAmong([...were, ...are], before) : countsOf(before);
  const [gone, come] = [countsIn(were), new Set(are.map(sameValueKey))];
  return {
    added: are.filter((element) => !had.has(sameValueKey(element))),
    removed: were.filter((element) => {
      const key = sameValueKey(element);
      // It may stand once more where both are the same.
      return !come.has(key) && had.get(key) === gone.get(key);
    }),
  };
}

/** How often each of some elements occurs in a list. */
function countsAmong(some: List, list: List): ReadonlyMap<string, number> {
  const [names, keys] = [new Set(some.map(nameOfElement)), new Set(some.map(sameValueKey))];
  const isOne = (element: unknown) => names.has(nameOfElement(element)) && keys.has(sameValueKey(element));
  return countsIn(list.filter(isOne));
}

function countsOf(list: List): ReadonlyMap<string, number> {
  const found = counts.get(list) ?? countsIn(list);
  counts.set(list, found);
  return found;
}

function countsIn(list: List): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const element of list) {
    const key = sameValueKey(element);
    found.set(key, (found.get(key) ?? 0) + 1);
  }
  return found;
}
