import { updatePane } from '../../stores/view/view-store.ts';
import type { Sorting } from '../../stores/base/list-view.ts';
import type { ListId } from '../../stores/base/tab.ts';
import { openMenu, type CommandContext } from './command.ts';

/** A column that a list can be sorted by. */
export interface SortableColumn {
  /** Its title. */
  readonly column: string;
  /** What it is called in the menu. */
  readonly meaning: string;
  /** Which way it goes when it is chosen first. */
  readonly descending: boolean;
}

/**
 * A menu of the columns of a list. The one that is chosen again goes the other way. `usual` is the column by which the list
 * stands by itself, if it does.
 */
export function chooseSorting(
  context: CommandContext,
  tab: ListId,
  columns: readonly SortableColumn[],
  usual: string | undefined,
): void {
  const { view } = context.stores;
  const { sort } = view.getState()[tab];
  chooseOrder(context, { sort, columns, usual, keep: (chosen) => updatePane(view, tab, { sort: chosen }) });
}

/** A menu of the columns that something is sorted by, as that of a list; `keep` gets the choice, undefined for the usual one. */
export function chooseOrder(
  context: CommandContext,
  {
    sort,
    columns,
    usual,
    keep,
  }: {
    readonly sort: Sorting | undefined;
    readonly columns: readonly SortableColumn[];
    readonly usual: string | undefined;
    readonly keep: (sort: Sorting | undefined) => void;
  },
): void {
  openMenu(context, {
    title: 'Sort by',
    choices: columns.map(({ column, meaning, descending }) => {
      const isNow = column === (sort?.column ?? usual);
      const way = isNow ? !(sort?.descending ?? descending) : descending;
      return {
        label: `${meaning}${isNow ? `  (now; turns to ${way ? 'descending' : 'ascending'})` : ''}`,
        value: column,
      };
    }),
    initial: sort?.column ?? usual,
    choose(value) {
      const chosen = columns.find(({ column }) => column === value);
      if (chosen === undefined) {
        return;
      }
      const isNow = value === (sort?.column ?? usual);
      const descending = isNow ? !(sort?.descending ?? chosen.descending) : chosen.descending;
      const isUsual = value === usual && descending === chosen.descending;
      keep(isUsual ? undefined : { column: value, descending });
    },
  });
}
