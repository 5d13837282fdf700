import type { Agent } from '../contract/agent.ts';
import { parseTime } from '../lib/format-time.ts';
import { rememberLast } from './remember-last.ts';
import type { Listing, Stores } from './stores.ts';
import { isSuspiciousAgent } from './suspicious.ts';
import { createTextMatch, textWithin } from './text-match.ts';
import type { AgentsView } from './view-store.ts';

/** An active agent that was not seen for this long is called silent. */
export const SILENT_AFTER = 24 * 60 * 60 * 1000;

const NO_AGENTS: readonly Agent[] = [];

const mapHosts = rememberLast(
  (listing: Listing<Agent> | undefined): ReadonlyMap<string, string> =>
    new Map(
      (listing?.rows ?? NO_AGENTS).flatMap((agent) =>
        agent.client_id === undefined || agent.hostname === undefined
          ? []
          : [[agent.client_id, agent.hostname]],
      ),
    ),
);

/** Host names by client id, as far as agents are known. */
export function selectHostByClient(stores: Stores): ReadonlyMap<string, string> {
  return mapHosts(stores.agents.getState().data);
}

/** Whether an agent counts as active and yet was not heard of for a day. */
export function isSilent(agent: Agent, now: number): boolean {
  const seen = parseTime(agent.last_seen_at);
  return agent.status === 'active' && seen !== undefined && now - seen > SILENT_AFTER;
}

const filterAgents = rememberLast(
  (listing: Listing<Agent> | undefined, view: AgentsView, minute: number): readonly Agent[] => {
    const match = createTextMatch(view.text);
    return (listing?.rows ?? NO_AGENTS)
      .filter(
        (agent) =>
          (view.flag === undefined || hasFlag(agent, view.flag, minute)) &&
          (match === undefined || match(textWithin(agent.raw))),
      )
      .sort(byHost);
  },
);

/** The agents that the filters let through, by host name. */
export function selectVisibleAgents(stores: Stores, now: number): readonly Agent[] {
  // A minute is fine enough to tell who is silent, and keeps the result of the last frame.
  const minute = Math.floor(now / 60_000) * 60_000;
  return filterAgents(stores.agents.getState().data, stores.view.getState().agents, minute);
}

function hasFlag(agent: Agent, flag: NonNullable<AgentsView['flag']>, now: number): boolean {
  switch (flag) {
    case 'clone':
      return agent.clone_detected === true;
    case 'silent':
      return isSilent(agent, now);
    case 'suspended':
      return agent.status === 'suspended';
    case 'suspicious':
      return isSuspiciousAgent(agent);
  }
}

function byHost(left: Agent, right: Agent): number {
  return (left.hostname ?? '').localeCompare(right.hostname ?? '') || (left.id < right.id ? -1 : 1);
}
