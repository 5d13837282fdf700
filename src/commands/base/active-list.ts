import type { Clock } from '../../lib/clock.ts';
import { pageRowList, selectPage } from '../../stores/entity/select-page.ts';
import { selectOverviewRows } from '../../stores/overview/select-overview-cursor.ts';
import { listOf } from '../../stores/base/tab.ts';
import { LISTS } from '../../stores/view/lists.ts';
import type { Stores } from '../../stores/stores.ts';
import { visibleRows, type VisibleRows } from '../../stores/base/visible-rows.ts';

const NO_ROWS = visibleRows([]);

/** What the cursor can stand on where the keys go: the rows of the page that is open, the places of the overview, or the list. */
export function cursorRows(stores: Stores, clock: Clock): VisibleRows {
  const page = selectPage(stores, clock.now());
  if (page !== undefined) {
    return pageRowList(page);
  }
  return stores.view.getState().tab === 'overview'
    ? selectOverviewRows(stores, clock.now())
    : activeList(stores, clock);
}

/** The rows that the active pane shows, in order; empty where a pane has no list. */
export function activeList(stores: Stores, clock: Clock): VisibleRows {
  const list = listOf(stores.view.getState().tab);
  return list === undefined ? NO_ROWS : LISTS[list].listed(stores, clock.now()).visible;
}
