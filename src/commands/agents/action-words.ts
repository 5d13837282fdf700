import type { Agent } from '../../contract/agent.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named, withNamed } from '../../lib/named.ts';
import { asUntrusted, prose, quoting, type Quoted, type Untrusted } from '../../lib/untrusted.ts';
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

function shortName(agent: Agent): Quoted {
  const name = nameOf(agent);
  return name.length <= LONGEST_NAME ? named(name) : quoting`${named(name.slice(0, LONGEST_NAME))}…`;
}

/** The first few by name, and how many more there are, as a sentence quotes them. */
export function namesOf(agents: readonly Agent[]): Quoted {
  const first = prose(agents.slice(0, NAMED).map(shortName).join(', '));
  return agents.length <= NAMED ? first : quoting`${first} and ${formatCount(agents.length - NAMED)} more`;
}

/** What became of an agent, as the journal has it, with the agent named as lists show it. */
export function saidOf({ agent, sentence: said }: Pick<RunItem, 'agent' | 'sentence'>): Quoted {
  return withNamed(said, [agent.hostname, agent.id]);
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
