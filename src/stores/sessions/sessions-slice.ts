import type { StoreApi } from 'zustand/vanilla';

import type { Calendar, Session, SessionClient } from '../../contract/session.ts';
import type { CursorsView } from '../base/cursor.ts';
import type { CursorMemory } from '../base/cursor-memory.ts';
import type { Listing } from '../base/listing.ts';
import type { Readable } from '../base/readable.ts';
import type { ResourceStore } from '../base/resource-store.ts';
import type { Tab } from '../base/tab.ts';
import type { TimeView } from '../query/query-time.ts';
import type { MachineSessions } from './machine-sessions.ts';
import type { SessionsBeyond } from './sessions-beyond.ts';
import type { SessionsView } from './sessions-view.ts';

/** The stores of the recorded sessions, and what their selectors read of the view. */
export interface SessionsSlice {
  /** The recorded sessions of the machine that somebody asked for last. */
  readonly machineSessions: ResourceStore<MachineSessions>;
  readonly sessions: ResourceStore<Listing<Session>>;
  /** What becomes of the sessions that are not among those that are kept fresh. */
  readonly sessionsBeyond: StoreApi<SessionsBeyond>;
  readonly sessionClients: ResourceStore<Listing<SessionClient>>;
  readonly calendar: ResourceStore<Calendar>;
  readonly rowPlaces: CursorMemory;
  readonly view: Readable<
    {
      readonly tab: Tab;
      readonly pageSize: number;
      readonly pager: unknown;
      readonly sessions: SessionsView;
    } & CursorsView &
      TimeView
  >;
}
