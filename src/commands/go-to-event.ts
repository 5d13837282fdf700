import type { EventRow } from '../stores/events/event-row.ts';
import { NO_EVENT_FILTERS, updatePane } from '../stores/view-store.ts';
import { notify, type CommandContext } from './command.ts';
import { uncover } from './page-stack.ts';
import { goToTab } from './shell.ts';
import { leaveFor } from './way-back.ts';

/**
 * Goes to an event in the feed, which stands still at it, with its detail. Filters are taken away, since they might hide
 * it or what happened around it; the pages over the feed are closed.
 */
export function goToEvent(context: CommandContext, { id }: Pick<EventRow, 'id'>): void {
  const { stores } = context;
  const { text } = stores.view.getState().events;
  leaveFor(context, () => {
    goToTab(context, 'events');
    uncover(context, 'events');
    stores.view.setState({ zoomed: false, focus: 'list', detailTop: 0 });
    updatePane(stores.view, 'events', {
      cursor: id,
      follow: false,
      frozenAt: stores.events.getState().batch,
      ...NO_EVENT_FILTERS,
      detail: true,
    });
  });
  notify(
    context,
    text === ''
      ? 'The feed stands still here, at the event.'
      : 'The feed stands still here, at the event; its filter was cleared until you go back.',
  );
}
