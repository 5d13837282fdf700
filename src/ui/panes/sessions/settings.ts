import type { Agent } from '../../../contract/agent.ts';
import { zoneName } from '../../../lib/days.ts';
import { selectHostByClient } from '../../../stores/agents/select-agents.ts';
import type { Listing } from '../../../stores/base/listing.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { Stores } from '../../../stores/stores.ts';
import { narrowed, suspiciousNames, switched, type Settings } from '../setting.ts';

const agentOf = memoizeLast((listing: Listing<Agent> | undefined, id: string | undefined) =>
  id === undefined ? undefined : listing?.rows.find((agent) => agent.id === id),
);

/** What keys switch or choose in the list of sessions. */
export function sessionSettings(stores: Stores): Settings {
  const { date, dateZone, agentId, project, branch, clientId, subagents, suspicious } =
    stores.view.getState().sessions;
  return {
    date: narrowed('Day', date && `${date} (${zoneName(dateZone)})`),
    agent: narrowed('Agent', agentOf(stores.agents.getState().data, agentId)?.hostname ?? agentId),
    project: narrowed('Project', project),
    branch: narrowed('Branch', branch),
    client: narrowed('Client', selectHostByClient(stores).get(clientId ?? '') ?? clientId),
    subagents: { ...switched('Subagents', subagents, false), isOfList: true },
    suspicious: suspiciousNames(suspicious),
  };
}
