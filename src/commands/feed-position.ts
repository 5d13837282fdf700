import { selectVisibleEvents } from '../stores/select-events.ts';
import type { Stores } from '../stores/stores.ts';
import { updatePane } from '../stores/view-store.ts';

/** Stops the feed from moving: the cursor stays on the event it is on, and what arrives from now on is only counted. */
export function freezeFeed(stores: Stores): void {
  const { events } = stores.view.getState();
  if (events.follow) {
    const cursor = events.cursor ?? selectVisibleEvents(stores)[0]?.id;
    updatePane(stores.view, 'events', { follow: false, frozenAt: stores.events.getState().batch, cursor });
  }
}

/** Goes to the live edge, which is in no range of times, and stays there. */
export function resumeFeed(stores: Stores): void {
  updatePane(stores.view, 'events', { follow: true, cursor: undefined, range: undefined });
  stores.view.setState({ focus: 'list', detailTop: 0 });
}
