import type { Agent } from '../../contract/agent.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named, withNamed } from '../../lib/named.ts';
import { asUntrusted, prose, quoting, type Quoted, type Untrusted } from '../../lib/untrusted.ts';
import { distinguishingId, idsOfTwins, type PartOfId } from '../../stores/agents/distinguishing-ids.ts';
import { agentLabel, withPartOfId } from '../../stores/agents/agent-label.ts';
import type { Stores } from '../../stores/stores.ts';
import type { RunItem } from '../../stores/agents/agent-run.ts';
import type { AgentAction } from '../../stores/agents/agent-action.ts';

interface ActionWords {
  /** At the beginning of a sentence, before what it is done to. */
  readonly title: string;
  readonly doing: string;
  readonly done: string;
}

/** What each action is called. */
export const ACTION_WORDS: Readonly<Record<AgentAction, ActionWords>> = {
  suspend: { title: 'Suspend', doing: 'Suspending', done: 'suspended' },
  reactivate: { title: 'Reactivate', doing: 'Reactivating', done: 'reactivated' },
  delete: { title: 'Soft delete', doing: 'Soft deleting', done: 'soft deleted' },
  'hard-delete': { title: 'Hard delete', doing: 'Hard deleting', done: 'hard deleted' },
};

/** What an agent is called: its machine, or its id where that has no name. */
export function nameOf({ hostname, id }: Pick<Agent, 'hostname' | 'id'>): Untrusted {
  return asUntrusted(hostname ?? id);
}

/** `1 agent`, `1,204 agents`. */
export function agentCount(count: number): string {
  return count === 1 ? '1 agent' : `${formatCount(count)} agents`;
}

/** So many are named before the rest is counted. */
const NAMED = 3;
const LONGEST_NAME = 32;

/**
 * The first few by name, and how many more there are, as a sentence quotes them: `twin (agt-1…), twin (agt-2…)` where several
 * of them are called the same.
 */
export function namesOf(agents: readonly Agent[]): Quoted {
  const parts = idsOfTwins(agents);
  const first = prose(
    agents
      .slice(0, NAMED)
      .map((agent) => shortName(agent, parts.get(agent.id)))
      .join(', '),
  );
  return agents.length <= NAMED ? first : quoting`${first} and ${formatCount(agents.length - NAMED)} more`;
}

function shortName(agent: Agent, id: PartOfId | undefined): Quoted {
  const whole = nameOf(agent);
  const name = whole.length <= LONGEST_NAME ? named(whole) : quoting`${named(whole.slice(0, LONGEST_NAME))}…`;
  return withPartOfId(name, id);
}

/**
 * What an agent is called in a menu: its host; where another one has the same, with its id; and where the thing under the
 * cursor names another host, with that one.
 */
export function agentInMenu(
  { agents }: Pick<Stores, 'agents'>,
  agent: Agent,
  host: Untrusted | undefined,
): Quoted {
  const { hostname, id } = agent;
  const isTwin =
    hostname !== undefined &&
    (agents.getState().data?.rows ?? []).some((other) => other.hostname === hostname && other.id !== id);
  const name = isTwin ? quoting`${named(hostname)}, agent ${named(id)}` : named(nameOf(agent));
  return host === undefined || host === hostname ? name : quoting`${name} (here as ${named(host)})`;
}

/** What became of an agent, as the journal has it, with the agent named as lists show it. */
export function saidOf({ agent, sentence: said }: Pick<RunItem, 'agent' | 'sentence'>): Quoted {
  return withNamed(said, [agent.hostname, agent.id]);
}

/** The same in a message that stands alone: of agents with one name it says which it was. */
export function sentenceAlone(
  stores: Pick<Stores, 'agents'>,
  item: Pick<RunItem, 'agent' | 'sentence'>,
): Quoted {
  const said = saidOf(item);
  return distinguishingId(stores, item.agent) === undefined
    ? said
    : quoting`${agentLabel(stores, item.agent)}: ${said}`;
}

/** A name that anybody can type to the letter, on one line. */
const TYPABLE = /^[!-~](?:[ -~]{0,62}[!-~])?$/;

/**
 * What has to be typed before a deletion ("Rules of behaviour" 7): the word for a soft one, the name of the machine for a
 * hard one, and for several agents the word with their number. Where a name cannot be typed, the id stands for it, or the
 * number.
 */
export function phraseToType(action: 'delete' | 'hard-delete', agents: readonly Agent[]): Untrusted {
  const [agent] = agents;
  if (agents.length !== 1 || agent === undefined) {
    return asUntrusted(`delete ${agents.length}`);
  }
  if (action === 'delete') {
    return asUntrusted('delete');
  }
  const typable = [agent.hostname, agent.id].find((name) => name !== undefined && TYPABLE.test(name));
  return asUntrusted(typable ?? 'delete 1');
}
