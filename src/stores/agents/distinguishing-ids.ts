import type { Agent } from '../../contract/agent.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { agentsById } from './agent-action.ts';
import type { AgentPlan } from './agent-plan.ts';
import type { AgentsSlice } from './agents-slice.ts';
import type { Listing } from '../base/listing.ts';
import { memoizeLast } from '../base/memoize-last.ts';

/** A part of an id, and what was left out of it. */
export interface PartOfId {
  readonly text: Untrusted;
  readonly isCutBefore?: boolean;
  readonly isCutBehind?: boolean;
}

/** An id is not shown shorter than that. */
const LEAST = 8;
/** Where ids begin with more than that in common, their ends are shown. */
const MOST = 16;

/**
 * As much of the ids as distinguishes machines, by the id, of those in a plan whose host name another machine has as well, in
 * the plan or in the list.
 */
export const distinguishingIds = memoizeLast(
  (plan: AgentPlan, listing: Listing<Agent> | undefined): ReadonlyMap<string, PartOfId> =>
    idsOfTwins([...plan.agents, ...plan.skipped], listing?.rows),
);

/** The same of all that are listed. */
export const twinsOfList = memoizeLast((listing: Listing<Agent> | undefined) =>
  idsOfTwins(listing?.rows ?? []),
);

/** As much of its id as distinguishes an agent from others of its host name; undefined where the name alone does. */
export function distinguishingId(
  { agents }: Pick<AgentsSlice, 'agents'>,
  agent: Pick<Agent, 'id' | 'hostname'>,
): PartOfId | undefined {
  const { data } = agents.getState();
  const known = twinsOfList(data).get(agent.id);
  return (
    known ?? (agentsById(data).has(agent.id) ? undefined : idsOfTwins([agent], data?.rows).get(agent.id))
  );
}

/** The same of agents that may be listed no more, by the id. */
export const distinguishingIdsOf = memoizeLast(
  (agents: readonly Named[], listing: Listing<Agent> | undefined): ReadonlyMap<string, PartOfId> =>
    idsOfTwins(agents, listing?.rows),
);

type Named = Pick<Agent, 'id' | 'hostname'>;

/** The same of these agents, whose host name another of them has, or one of the others. */
export function idsOfTwins(
  agents: readonly Named[],
  others: readonly Named[] = [],
): ReadonlyMap<string, PartOfId> {
  const names = new Map(
    agents.flatMap(({ hostname }) => (hostname === undefined ? [] : [[hostname, new Set<string>()]])),
  );
  for (const each of [agents, others]) {
    for (const { id, hostname } of each) {
      if (hostname !== undefined) {
        names.get(hostname)?.add(id);
      }
    }
  }
  const parts = new Map<string, PartOfId>();
  for (const ids of names.values()) {
    if (ids.size > 1) {
      for (const [id, shown] of partsOf([...ids])) {
        parts.set(id, shown);
      }
    }
  }
  return parts;
}

/** The beginnings of ids that all differ, or else their ends, or else all of them. */
function partsOf(ids: readonly string[]): readonly (readonly [id: string, shown: PartOfId])[] {
  const cut = (take: (id: string, length: number) => string, side: 'isCutBefore' | 'isCutBehind') => {
    for (let length = LEAST; length <= MOST; length++) {
      if (new Set(ids.map((id) => take(id, length))).size === ids.length) {
        return ids.map((id) => {
          const text = asUntrusted(take(id, length));
          return [id, { text, ...(text.length < id.length && { [side]: true }) }] as const;
        });
      }
    }
    return undefined;
  };
  return (
    cut((id, length) => id.slice(0, length), 'isCutBehind') ??
    cut((id, length) => id.slice(-length), 'isCutBefore') ??
    ids.map((id) => [id, { text: asUntrusted(id) }] as const)
  );
}
