import { eventOfCursor } from '../overview/overview-stops.ts';
import type { EventsStore } from '../events/events-store.ts';
import type { ViewStore } from './view-store.ts';
import { openPageOf } from '../entity/page-subject.ts';

/**
 * When the event happened that is under the cursor: of the feed, of a page over a pane, or of the overview; in milliseconds,
 * undefined where none is.
 */
export function selectWatchedTime({
  view,
  events,
}: {
  readonly view: ViewStore;
  readonly events: EventsStore;
}): number | undefined {
  const state = view.getState();
  const page = openPageOf(state);
  if (page === undefined && state.tab === 'events') {
    const { cursor } = state.events;
    return cursor === undefined ? events.getState().rows.at(0)?.time : events.get(cursor)?.time;
  }
  const cursor = page === undefined && state.tab === 'overview' ? state.overview.cursor : page?.cursor;
  return events.get(eventOfCursor(cursor) ?? '')?.time;
}
