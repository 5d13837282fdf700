import { selectAgentIndex } from '../agents/select-agents.ts';
import type { Stores } from '../stores.ts';

/** Whether each source of what the overview shows first has been read and counted, or could not be. */
export function isOverviewRead(
  stores: Pick<Stores, 'events' | 'agents' | 'summary' | 'agentIndex'>,
): boolean {
  const { events, agents, summary } = stores;
  const isEachRead = [events, agents, summary].every((source) => {
    const { receivedAt, failure } = source.getState();
    return receivedAt !== undefined || failure !== undefined;
  });
  const { data } = agents.getState();
  return isEachRead && (data === undefined || selectAgentIndex(stores) !== undefined);
}
