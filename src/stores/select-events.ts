import { OUTCOMES } from '../contract/values.ts';
import { coveredFrom, serverFiltersOf } from './event-coverage.ts';
import { newestFirst, type EventRow } from './events-store.ts';
import { rememberLast } from './remember-last.ts';
import { selectHostByClient } from './select-agents.ts';
import type { Stores } from './stores.ts';
import { isSuspiciousEvent } from './suspicious.ts';
import type { VisibleRows } from './visible-rows.ts';
import { createTextMatch, textWithin } from './text-match.ts';
import type { EventsView } from './view-store.ts';

const textOfRow = new WeakMap<EventRow, string>();

type Test = (row: EventRow) => boolean;

/** A test for the filters of the feed; undefined when they let everything through. */
function createFilter(view: EventsView, hostByClient: ReadonlyMap<string, string>): Test | undefined {
  const { outcomes, type, ecosystem, suspicious } = view;
  const match = createTextMatch(view.text);
  const allOutcomes = outcomes.length === OUTCOMES.length;
  if (allOutcomes && type === undefined && ecosystem === undefined && !suspicious && match === undefined) {
    return undefined;
  }
  return (row) =>
    (allOutcomes || (outcomes as readonly string[]).includes(row.event.outcome ?? '')) &&
    (type === undefined || row.event.type === type) &&
    (ecosystem === undefined || row.event.subject?.ecosystem === ecosystem) &&
    (!suspicious || isSuspiciousEvent(row.event, hostByClient.get(row.event.client_id ?? ''))) &&
    (match === undefined || match(textOf(row, hostByClient)));
}

/** Whether a row arrived after the view was frozen. */
function isFresh(row: EventRow, { follow, frozenAt }: EventsView): boolean {
  return !follow && row.batch > frozenAt && !row.fromHistory;
}

const filterEvents = rememberLast(
  (
    rows: readonly EventRow[],
    view: EventsView,
    hostByClient: ReadonlyMap<string, string>,
    from: number | undefined,
  ) => {
    const passes = createFilter(view, hostByClient);
    const covered = from === undefined ? rows : rowsFrom(rows, from);
    return passes === undefined && view.follow
      ? covered
      : covered.filter((row) => !isFresh(row, view) && (passes?.(row) ?? true));
  },
);

/** The rows at or after a time; the list itself when that is all of them. */
function rowsFrom(rows: readonly EventRow[], from: number): readonly EventRow[] {
  if ((rows.at(-1)?.time ?? from) >= from) {
    return rows;
  }
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as EventRow).time >= from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return rows.slice(0, low);
}

/**
 * The events that the filters let through, newest first; while the view is frozen, nothing that arrived since. What
 * lies before the part of the feed that is here whole for these filters is left out: the list would have holes there.
 */
export function selectVisibleEvents(stores: Stores): readonly EventRow[] {
  const state = stores.events.getState();
  const view = stores.view.getState().events;
  return filterEvents(
    state.rows,
    view,
    selectHostByClient(stores),
    coveredFrom(state, serverFiltersOf(view)),
  );
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
      if (wanted === undefined || rows.length === 0) {
        return -1;
      }
      let low = 0;
      let high = rows.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (newestFirst(rows[middle] as EventRow, wanted) < 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return Math.min(low, rows.length - 1);
    },
  };
}

/**
 * Whether somebody looks at the end of what is here: the cursor is within a page of the oldest visible event, or what
 * passes the filters does not fill the screen.
 */
export function wantsOlderEvents(stores: Stores): boolean {
  const { tab, pageSize, events } = stores.view.getState();
  if (tab !== 'events') {
    return false;
  }
  const rows = visibleEventRows(stores);
  const cursor = events.follow || events.cursor === undefined ? 0 : rows.indexOf(events.cursor);
  return cursor + pageSize >= rows.length;
}

const countFresh = rememberLast(
  (rows: readonly EventRow[], view: EventsView, hostByClient: ReadonlyMap<string, string>) => {
    const passes = createFilter(view, hostByClient);
    const fresh = view.follow ? [] : rows.filter((row) => isFresh(row, view) && (passes?.(row) ?? true));
    return { count: fresh.length, blocks: fresh.filter((row) => row.event.outcome === 'block').length };
  },
);

/** What arrived since the view was frozen and passes the filters; nothing while it follows. */
export function selectFreshEvents(stores: Stores): { readonly count: number; readonly blocks: number } {
  return countFresh(stores.events.getState().rows, stores.view.getState().events, selectHostByClient(stores));
}

function textOf(row: EventRow, hostByClient: ReadonlyMap<string, string>): string {
  let text = textOfRow.get(row);
  if (text === undefined) {
    text = textWithin(row.event.raw);
    textOfRow.set(row, text);
  }
  return `${text} ${hostByClient.get(row.event.client_id ?? '') ?? ''}`;
}
