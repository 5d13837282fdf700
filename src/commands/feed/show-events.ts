import { asTyped, type AnyText } from '../../lib/untrusted.ts';
import { NO_EVENT_FILTERS } from '../../stores/events/events-view.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import type { CommandContext } from '../base/command.ts';
import { resumeFeed } from '../base/feed-position.ts';
import { goToTab } from '../base/tabs.ts';

/** Goes to the feed and shows, from its live edge on, the events that a typed query lets through, whatever their outcome. */
export function showEvents(context: CommandContext, query: AnyText): void {
  const { stores } = context;
  goToTab(context, 'events');
  updatePane(stores.view, 'events', {
    ...NO_EVENT_FILTERS,
    text: asTyped(query),
    detail: false,
  });
  stores.filterMemory.remember('events', query);
  resumeFeed(stores);
}
