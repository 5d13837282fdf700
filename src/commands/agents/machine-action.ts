import type { Agent } from '../../contract/agent.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Quoted, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import type { AgentAction } from '../../stores/agents/agent-action.ts';
import type { Stores } from '../../stores/stores.ts';
import { openMenu, type CommandContext } from '../base/command.ts';
import { ACTION_WORDS, nameOf, namesOf } from './action-words.ts';
import { askForAction } from './ask-for-action.ts';
import { planFor } from './targets.ts';

/** The agents on a machine, and the one of them that is meant, where one can be distinguished from the others. */
export interface MachineAgents {
  readonly agents: readonly Agent[];
  readonly meant: Agent | undefined;
}

/** What names a machine: the id of an agent, or that of a client and the host that stands beside it. */
export interface MachineName {
  readonly clientId: Untrusted | undefined;
  readonly agentId?: Untrusted | undefined;
  readonly host?: Untrusted | undefined;
}

/**
 * The agent that is meant: the one with the id, else the only one of the client, or the only one of it on the host. Where
 * several may be meant, none is.
 */
export function agentMeant(
  agents: readonly Agent[],
  { clientId, agentId, host }: MachineName,
): Agent | undefined {
  const byId = agentId === undefined ? undefined : agents.find(({ id }) => id === agentId);
  const ofClient = agents.filter(({ client_id: client }) => clientId !== undefined && client === clientId);
  const onHost = ofClient.filter(({ hostname }) => hostname === host);
  return byId ?? (ofClient.length === 1 ? ofClient[0] : onHost.length === 1 ? onHost[0] : undefined);
}

/**
 * The agents on a machine, as far as they are known: those that report as the client or have the id, and those that share
 * a machine id with one of them, the one that is meant before all others. Deleted ones are none.
 */
export function selectAgentsOfMachine({ agents }: Pick<Stores, 'agents'>, name: MachineName): MachineAgents {
  const rows = (agents.getState().data?.rows ?? []).filter(({ status }) => status !== 'deleted');
  const { clientId, agentId } = name;
  const isNamed = (agent: Agent) =>
    (agentId !== undefined && agent.id === agentId) ||
    (clientId !== undefined && agent.client_id === clientId);
  const machines = new Set(
    rows.flatMap((agent) => (isNamed(agent) && agent.machine_id !== undefined ? [agent.machine_id] : [])),
  );
  const meant = agentMeant(rows, name);
  const others = rows.filter(
    (agent) =>
      agent !== meant &&
      (isNamed(agent) || (agent.machine_id !== undefined && machines.has(agent.machine_id))),
  );
  return { meant, agents: meant === undefined ? others : [meant, ...others] };
}

/**
 * `Suspend this machine: build-1 and 2 other agents of it`: what is done, to the agent that is meant, as it is called, and
 * to how many others; of several that may be meant, that it is one of them.
 */
export function describeMachineAction(
  { agents, meant }: MachineAgents,
  called: Sentence | undefined,
): Quoted {
  const action = machineAction(agents);
  const { title } = ACTION_WORDS[action];
  const targets = planOf(action, agents).agents;
  const others = targets.filter((agent) => agent !== meant);
  const many = others.length === 1 ? '1 other agent' : `${formatCount(others.length)} other agents`;
  if (meant === undefined || called === undefined) {
    return quoting`${title} one of ${formatCount(agents.length)} agents of this machine: ${namesOf(targets)}`;
  }
  if (targets.includes(meant)) {
    const more = others.length === 0 ? '' : ` and ${many} of it`;
    return quoting`${title} this machine: ${called}${more}`;
  }
  return quoting`${title} ${many} of this machine: ${namesOf(others)}`;
}

/** What is done to the machine from where it is spoken of: suspended while any agent on it is active, else reactivated. */
export function machineAction(agents: readonly Agent[]): 'suspend' | 'reactivate' {
  return agents.some(({ status }) => status === 'active') ? 'suspend' : 'reactivate';
}

/** Asks before the agent on a machine is suspended or reactivated; of several, which one is meant, or all. */
export function askForMachine(context: CommandContext, agents: readonly Agent[]): void {
  const action = machineAction(agents);
  const all = planOf(action, agents);
  if (agents.length === 1 || all.agents.length <= 1) {
    askForAction(context, all);
    return;
  }
  openMenu(context, {
    isAboutAgents: true,
    title: `Several agents are on this machine. ${ACTION_WORDS[action].title} which?`,
    choices: [
      ...all.agents.map((agent, index) => ({
        label: described(action, agent),
        value: String(index),
        dangerous: true,
      })),
      {
        label: `${ACTION_WORDS[action].title} all ${formatCount(all.agents.length)} of them`,
        value: ALL,
        dangerous: true,
      },
    ],
    initial: undefined,
    choose(value) {
      const agent = all.agents[Number(value)];
      askForAction(context, agent === undefined ? all : planOf(action, [agent]));
    },
  });
}

const ALL = 'all';

function planOf(action: AgentAction, agents: readonly Agent[]) {
  return planFor(action, { label: '', agents, filteredOut: [], offScreen: [] });
}

function described(action: AgentAction, agent: Agent): Quoted {
  return quoting`${ACTION_WORDS[action].title} ${named(nameOf(agent))}, user ${agent.username === undefined ? 'unknown' : named(agent.username)}, agent ${named(agent.id)}`;
}
