import { isOfUnknownField, parseQuery } from '../query/parse-query.ts';
import type { Problem } from '../query/query.ts';
import type { ListId } from '../base/tab.ts';
import { namesInList } from './known-values.ts';
import { LISTS, type ListsSlice } from './lists.ts';

/** What is wrong with a query that asks for a field that no row of a list has; undefined while there are no rows. */
export function unknownFieldIn(stores: ListsSlice, list: ListId, text: string): Problem | undefined {
  return parseQuery(text, LISTS[list].query).problems.some(isOfUnknownField) &&
    LISTS[list].known(stores, 1).length > 0
    ? parseQuery(text, LISTS[list].query, namesInList(stores, list)).problems.find(isOfUnknownField)
    : undefined;
}
