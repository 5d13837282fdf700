import type { Readable } from './readable.ts';
import type { CursorMemory } from './cursor-memory.ts';
import type { Tab } from './tab.ts';
import type { VisibleRows } from './visible-rows.ts';

/** The cursor of every list. */
export type CursorsView = Readonly<Record<Tab, { readonly cursor: string | undefined }>> & {
  readonly events: { readonly follow: boolean };
  readonly llm: { readonly shows: 'calls' | 'totals' };
};

/** Where the cursors are, and what was seen under them. */
export interface CursorSlice {
  readonly rowPlaces: CursorMemory;
  readonly view: Readable<CursorsView>;
}

/** Where the cursor of a pane's list stands: on its row, or on the neighbour that took its place; else on the first one. */
export function selectedIndex(stores: CursorSlice, tab: Tab, rows: VisibleRows): number {
  return findSelected(stores, tab, rows) ?? 0;
}

/** As `selectedIndex`; undefined when there is no cursor, or nothing is known of its row. */
export function findSelected(stores: CursorSlice, tab: Tab, rows: VisibleRows): number | undefined {
  return stores.rowPlaces.find(nameOf(stores, tab), rows, cursorOf(stores, tab));
}

/** The row that a list has its cursor on; undefined while the first one has it. */
export function cursorOf({ view }: Pick<CursorSlice, 'view'>, tab: Tab): string | undefined {
  const { [tab]: pane, events } = view.getState();
  return tab === 'events' && events.follow ? undefined : pane.cursor;
}

/** The name of a pane's list: the calls and what they add up to are two lists. */
export function nameOf({ view }: Pick<CursorSlice, 'view'>, tab: Tab): string {
  return tab === 'llm' ? `llm ${view.getState().llm.shows}` : tab;
}
