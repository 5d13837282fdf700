import type { CursorsView } from '../base/cursor.ts';
import type { CursorMemory } from '../base/cursor-memory.ts';
import type { Readable } from '../base/readable.ts';
import type { Tab } from '../base/tab.ts';
import type { AgentsSlice } from '../agents/agents-slice.ts';
import type { TimeView } from '../query/query-time.ts';
import type { AcknowledgedStore } from './acknowledged.ts';
import type { EventsStore } from './events-store.ts';
import type { EventsView } from './events-view.ts';
import type { MutesStore } from './mutes.ts';
import type { NotesStore } from './notes.ts';
import type { EventFolding } from './folded-events.ts';
import type { VisibleEvents } from './visible-events.ts';

/** The stores of the feed, and what its selectors read of the agents and of the view. */
export interface EventsSlice extends Pick<AgentsSlice, 'agents' | 'agentIndex'> {
  readonly events: EventsStore;
  /** The events that pass the filters of the feed, and how far the filters have come. */
  readonly visibleEvents: VisibleEvents;
  /** How they are folded and counted, and how far that has come. */
  readonly arrangedEvents: EventFolding;
  /** Which events were acknowledged on this host. */
  readonly acknowledged: AcknowledgedStore;
  /** What was written about events on this host. */
  readonly notes: NotesStore;
  /** What is muted. */
  readonly mutes: MutesStore;
  readonly rowPlaces: CursorMemory;
  readonly view: Readable<
    { readonly tab: Tab; readonly pageSize: number; readonly events: EventsView } & CursorsView & TimeView
  >;
}
