import { coveredFrom, serverFiltersOf } from './event-coverage.ts';
import type { EventRow } from './event-row.ts';
import { rememberLast } from './remember-last.ts';
import { selectHostByClient } from './select-agents.ts';
import { countSince, placeOf } from './sorted-events.ts';
import type { Stores } from './stores.ts';
import type { FilterProgress, PassingEvents } from './visible-events.ts';
import type { VisibleRows } from './visible-rows.ts';

function lookAt(stores: Stores): PassingEvents {
  return stores.visibleEvents.look(stores.view.getState().events, selectHostByClient(stores));
}

/** The rows at or after a time; the list itself when that is all of them. */
const rowsFrom = rememberLast((rows: readonly EventRow[], from: number): readonly EventRow[] => {
  const count = countSince(rows, from);
  return count === rows.length ? rows : rows.slice(0, count);
});

/**
 * The events that the filters let through, newest first; while the view is frozen, nothing that arrived since. What
 * lies before the part of the feed that is here whole for these filters is left out: the list would have holes there.
 * Right after the filters changed the list may end early: `selectFiltering` says so.
 */
export function selectVisibleEvents(stores: Stores): readonly EventRow[] {
  const from = coveredFrom(stores.events.getState(), serverFiltersOf(stores.view.getState().events));
  const { shown } = lookAt(stores);
  return from === undefined ? shown : rowsFrom(shown, from);
}

/** How far the filters have come through the events that are here, while they are not done. */
export function selectFiltering(stores: Stores): FilterProgress | undefined {
  lookAt(stores);
  return stores.visibleEvents.filtering;
}

/**
 * The visible events as a list whose places are found by halving. An event that the filters hide counts as being where
 * it would stand, so that the cursor does not jump when its event is filtered away.
 */
export function visibleEventRows(stores: Stores): VisibleRows {
  const rows = selectVisibleEvents(stores);
  return {
    length: rows.length,
    idAt: (index) => rows[index]?.id,
    indexOf(id) {
      const wanted = stores.events.get(id);
      return wanted === undefined || rows.length === 0
        ? -1
        : Math.min(placeOf(rows, wanted), rows.length - 1);
    },
  };
}

/**
 * Whether somebody looks at the end of what is here: the cursor is within a page of the oldest visible event, or what
 * passes the filters does not fill the screen. While the filters are not done nobody can tell.
 */
export function wantsOlderEvents(stores: Stores): boolean {
  const { tab, pageSize, events } = stores.view.getState();
  if (tab !== 'events' || selectFiltering(stores) !== undefined) {
    return false;
  }
  const rows = visibleEventRows(stores);
  const cursor = events.follow || events.cursor === undefined ? 0 : rows.indexOf(events.cursor);
  return cursor + pageSize >= rows.length;
}

/** What arrived since the view was frozen and passes the filters; nothing while it follows. */
export function selectFreshEvents(stores: Stores): PassingEvents['fresh'] {
  return lookAt(stores).fresh;
}
