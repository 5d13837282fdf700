import type { Agent } from '../../contract/agent.ts';
import { selectAgentOfClient } from '../agents/select-agents.ts';
import type { Note } from './notes.ts';
import type { EventRow } from './event-row.ts';
import type { FeedRow, FeedRows } from './feed-rows.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { selectFeedRows } from './select-events.ts';
import type { EventsSlice } from './events-slice.ts';
import { selectedIndex } from '../base/cursor.ts';

/** What is known of the event under the cursor and of the row that it is in. */
export interface EventFacts {
  readonly event: EventRow;
  readonly row: FeedRow;
  /** All events of the row, newest first. */
  readonly repeats: readonly EventRow[];
  /** The agent that reported it, as far as agents are known. */
  readonly agent: Agent | undefined;
  /** Blocks through this time were there before the console first ran here. */
  readonly since: number | undefined;
  readonly isAcknowledged: boolean;
  /** When that was, in milliseconds since the epoch, as far as it is known. */
  readonly acknowledgedAt: number | undefined;
  /** What was written about it on this host. */
  readonly note: Note | undefined;
  readonly isOpen: boolean;
  /** The server does not list it any more. */
  readonly isGone: boolean;
  /** It said something else when it was first read. */
  readonly isChanged: boolean;
  /** It is to be shown as it was sent, too. */
  readonly raw: boolean;
}

const eventsOf = memoizeLast((rows: FeedRows, index: number) => rows.eventsAt(index));

/** The events of the row under the cursor, newest first; none when nothing is listed. */
export function selectEventsUnderCursor(stores: EventsSlice): readonly EventRow[] {
  const rows = selectFeedRows(stores);
  return rows.length === 0 ? NOTHING : eventsOf(rows, selectedIndex(stores, 'events', rows));
}

const NOTHING: readonly EventRow[] = [];

const factsOf = memoizeLast(
  (
    row: FeedRow,
    event: EventRow,
    repeats: readonly EventRow[],
    agent: Agent | undefined,
    since: number | undefined,
    isAcknowledged: boolean,
    acknowledgedAt: number | undefined,
    note: Note | undefined,
    isOpen: boolean,
    isGone: boolean,
    isChanged: boolean,
    raw: boolean,
  ): EventFacts => ({
    row,
    event,
    repeats,
    agent,
    since,
    isAcknowledged,
    acknowledgedAt,
    note,
    isOpen,
    isGone,
    isChanged,
    raw,
  }),
);

/**
 * The event under the cursor, which may be any of its row, and all about it; undefined when nothing is listed. The same
 * object for as long as it says the same.
 */
export function selectEventFacts(stores: EventsSlice): EventFacts | undefined {
  const { follow, cursor, raw } = stores.view.getState().events;
  const rows = selectFeedRows(stores);
  const index = selectedIndex(stores, 'events', rows);
  const [row] = rows.slice(index, index + 1);
  if (row === undefined) {
    return undefined;
  }
  const repeats = selectEventsUnderCursor(stores);
  const event = (follow ? undefined : repeats.find(({ id }) => id === cursor)) ?? row.newest;
  const { acknowledged } = stores;
  const { gone, changed } = stores.events.getState();
  return factsOf(
    row,
    event,
    repeats,
    selectAgentOfClient(stores, event.event.client_id),
    acknowledged.getState().since,
    acknowledged.has(event.id),
    acknowledged.acknowledgedAt(event.id),
    stores.notes.noteOn(event.id),
    acknowledged.isOpen(event),
    gone.has(event.id),
    changed.has(event.id),
    raw,
  );
}
