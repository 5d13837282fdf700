import { SILENT_AFTER, wholeMinute } from './agent-flags.ts';
import type { AgentIndex } from './agent-index.ts';
import { rememberLast } from '../remember-last.ts';
import { selectAgentIndex } from './select-agents.ts';
import type { Stores } from '../stores.ts';

export type { Tally } from './agent-index.ts';

/** How many agents there are of each kind. */
export interface AgentCounts extends AgentIndex {
  /** Active ones that were not heard of for a day. */
  readonly silent: number;
}

const countAgents = rememberLast(
  (index: AgentIndex | undefined, minute: number): AgentCounts | undefined =>
    index && {
      ...index,
      silent: index.activeSeen.reduce((count, seen) => count + (minute - seen > SILENT_AFTER ? 1 : 0), 0),
    },
);

/** The agents by status, version and system, and those that are odd; counted anew once a minute. Undefined before any were read. */
export function selectAgentCounts(
  stores: Pick<Stores, 'agents' | 'agentIndex'>,
  now: number,
): AgentCounts | undefined {
  return countAgents(selectAgentIndex(stores), wholeMinute(now));
}
