import { coveredFrom, serverFiltersOf, type HistoryFilter } from './event-coverage.ts';
import type { EventRow } from './event-row.ts';
import { parseQuery } from './query/parse-query.ts';
import type { QueryClock } from './query/query-time.ts';
import { boundsOf, type TimeBounds } from './query/time-bounds.ts';
import { rememberLast } from './remember-last.ts';
import { selectHostByClient } from './select-agents.ts';
import { countSince, placeOf } from './sorted-events.ts';
import type { Stores } from './stores.ts';
import type { FilterProgress, PassingEvents } from './visible-events.ts';
import { queryClock, type EventsView } from './view-store.ts';
import type { VisibleRows } from './visible-rows.ts';

function lookAt(stores: Stores): PassingEvents {
  const view = stores.view.getState();
  return stores.visibleEvents.look(view.events, selectHostByClient(stores), queryClock(view));
}

/** The rows at or after a time and before another one; the list itself when that is all of them. */
const rowsWithin = rememberLast(
  (rows: readonly EventRow[], from: number, to: number): readonly EventRow[] => {
    const first = to === Number.POSITIVE_INFINITY ? 0 : countSince(rows, to);
    const last = from === Number.NEGATIVE_INFINITY ? rows.length : countSince(rows, from);
    return first === 0 && last === rows.length ? rows : rows.slice(first, last);
  },
);

/** Between which times the typed query lets events through. */
const timeBounds = rememberLast((text: string, now: number, zone: QueryClock['zone']) =>
  boundsOf(parseQuery(text, 'events'), { now, zone }),
);

function selectTimeBounds({ view }: Stores): TimeBounds {
  const state = view.getState();
  const { now, zone } = queryClock(state);
  return timeBounds(state.events.text, now, zone);
}

const serverFilters = rememberLast((view: EventsView, now: number, zone: QueryClock['zone']) =>
  serverFiltersOf(view, { now, zone }),
);

/** What to ask the server for so that everything is among the answers that passes the filters of the feed. */
export function selectServerFilters({ view }: Pick<Stores, 'view'>): readonly HistoryFilter[] {
  const state = view.getState();
  const { now, zone } = queryClock(state);
  return serverFilters(state.events, now, zone);
}

/** From when on every event that passes the filters is here, in milliseconds; undefined before anything was read. */
export function selectCoveredFrom(stores: Stores): number | undefined {
  return coveredFrom(stores.events.getState(), selectServerFilters(stores));
}

/**
 * The events that the filters let through, newest first; while the view is frozen, nothing that arrived since. What
 * lies before the part of the feed that is here whole for these filters is left out: the list would have holes there.
 * Right after the filters changed the list may end early: `selectFiltering` says so.
 */
export function selectVisibleEvents(stores: Stores): readonly EventRow[] {
  const covered = selectCoveredFrom(stores) ?? Number.NEGATIVE_INFINITY;
  const { from, to } = selectTimeBounds(stores);
  const { shown } = lookAt(stores);
  return rowsWithin(shown, Math.max(covered, from), to);
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
  const covered = selectCoveredFrom(stores);
  if (covered !== undefined && covered <= selectTimeBounds(stores).from) {
    return false;
  }
  const rows = visibleEventRows(stores);
  const cursor = events.follow || events.cursor === undefined ? 0 : rows.indexOf(events.cursor);
  return cursor + pageSize >= rows.length;
}

const NOTHING_FRESH = { count: 0, blocks: 0 } as const;

/** What arrived since the view was frozen and passes the filters; nothing while it follows, or when what is shown ended. */
export function selectFreshEvents(stores: Stores): PassingEvents['fresh'] {
  const { fresh } = lookAt(stores);
  const isOver = selectTimeBounds(stores).to <= stores.view.getState().minute;
  return isOver ? NOTHING_FRESH : fresh;
}
