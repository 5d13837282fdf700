import type { Completeness } from '../rows/completeness.ts';
import type { Stores } from '../stores.ts';
import type { EventsState } from './events-store.ts';
import { isHistoryWanted, selectVisibleEvents } from './select-events.ts';

/** How much of what the server is known to have in the time that was read is here: some may be still to come, or not to be had. */
export function feedCompleteness({
  rows,
  toCome,
  gaps,
}: Pick<EventsState, 'rows' | 'toCome' | 'gaps'>): Completeness {
  const lacking = gaps.reduce((sum, { missing }) => sum + missing, toCome);
  return lacking === 0 ? 'all' : { read: rows.length, of: rows.length + lacking };
}

/**
 * How much of what passes the filters of the feed is listed: they may still be looking, and where they name a time it may
 * not be read back to it.
 */
export function selectListedCompleteness(stores: Stores): Completeness {
  const listed = selectVisibleEvents(stores).length;
  const { filtering } = stores.visibleEvents;
  if (filtering !== undefined) {
    return { read: filtering.looked, of: filtering.of };
  }
  const state = stores.events.getState();
  const isReadingBack = isHistoryWanted(stores);
  return isReadingBack
    ? { read: listed, of: undefined, isOver: state.older === 'full' || state.older === 'given-up' }
    : feedCompleteness(state);
}
