import { listOf, type Tab } from '../base/tab.ts';
import { LISTS, type ListsSlice } from './lists.ts';
import type { ViewStore } from './view-store.ts';

/** How many of the marked rows there still are, whether the filters show them or not. */
export function selectMarked(stores: { readonly view: ViewStore } & ListsSlice, tab: Tab): number {
  const { marks } = stores.view.getState()[tab];
  const list = listOf(tab);
  return marks.size === 0 || list === undefined ? marks.size : LISTS[list].marked(stores, marks);
}
