import type { Stores } from '../stores.ts';
import { feedStanding, type FeedStanding } from './feed-standing.ts';

/** What the feed of a console is, which reads it more rarely while no pane shows it. */
export function selectFeedStanding(
  { events, view, connection }: Pick<Stores, 'events' | 'view' | 'connection'>,
  now: number,
): FeedStanding {
  const { tab } = view.getState();
  const { silentSince } = connection.getState();
  return feedStanding({ ...events.getState(), silentSince }, now, tab === 'events' || tab === 'overview');
}
