import { getAgent } from '../../api/agents.ts';
import type { Client } from '../../api/client.ts';
import { named } from '../../lib/named.ts';
import { agentSchema, type Agent } from '../../contract/agent.ts';
import { effectiveVerdict } from '../../stores/journal/effective-verdict.ts';
import type { JournalOperation, JournalState, JournalTarget } from './journal.ts';
import { saysGone } from './problem.ts';
import type { Obstacle } from './write.ts';

/** An agent as the server has it; `gone` when it has none with that id (any more). */
export type AgentState = Agent | 'gone';

/** Reads an agent anew. Throws what reading throws, and a TypeError when the server gives another one. */
export async function readAgentState(client: Client, id: string, purpose: string): Promise<AgentState> {
  try {
    const { value } = await getAgent(client, id, undefined, purpose);
    if (value.id !== id) {
      throw new TypeError('The server answered with another agent than the one that was asked for.');
    }
    return value;
  } catch (error) {
    if (saysGone(error)) {
      return 'gone';
    }
    throw error;
  }
}

/** Why a change that was decided on for `seen` must not be made to `fresh`; undefined when it is still the same. */
export function findMove(seen: Agent, fresh: AgentState): Obstacle | undefined {
  const name = seen.hostname ?? seen.id;
  if (fresh === 'gone') {
    return {
      sentence: `${name} is gone already; the server has no agent ${seen.id} any more.`,
      isMoved: true,
    };
  }
  const changed = (['hostname', 'generation', 'status'] as const).filter(
    (field) => fresh[field] !== seen[field],
  );
  if (changed.length === 0) {
    return undefined;
  }
  const changes = changed.map((field) => `${field} is ${nameOf(fresh[field])}, was ${nameOf(seen[field])}`);
  return {
    sentence: `${name} changed meanwhile (${changes.join('; ')}). Look at it and decide again.`,
    isMoved: true,
  };
}

function nameOf(value: string | number | undefined): string {
  return value === undefined ? 'absent' : named(String(value));
}

export function agentTarget({ id, hostname, generation }: Agent): JournalTarget {
  return {
    id,
    ...(hostname === undefined ? {} : { hostname }),
    ...(generation === undefined ? {} : { generation }),
  };
}

/** What the journal keeps of an agent. */
export function agentToJournal(agent: AgentState): JournalState {
  if (agent === 'gone') {
    return { gone: true };
  }
  const { status, hostname, generation, username, last_seen_at } = agent;
  return { status, hostname, generation, username, last_seen_at };
}

/** The agent of a change in the journal as it was seen after it; as it was before where it was not seen. */
export function agentOfSteps(steps: JournalOperation['steps']): Agent {
  const [{ target, before }] = steps;
  return agentSchema.parse({
    ...before,
    ...effectiveVerdict(steps)?.after,
    ...target,
    id: target.id ?? 'unknown',
  });
}

/** How an agent is, as the end of a sentence. */
export function describeAgent(agent: AgentState): string {
  return agent === 'gone'
    ? 'is gone'
    : `is ${agent.status === undefined ? 'without a status' : named(agent.status)}`;
}
