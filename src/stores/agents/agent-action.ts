import type { Agent } from '../../contract/agent.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
import type { Listing } from '../base/listing.ts';

/** What can be done with agents ("States and transitions"). */
export type AgentAction = 'suspend' | 'reactivate' | 'delete' | 'hard-delete';

/** Whether an action deletes, softly or for good. */
export function isDeletion(action: AgentAction): boolean {
  return action === 'delete' || action === 'hard-delete';
}

/** Whether an agent can be the target of an action; one that is already as requested cannot. */
export function canBeTarget({ status }: Agent, action: AgentAction): boolean {
  switch (action) {
    case 'suspend':
      return status === 'active';
    case 'reactivate':
      return status === 'suspended';
    case 'delete':
      return status !== 'deleted';
    case 'hard-delete':
      return true;
  }
}

/** Whether an agent is already what an action would make of it. */
export function hasDesiredStatus(agent: Agent | 'gone', action: AgentAction): boolean {
  switch (action) {
    case 'suspend':
      return agent !== 'gone' && agent.status === 'suspended';
    case 'reactivate':
      return agent !== 'gone' && agent.status === 'active';
    case 'delete':
      return agent === 'gone' || agent.status === 'deleted';
    case 'hard-delete':
      return agent === 'gone';
  }
}

/** What distinguishes an agent from one that has taken its place, and what was decided on: when one differs, nothing is sent. */
const DECIDED_ON = ['hostname', 'generation', 'status'] as const;

/** How an agent differs from what somebody decided on. */
export type AgentChange =
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'changed';
      readonly field: (typeof DECIDED_ON)[number];
      readonly was: string | number | undefined;
      readonly is: string | number | undefined;
    };

/**
 * What changed of an agent since somebody looked at it, as far as the list says ("Writes": such a change stops what was
 * decided). A list that was not read yet says nothing.
 */
export function changesSince(seen: Agent, byId: ReadonlyMap<string, Agent>): readonly AgentChange[] {
  if (byId.size === 0) {
    return [];
  }
  const now = byId.get(seen.id);
  return now === undefined
    ? [{ kind: 'gone' }]
    : DECIDED_ON.filter((field) => now[field] !== seen[field]).map((field) => ({
        kind: 'changed',
        field,
        was: seen[field],
        is: now[field],
      }));
}

const indexes = new WeakMap<Listing<Agent>, ReadonlyMap<string, Agent>>();
const NO_AGENTS: ReadonlyMap<string, Agent> = new Map();

/** The agents of a list by their id; made once for each list. */
export function agentsById(listing: Listing<Agent> | undefined): ReadonlyMap<string, Agent> {
  if (listing === undefined) {
    return NO_AGENTS;
  }
  let index = indexes.get(listing);
  if (index === undefined) {
    index = new Map(listing.rows.map((agent) => [agent.id, agent]));
    indexes.set(listing, index);
  }
  return index;
}

/** The agents that report with a client id; an agent of its own has one, but nothing keeps several from sharing it. */
export function agentsOfClient(
  listing: Listing<Agent> | undefined,
  clientId: Untrusted | undefined,
): readonly Agent[] {
  return clientId === undefined
    ? []
    : (listing?.rows ?? []).filter(({ client_id: client }) => client === clientId);
}
