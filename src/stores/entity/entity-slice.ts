import type { Readable } from '../base/readable.ts';
import type { CountsSlice } from '../counts/select-counts.ts';
import type { SessionsSlice } from '../sessions/sessions-slice.ts';
import type { EntityEventsCache } from './entity-events.ts';
import type { PagesView } from './page-subject.ts';

/** What the page of one agent, package or reason is made of. */
export interface EntitySlice extends CountsSlice, Pick<SessionsSlice, 'machineSessions'> {
  /** What the loaded events say of what a page is about. */
  readonly entityEvents: EntityEventsCache;
  readonly view: Readable<ReturnType<CountsSlice['view']['getState']> & PagesView>;
}
