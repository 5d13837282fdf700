import type { Agent } from '../../contract/agent.ts';
import type { SlicedResult } from '../base/background-result.ts';
import type { Listing } from '../base/listing.ts';
import type { SlicedFilter } from '../base/live-filter.ts';
import type { Readable } from '../base/readable.ts';
import type { ResourceStore } from '../base/resource-store.ts';
import type { TimeView } from '../query/query-time.ts';
import type { AgentIndex, FlagContext } from './agent-index.ts';
import type { AgentColumn } from './agent-order.ts';
import type { AgentRunStore } from './agent-run.ts';
import type { SuspensionEndsStore } from './suspension-ends.ts';
import type { AgentsView } from './agents-view.ts';

/** The stores of the agents, and what their selectors read of the view. */
export interface AgentsSlice {
  readonly agents: ResourceStore<Listing<Agent>>;
  /** What is known of all agents together. */
  readonly agentIndex: SlicedResult<readonly [Listing<Agent>], AgentIndex>;
  /** All agents, sorted. */
  readonly agentOrder: SlicedResult<
    readonly [
      listing: Listing<Agent> | undefined,
      column: AgentColumn,
      isDescending: boolean,
      context: FlagContext | undefined,
      minute: number,
    ],
    readonly Agent[]
  >;
  /** The agents that pass the filters of their list, and how far the filters have come. */
  readonly visibleAgents: SlicedFilter<Agent>;
  /** What is being done with agents, and what was done last. */
  readonly agentRun: AgentRunStore;
  /** Suspensions of this host that were made to end at a time. */
  readonly suspensionEnds: SuspensionEndsStore;
  readonly view: Readable<{ readonly agents: AgentsView } & TimeView>;
}
