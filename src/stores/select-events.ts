import { OUTCOMES } from '../contract/values.ts';
import { newestFirst, type EventRow } from './events-store.ts';
import { rememberLast } from './remember-last.ts';
import { selectHostByClient } from './select-agents.ts';
import type { Stores } from './stores.ts';
import type { VisibleRows } from './visible-rows.ts';
import { createTextMatch, textWithin } from './text-match.ts';
import type { EventsView } from './view-store.ts';

const textOfRow = new WeakMap<EventRow, string>();

const filterEvents = rememberLast(
  (
    rows: readonly EventRow[],
    view: EventsView,
    hostByClient: ReadonlyMap<string, string>,
  ): readonly EventRow[] => {
    const { outcomes, type, ecosystem } = view;
    const match = createTextMatch(view.text);
    const allOutcomes = outcomes.length === OUTCOMES.length;
    const frozenAt = view.follow ? Number.POSITIVE_INFINITY : view.frozenAt;
    if (allOutcomes && type === undefined && ecosystem === undefined && match === undefined && view.follow) {
      return rows;
    }
    return rows.filter(
      (row) =>
        (row.batch <= frozenAt || row.fromHistory) &&
        (allOutcomes || (outcomes as readonly string[]).includes(row.event.outcome ?? '')) &&
        (type === undefined || row.event.type === type) &&
        (ecosystem === undefined || row.event.subject?.ecosystem === ecosystem) &&
        (match === undefined || match(textOf(row, hostByClient))),
    );
  },
);

/** The events that the filters let through, newest first; while the view is frozen, nothing that arrived since. */
export function selectVisibleEvents(stores: Stores): readonly EventRow[] {
  return filterEvents(
    stores.events.getState().rows,
    stores.view.getState().events,
    selectHostByClient(stores),
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

const countFresh = rememberLast((rows: readonly EventRow[], frozenAt: number) => {
  const fresh = rows.filter((row) => row.batch > frozenAt && !row.fromHistory);
  return { count: fresh.length, blocks: fresh.filter((row) => row.event.outcome === 'block').length };
});

/** What arrived since the view was frozen, whatever the filters; nothing while it follows. */
export function selectFreshEvents(stores: Stores): { readonly count: number; readonly blocks: number } {
  const { follow, frozenAt } = stores.view.getState().events;
  return countFresh(stores.events.getState().rows, follow ? Number.POSITIVE_INFINITY : frozenAt);
}

function textOf(row: EventRow, hostByClient: ReadonlyMap<string, string>): string {
  let text = textOfRow.get(row);
  if (text === undefined) {
    text = textWithin(row.event.raw);
    textOfRow.set(row, text);
  }
  return `${text} ${hostByClient.get(row.event.client_id ?? '') ?? ''}`;
}
