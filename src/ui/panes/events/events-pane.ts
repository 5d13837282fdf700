import type { ConnectionState } from '../../../stores/connection-store.ts';
import type { EventRow } from '../../../stores/event-row.ts';
import type { EventsState } from '../../../stores/events-store.ts';
import { rememberLast } from '../../../stores/remember-last.ts';
import { selectHostByClient } from '../../../stores/select-agents.ts';
import {
  selectCoveredFrom,
  selectFiltering,
  selectFreshEvents,
  selectVisibleEvents,
  visibleEventRows,
} from '../../../stores/select-events.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import { emptyText, isStale } from '../freshness.ts';
import { createFilterTeller } from '../filtering.ts';
import { createListPane } from '../list-pane.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { eventColumns } from './columns.ts';
import { eventDetail } from './detail.ts';
import { eventsFooter, eventsSummary } from './summary.ts';

/** The streaming feed, newest first. */
export function createEventsPane(context: PaneContext): PaintPane {
  const { stores } = context;
  const columnsOf = rememberLast(
    (now: number, timeStyle: TimeStyle, hostByClient: ReadonlyMap<string, string>) =>
      eventColumns({ theme: context.theme, now, timeStyle, hostByClient }),
  );
  const footerOf = rememberLast(
    (
      state: EventsState,
      connection: ConnectionState,
      from: number | undefined,
      columns: number,
      now: number,
    ) =>
      eventsFooter(state, {
        connection,
        from,
        bound: stores.events.bound,
        columns,
        now,
        theme: context.theme,
      }),
  );
  const tell = createFilterTeller(context.clock);
  return createListPane<EventRow>('events', context, ({ size, now, view, connection, theme }) => {
    const state = stores.events.getState();
    const rows = selectVisibleEvents(stores);
    const hostByClient = selectHostByClient(stores);
    const { timeStyle } = view;
    return {
      rows,
      visible: visibleEventRows(stores),
      cursor: view.events.follow ? undefined : view.events.cursor,
      columns: columnsOf(steadyNow(now, timeStyle), timeStyle, hostByClient),
      summary: eventsSummary(
        view.events,
        tell({ shown: rows.length, filtering: selectFiltering(stores) }),
        selectFreshEvents(stores),
        theme,
      ),
      footer: footerOf(state, connection, selectCoveredFrom(stores), size.columns, now),
      stale: isStale(state, connection),
      empty: emptyText(state, connection, state.rows.length > 0, {
        nothing: 'No events yet. They appear here as they arrive.',
        hidden:
          'No event passes the filters. A shows all outcomes, / changes the words, Esc clears them all.',
      }),
      detailOf: (row, columns) =>
        eventDetail(row, hostByClient.get(row.event.client_id ?? ''), { columns, theme, timeStyle }),
    };
  });
}
