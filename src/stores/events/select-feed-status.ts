import type { ConnectionStore } from '../connection/connection-store.ts';
import type { Readable } from '../base/readable.ts';
import type { EventsSlice } from './events-slice.ts';
import { feedStatus, type FeedStatus } from './feed-status.ts';

/** What the feed of a console is, on a terminal that may be behind. */
export function selectFeedStatus(
  {
    events,
    view,
    connection,
  }: Pick<EventsSlice, 'events'> & {
    readonly view: Readable<{ readonly terminalDelay: number | undefined }>;
    readonly connection: ConnectionStore;
  },
  now: number,
): FeedStatus {
  const { terminalDelay } = view.getState();
  const { silentSince = now, feedSilentSince = now } = connection.getState();
  const standing = feedStatus(
    { ...events.getState(), silentSince: Math.min(silentSince, feedSilentSince) },
    now,
  );
  return standing.kind === 'live' && terminalDelay !== 0
    ? { kind: 'late', by: terminalDelay, through: standing.through }
    : standing;
}
