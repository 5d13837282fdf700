import type { Agent } from '../../contract/agent.ts';
import type { CommandSession } from '../session/command-session.ts';
import { someAgents, reportSettledWrites } from '../session/report-settled-writes.ts';
import { explainUnknown, type UnknownId } from './explain-unknown.ts';
import { readAgent, readAllAgents } from './read-agents.ts';

/** So many agents are read one by one; of more, the list is read whole, which takes fewer requests. */
const MOST_SINGLE_READS = 10;

/** What an action would be done to. */
export interface AgentPlan {
  /** In the order in which they were named. */
  readonly agents: readonly Agent[];
  readonly unknown: readonly UnknownId[];
}

/**
 * Reads the agents that were named, as the person is to see them before anything is done; what is seen in them of earlier
 * changes is reported.
 */
export async function planAgents(session: CommandSession, ids: readonly string[]): Promise<AgentPlan> {
  const found = new Map<string, Agent>();
  let isWhole = false;
  if (ids.length > MOST_SINGLE_READS) {
    const { rows, total } = await readAllAgents(session);
    rows.forEach((agent) => found.set(agent.id, agent));
    isWhole = rows.length >= (total ?? Number.POSITIVE_INFINITY);
  }
  for (const id of isWhole ? [] : ids) {
    const agent = found.get(id) ?? (await readAgent(session, id));
    if (agent !== undefined) {
      found.set(agent.id, agent);
    }
  }
  await reportSettledWrites(session, { agents: someAgents([...found.values()]) });
  return {
    agents: ids.flatMap((id) => found.get(id) ?? []),
    unknown: await explainUnknown(
      session,
      ids.filter((id) => !found.has(id)),
    ),
  };
}
