import type { AgentsSlice } from '../agents/agents-slice.ts';
import type { Readable } from '../base/readable.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import type { TimeView } from '../query/query-time.ts';
import type { SessionsSlice } from '../sessions/sessions-slice.ts';
import type { EntityEventsCache } from './entity-events.ts';
import type { PagesView } from './page-subject.ts';

/** What the page of one agent, package or reason is made of. */
export interface EntitySlice
  extends
    Pick<AgentsSlice, 'agents' | 'agentIndex'>,
    Pick<EventsSlice, 'events'>,
    Pick<SessionsSlice, 'machineSessions'> {
  /** What the loaded events say of what a page is about. */
  readonly entityEvents: EntityEventsCache;
  readonly view: Readable<PagesView & TimeView>;
}
