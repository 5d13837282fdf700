import { coveredFrom, serverFiltersOf } from '../../../stores/event-coverage.ts';
import { selectHostByClient } from '../../../stores/select-agents.ts';
import { selectFreshEvents, selectVisibleEvents, visibleEventRows } from '../../../stores/select-events.ts';
import { useConsole } from '../../app/console-context.ts';
import { useListWindow } from '../../hooks/use-list-window.ts';
import { useNow } from '../../hooks/use-now.ts';
import { usePageSize } from '../../hooks/use-page-size.ts';
import { useStore } from '../../hooks/use-store.ts';
import { detailPlace, detailSize } from '../../widgets/body.ts';
import type { Size } from '../../widgets/line.ts';
import { PaneFrame } from '../../widgets/PaneFrame.tsx';
import { emptyText, isStale } from '../freshness.ts';
import { listBody, listRows } from '../list-body.ts';
import { eventColumns } from './columns.ts';
import { eventDetail } from './detail.ts';
import { eventsFooter, eventsSummary } from './summary.ts';

/** The streaming feed, newest first. */
export function EventsPane({ size }: { readonly size: Size }) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  const now = useNow(clock);
  const state = useStore(stores.events);
  const view = useStore(stores.view);
  const connection = useStore(stores.connection);
  useStore(stores.agents);
  const hostByClient = selectHostByClient(stores);
  const rows = selectVisibleEvents(stores);
  const body = { columns: size.columns, rows: size.rows - 2 };
  const place = detailPlace(view.events.detail, view.zoomed, view);
  const height = listRows(place, body);
  usePageSize(height);
  const window = useListWindow(
    visibleEventRows(stores),
    view.events.follow ? undefined : view.events.cursor,
    height,
  );
  const selected = rows[window.cursor];
  const detail =
    place === 'none' || selected === undefined
      ? { title: [], lines: [] }
      : eventDetail(selected, hostByClient.get(selected.event.client_id ?? ''), {
          columns: detailSize(place, body).columns,
          theme,
          timeStyle: view.timeStyle,
        });
  return (
    <PaneFrame
      size={size}
      theme={theme}
      summary={eventsSummary(view.events, rows.length, selectFreshEvents(stores), theme)}
      footer={eventsFooter(state, {
        connection,
        from: coveredFrom(state, serverFiltersOf(view.events)),
        bound: stores.events.bound,
        columns: size.columns,
        now,
        theme,
      })}
      body={listBody({
        rows,
        columns: eventColumns({ theme, now, timeStyle: view.timeStyle, hostByClient }),
        window,
        place,
        size: body,
        theme,
        stale: isStale(state, connection),
        empty: emptyText(state, connection, state.rows.length > 0, {
          nothing: 'No events yet. They appear here as they arrive.',
          hidden: 'No event passes the filters. A shows all outcomes, / changes the words.',
        }),
        detail: { ...detail, top: view.detailTop },
      })}
    />
  );
}
