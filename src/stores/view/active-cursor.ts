import { cursorOf, nameOf } from '../base/cursor.ts';
import type { CursorMemory } from '../base/cursor-memory.ts';
import type { VisibleRows } from '../base/visible-rows.ts';
import { openPageOf } from '../entity/page-subject.ts';
import { decidingValues } from './list-filters.ts';
import type { ViewStore } from './view-store.ts';

interface Seen {
  readonly view: ViewStore;
  readonly rowPlaces: CursorMemory;
}

/** Where the cursor of the page stands that lies over the active pane. */
export function selectedOnPage(stores: Seen, rows: VisibleRows): number {
  return stores.rowPlaces.indexOf(nameOfPage(stores), rows, openPageOf(stores.view.getState())?.cursor);
}

/** What is seen of the list that has the keys: that of the active pane or of the page over it. */
function activeOf(stores: Seen, isFiltering: boolean) {
  const view = stores.view.getState();
  const page = openPageOf(view);
  if (page !== undefined) {
    return { list: nameOfPage(stores), cursor: page.cursor, filters: isFiltering ? undefined : [page.text] };
  }
  const { tab } = view;
  const size = tab === 'overview' ? [view.columns, view.rows] : [];
  return {
    list: nameOf(stores, tab),
    cursor: cursorOf(stores, tab),
    filters: isFiltering ? undefined : [...decidingValues(view, tab), ...size],
  };
}

/** Notes the rows of the list that has the keys as they are on the screen; `isFiltering` while its filter is not done. */
export function seeRows(stores: Seen, rows: VisibleRows, isFiltering: boolean): void {
  const { list, cursor, filters } = activeOf(stores, isFiltering);
  stores.rowPlaces.see(list, rows, cursor, filters);
}

/** Whether the row that was selected is gone from the list that has the keys, and nobody was informed. */
export function isSelectedGone(stores: Seen, rows: VisibleRows): boolean {
  const { list, cursor, filters } = activeOf(stores, false);
  return stores.rowPlaces.isUnseen(list, rows, cursor, filters);
}

/**
 * The row that a person saw under the cursor at the top of the list that has the keys, where no cursor is set and another
 * row stands there by now; undefined where none does.
 */
export function overtakenFirst(stores: Seen, rows: VisibleRows): string | undefined {
  const { list, cursor, filters } = activeOf(stores, false);
  const first = cursor === undefined ? stores.rowPlaces.firstSeen(list, filters) : undefined;
  return first === rows.idAt(0) ? undefined : first;
}

/** Takes the row that stands as the selected one now for what a person knows of. */
export function acceptSelected(stores: Seen, rows: VisibleRows): void {
  const { list, cursor } = activeOf(stores, false);
  stores.rowPlaces.accept(list, rows, cursor);
}

function nameOfPage({ view }: Seen): string {
  const state = view.getState();
  return `page ${state.tab} ${JSON.stringify(openPageOf(state)?.subject)}`;
}
