import type { Agent } from '../contract/agent.ts';
import { rememberLast } from './remember-last.ts';
import { isSilent, wholeMinute } from './select-agents.ts';
import type { Listing, Stores } from './stores.ts';

/** How many agents have a value, the most frequent first; undefined stands for none. */
export type Tally = readonly (readonly [value: string | undefined, agents: number])[];

/** How many agents there are of each kind. */
export interface AgentCounts {
  readonly agents: number;
  readonly clones: number;
  /** Active ones that were not heard of for a day. */
  readonly silent: number;
  readonly byStatus: Tally;
  readonly byVersion: Tally;
  /** By the first word of the operating system's name. */
  readonly bySystem: Tally;
}

const countAgents = rememberLast(
  (listing: Listing<Agent> | undefined, minute: number): AgentCounts | undefined => {
    if (listing === undefined) {
      return undefined;
    }
    const { rows } = listing;
    return {
      agents: rows.length,
      clones: rows.filter((agent) => agent.clone_detected === true).length,
      silent: rows.filter((agent) => isSilent(agent, minute)).length,
      byStatus: tally(rows, ({ status }) => status),
      byVersion: tally(rows, ({ version }) => version),
      bySystem: tally(rows, ({ os }) => os?.split(' ')[0]),
    };
  },
);

/** The agents by status, version and system, and those that are odd; counted anew once a minute. Undefined before any were read. */
export function selectAgentCounts(stores: Pick<Stores, 'agents'>, now: number): AgentCounts | undefined {
  return countAgents(stores.agents.getState().data, wholeMinute(now));
}

function tally(agents: readonly Agent[], valueOf: (agent: Agent) => string | undefined): Tally {
  const counts = new Map<string | undefined, number>();
  for (const agent of agents) {
    const value = valueOf(agent);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort((left, right) => right[1] - left[1]);
}
