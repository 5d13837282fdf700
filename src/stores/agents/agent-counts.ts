import { SILENT_AFTER, wholeMinute } from './agent-flags.ts';
import type { Agent } from '../../contract/agent.ts';
import type { AgentIndex } from './agent-index.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { completenessOf, type Completeness } from '../base/completeness.ts';
import type { Listing } from '../base/listing.ts';
import { selectAgentIndex } from './select-agents.ts';
import type { AgentsSlice } from './agents-slice.ts';

export type { Tally } from './agent-index.ts';

/** How many agents there are of each kind. */
export interface AgentCounts extends AgentIndex {
  /** Active ones that were not heard of for a day. */
  readonly silent: number;
  /** Of how many agents all of this is true. */
  readonly counted: Completeness;
}

const countAgents = memoizeLast(
  (
    index: AgentIndex | undefined,
    listing: Listing<Agent> | undefined,
    minute: number,
  ): AgentCounts | undefined =>
    index && {
      ...index,
      counted: countedBy(index, listing),
      silent: index.activeSeen.reduce((count, seen) => count + (minute - seen > SILENT_AFTER ? 1 : 0), 0),
    },
);

/** What the index counts of the agents, which may be a part of those that are read by now. */
function countedBy({ agents }: AgentIndex, listing: Listing<Agent> | undefined): Completeness {
  const ofList = completenessOf(listing);
  const read = listing?.rows.length ?? 0;
  return ofList !== 'all' ? { ...ofList, read: agents } : agents < read ? { read: agents, of: read } : 'all';
}

/** The agents by status, version and system, and those that are odd; counted anew once a minute. Undefined before any were read. */
export function selectAgentCounts(
  stores: Pick<AgentsSlice, 'agents' | 'agentIndex'>,
  now: number,
): AgentCounts | undefined {
  return countAgents(selectAgentIndex(stores), stores.agents.getState().data, wholeMinute(now));
}
