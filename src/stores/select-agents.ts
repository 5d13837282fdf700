import type { Agent } from '../contract/agent.ts';
import { parseTime } from '../lib/format-time.ts';
import { rememberLast } from './remember-last.ts';
import type { Listing, Stores } from './stores.ts';
import { isSuspiciousAgent } from './suspicious.ts';
import { queryClock, type AgentsView } from './view-store.ts';
import { rememberTest } from './query/row-query.ts';

/** An active agent that was not seen for this long is called silent. */
export const SILENT_AFTER = 24 * 60 * 60 * 1000;

const NO_AGENTS: readonly Agent[] = [];

let lastHosts: ReadonlyMap<string, string> = new Map();

/** The same map as long as it says the same, since what is found by host depends on it. */
const mapHosts = rememberLast((listing: Listing<Agent> | undefined): ReadonlyMap<string, string> => {
  const hosts = new Map<string, string>();
  let isSame = true;
  for (const { client_id: client, hostname } of listing?.rows ?? NO_AGENTS) {
    if (client !== undefined && hostname !== undefined) {
      hosts.set(client, hostname);
      isSame &&= lastHosts.get(client) === hostname;
    }
  }
  lastHosts = isSame && hosts.size === lastHosts.size ? lastHosts : hosts;
  return lastHosts;
});

/** Host names by client id, as far as agents are known. */
export function selectHostByClient(stores: Stores): ReadonlyMap<string, string> {
  return mapHosts(stores.agents.getState().data);
}

/** Whether an agent counts as active and yet was not heard of for a day. */
export function isSilent(agent: Agent, now: number): boolean {
  const seen = parseTime(agent.last_seen_at);
  return agent.status === 'active' && seen !== undefined && now - seen > SILENT_AFTER;
}

/** A minute is fine enough to tell who is silent, and keeps the result of the last frame. */
export function wholeMinute(now: number): number {
  return Math.floor(now / 60_000) * 60_000;
}

let lastOrder: ReadonlyMap<string, number> = new Map();

/** The agents by host name. They are nearly in order already when they begin in the order of the last time. */
const sortByHost = rememberLast((listing: Listing<Agent> | undefined): readonly Agent[] => {
  const known: Agent[] = [];
  const others: Agent[] = [];
  for (const agent of listing?.rows ?? NO_AGENTS) {
    const place = lastOrder.get(agent.id);
    if (place === undefined) {
      others.push(agent);
    } else {
      known[place] = agent;
    }
  }
  const sorted = [...known.filter((agent) => agent !== undefined), ...others].sort(byHost);
  lastOrder = new Map(sorted.map(({ id }, place) => [id, place]));
  return sorted;
});

const testOfQuery = rememberTest('agents');

/** A test for the filters of the agents; undefined when they let everything through. */
function createTest(
  { flag }: AgentsView,
  matches: ReturnType<typeof testOfQuery>,
  minute: number,
): ((agent: Agent) => boolean) | undefined {
  if (flag === undefined && matches === undefined) {
    return undefined;
  }
  return (agent) =>
    (flag === undefined || hasFlag(agent, flag, minute)) && (matches === undefined || matches(agent.raw));
}

/**
 * The agents that the filters let through, by host name. Of very many the list may end early right after the filters
 * changed: `stores.visibleAgents` says so, and when there are more.
 */
export function selectVisibleAgents(stores: Stores, now: number): readonly Agent[] {
  const state = stores.view.getState();
  const view = state.agents;
  const sorted = sortByHost(stores.agents.getState().data);
  const minute = view.flag === 'silent' ? wholeMinute(now) : 0;
  const matches = testOfQuery(view.text, queryClock(state));
  return stores.visibleAgents.look(sorted, [view.text, view.flag], [minute, matches], () =>
    createTest(view, matches, minute),
  );
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
