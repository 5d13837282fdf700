import type { Completeness } from '../base/completeness.ts';
import type { EventsSlice } from './events-slice.ts';
import type { EventsState } from './events-store.ts';
import { isHistoryWanted, selectVisibleEvents } from './select-events.ts';

/**
 * How much of what the server is known to have in the time that was read is here: some may be still to come, damaged or not
 * to be had. All of it is said to be here only of a feed that was once found complete, by counts that are trusted.
 */
export function feedCompleteness({
  rows,
  toCome,
  gaps,
  damaged,
  doubt,
  completeThrough,
}: Pick<EventsState, 'rows' | 'toCome' | 'gaps' | 'damaged' | 'doubt' | 'completeThrough'>): Completeness {
  const read = rows.length;
  const lacking = gaps.reduce((sum, { missing }) => sum + missing, toCome + damaged.length);
  const of = lacking === 0 ? undefined : read + lacking;
  if (doubt !== undefined) {
    return { read, of, isUnverified: true };
  }
  return of === undefined && completeThrough !== undefined ? 'all' : { read, of };
}

/**
 * How much of what passes the filters of the feed is listed: they may still be looking, older events may be under way, and
 * where they name a time it may not be read back to it. `listed` says how many pass, those that arrived since the list froze
 * included where these count, too.
 */
export function selectListedCompleteness(
  stores: EventsSlice,
  listed = selectVisibleEvents(stores).length,
): Completeness {
  const { filtering } = stores.visibleEvents;
  if (filtering !== undefined) {
    return { read: filtering.looked, of: filtering.of };
  }
  const state = stores.events.getState();
  const isReadingBack = isHistoryWanted(stores);
  return isReadingBack
    ? {
        read: listed,
        of: undefined,
        isOver: state.older === 'full' || state.older === 'given-up' || state.olderFailure !== undefined,
      }
    : state.older === 'reading'
      ? { read: listed, of: undefined }
      : feedCompleteness(state);
}
