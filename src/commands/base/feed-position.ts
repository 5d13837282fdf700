import { selectVisibleEvents } from '../../stores/events/select-events.ts';
import type { Stores } from '../../stores/stores.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import type { EventsView } from '../../stores/events/events-view.ts';

/** A feed that stands still from now on. */
export function standing({
  events,
}: Pick<Stores, 'events'>): Pick<EventsView, 'follow' | 'frozenAt' | 'frozenTime'> {
  const { batch, receivedAt } = events.getState();
  return { follow: false, frozenAt: batch, frozenTime: receivedAt };
}

/** Stops the feed from moving: the cursor stays on the event it is on, and what arrives from now on is only counted. */
export function freezeFeed(stores: Stores): void {
  const { events } = stores.view.getState();
  if (events.follow) {
    const cursor = events.cursor ?? selectVisibleEvents(stores).at(0)?.id;
    updatePane(stores.view, 'events', { ...standing(stores), cursor });
  }
}

/** Stops the feed for as long as a dialog is open over it. */
export function holdFeed(stores: Stores): void {
  const { tab, events } = stores.view.getState();
  if (tab === 'events' && events.follow) {
    freezeFeed(stores);
    updatePane(stores.view, 'events', { held: true });
  }
}

/** Lets the feed go on that only a dialog had stopped. */
export function releaseFeed(stores: Stores): void {
  if (stores.view.getState().events.held) {
    updatePane(stores.view, 'events', { held: false, follow: true, cursor: undefined });
  }
}

/** Goes to the live edge, which is in no range of times, and stays there. */
export function resumeFeed(stores: Stores): void {
  updatePane(stores.view, 'events', { follow: true, cursor: undefined, range: undefined });
  stores.view.setState({ focus: 'list', detailTop: 0 });
}

/** Shows what arrived since the list was frozen, in the range of times that it has; without one it follows again. */
export function showArrived(stores: Stores): void {
  if (stores.view.getState().events.range === undefined) {
    resumeFeed(stores);
  } else {
    updatePane(stores.view, 'events', { frozenAt: stores.events.getState().batch });
  }
}
