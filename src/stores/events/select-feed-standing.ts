import type { Stores } from '../stores.ts';
import { feedStanding, type FeedStanding } from './feed-standing.ts';

/** What the feed of a console is, which reads it more rarely while no pane shows it. */
export function selectFeedStanding(
  { events, view }: Pick<Stores, 'events' | 'view'>,
  now: number,
): FeedStanding {
  const { tab } = view.getState();
  return feedStanding(events.getState(), now, tab === 'events' || tab === 'overview');
}
