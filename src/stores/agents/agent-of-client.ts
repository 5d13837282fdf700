import type { Agent } from '../../contract/agent.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { AgentsSlice } from './agents-slice.ts';
import type { Listing } from '../base/listing.ts';

const byClient = memoizeLast(
  (listing: Listing<Agent> | undefined): ReadonlyMap<string, Agent> =>
    new Map(
      (listing?.rows ?? []).flatMap((agent) =>
        agent.client_id === undefined ? [] : [[agent.client_id, agent] as const],
      ),
    ),
);

/** The agent that reports as a client, as far as agents are known; the last one listed when several do. */
export function selectAgentOfClient(
  { agents }: Pick<AgentsSlice, 'agents'>,
  client: string | undefined,
): Agent | undefined {
  return client === undefined ? undefined : byClient(agents.getState().data).get(client);
}
