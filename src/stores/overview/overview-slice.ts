import type { Summary } from '../../contract/summary.ts';
import type { AgentsSlice } from '../agents/agents-slice.ts';
import type { CursorsView } from '../base/cursor.ts';
import type { CursorMemory } from '../base/cursor-memory.ts';
import type { Readable } from '../base/readable.ts';
import type { ResourceStore } from '../base/resource-store.ts';
import type { Faults } from '../connection/faults.ts';
import type { BlockCounts } from '../events/block-counts.ts';
import type { MostBlocked } from './most-blocked.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import type { SessionsSlice } from '../sessions/sessions-slice.ts';

/** What the overview has room for. */
export interface ScreenShape {
  readonly columns: number;
  readonly rows: number;
  readonly sideBySide: boolean;
  readonly isTerminalSlow: boolean;
}

/** What the overview is made of. */
export interface OverviewSlice
  extends
    Pick<AgentsSlice, 'agents' | 'agentIndex'>,
    Pick<EventsSlice, 'events' | 'acknowledged'>,
    Pick<SessionsSlice, 'calendar'> {
  readonly summary: ResourceStore<Summary>;
  /** How many installs were blocked of late, as the server counts them. */
  readonly blockCounts: ResourceStore<BlockCounts>;
  /** What the blocks of late have in common. */
  readonly mostBlocked: MostBlocked;
  /** What went wrong in the program itself. */
  readonly faults: Faults;
  readonly rowPlaces: CursorMemory;
  readonly view: Readable<ScreenShape & CursorsView>;
}
