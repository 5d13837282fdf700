import type { Untrusted } from '../../lib/untrusted.ts';
import type { Agent } from '../../contract/agent.ts';
import { hasFlag, wholeMinute } from './agent-flags.ts';
import { NO_CONTEXT, type AgentIndex, type FlagContext } from './agent-index.ts';
import { AGENT_COLUMNS, BY_HOST, type AgentColumn } from './agent-order.ts';
import type { HostByClient } from '../base/host-by-client.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { AgentsSlice } from './agents-slice.ts';
import type { Listing } from '../base/listing.ts';
import { rememberTest } from '../query/row-query.ts';
import { queryClock } from '../query/query-time.ts';
import { AGENT_QUERY, type AgentsView } from './agents-view.ts';
import type { Sorting } from '../base/list-view.ts';

export { isSilent, SILENT_AFTER, wholeMinute } from './agent-flags.ts';

const NO_HOSTS: ReadonlyMap<string, Untrusted> = new Map();
const NO_AGENTS: readonly Agent[] = [];

/** What is known of all agents together; of very many, what was known before until all were looked at. Undefined before any were read. */
export function selectAgentIndex({
  agents,
  agentIndex,
}: Pick<AgentsSlice, 'agents' | 'agentIndex'>): AgentIndex | undefined {
  const { data } = agents.getState();
  return data === undefined ? undefined : agentIndex.look(data);
}

/** Host names by client id, as far as agents are known and those of a client have the same. */
export function selectHostByClient(
  stores: Pick<AgentsSlice, 'agents' | 'agentIndex'>,
): HostByClient<Untrusted> {
  return selectAgentIndex(stores)?.hostByClient ?? NO_HOSTS;
}

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
  client: Untrusted | undefined,
): Agent | undefined {
  return client === undefined ? undefined : byClient(agents.getState().data).get(client);
}

const flagContextOf = memoizeLast(
  (
    sharedMachines: FlagContext['sharedMachines'],
    currentVersions: FlagContext['currentVersions'],
    oldVersions: FlagContext['oldVersions'],
  ): FlagContext => ({ sharedMachines, currentVersions, oldVersions }),
);

/** What flags depend on: the same object for as long as it says the same. */
export function selectFlagContext(stores: Pick<AgentsSlice, 'agents' | 'agentIndex'>): FlagContext {
  const index = selectAgentIndex(stores) ?? NO_CONTEXT;
  return flagContextOf(index.sharedMachines, index.currentVersions, index.oldVersions);
}

/** How the agents are sorted now: by host until a column is chosen. */
export function agentSorting({ sort }: Pick<AgentsView, 'sort'>): Sorting & { readonly column: AgentColumn } {
  const column = AGENT_COLUMNS.find((name) => name === sort?.column);
  return sort === undefined || column === undefined
    ? { column: 'HOST', descending: BY_HOST.descending }
    : { column, descending: sort.descending };
}

const testOfQuery = rememberTest(AGENT_QUERY);

/** A test for the filters of the agents; undefined when they let everything through. */
function createTest(
  { flag }: AgentsView,
  matches: ReturnType<typeof testOfQuery>,
  context: FlagContext,
  minute: number,
): ((agent: Agent) => boolean) | undefined {
  if (flag === undefined && matches === undefined) {
    return undefined;
  }
  return (agent) =>
    (flag === undefined || hasFlag(agent, flag, context, minute)) &&
    (matches === undefined || matches(agent.raw));
}

/**
 * The agents that the filters let through, sorted. Of very many the list may end early right after the filters changed:
 * `stores.visibleAgents` says so, and when there are more.
 */
export function selectVisibleAgents(stores: AgentsSlice, now: number): readonly Agent[] {
  const state = stores.view.getState();
  const view = state.agents;
  const { column, descending } = agentSorting(view);
  const context = selectFlagContext(stores);
  const isByFlags = column === 'FLAGS';
  const sorted = stores.agentOrder.look(
    stores.agents.getState().data,
    column,
    descending,
    isByFlags ? context : undefined,
    isByFlags ? wholeMinute(now) : 0,
  );
  const minute = view.flag === 'silent' ? wholeMinute(now) : 0;
  const matches = testOfQuery(view.text, queryClock(state));
  return stores.visibleAgents.look(
    sorted ?? NO_AGENTS,
    [view.text, view.flag],
    [minute, context, matches],
    () => createTest(view, matches, context, minute),
  );
}
