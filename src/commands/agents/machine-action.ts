import type { Agent } from '../../contract/agent.ts';
import { formatCount } from '../../lib/format-number.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Quoted, type Untrusted } from '../../lib/untrusted.ts';
import type { AgentAction } from '../../stores/agents/agent-action.ts';
import { selectHostByClient } from '../../stores/agents/select-agents.ts';
import type { Stores } from '../../stores/stores.ts';
import { openDialog, type CommandContext } from '../command.ts';
import { ACTION_WORDS, nameOf, namesOf } from './action-words.ts';
import { askForAction } from './ask-for-action.ts';
import { planFor } from './targets.ts';

/**
 * The agents on a machine, as far as they are known: those that report as the client or have the id, and those that share
 * a machine id with one of them. The one that is meant comes first: that with the id, or that of the client with
 * the host by which it is shown. Deleted ones are none.
 */
export function selectAgentsOfMachine(
  stores: Pick<Stores, 'agents' | 'agentIndex'>,
  clientId: Untrusted | undefined,
  agentId: Untrusted | undefined,
  host: Untrusted | undefined = undefined,
): readonly Agent[] {
  const rows = (stores.agents.getState().data?.rows ?? []).filter(({ status }) => status !== 'deleted');
  const shown = host ?? selectHostByClient(stores).get(clientId ?? '');
  const distance = (agent: Agent) => {
    if (agentId !== undefined && agent.id === agentId) {
      return 0;
    }
    const isOfClient = clientId !== undefined && agent.client_id === clientId;
    return !isOfClient ? FAR : agent.hostname === shown ? 1 : 2;
  };
  const named = rows.filter((agent) => distance(agent) < FAR);
  const machines = new Set(
    named.flatMap(({ machine_id: machine }) => (machine === undefined ? [] : [machine])),
  );
  return rows
    .filter(
      (agent) => distance(agent) < FAR || (agent.machine_id !== undefined && machines.has(agent.machine_id)),
    )
    .toSorted((one, other) => distance(one) - distance(other));
}

const FAR = 3;

/** `Suspend this machine: build-1 and 2 other agents of it`: what is done, to the agent that is meant and to which others. */
export function describeMachineAction(agents: readonly Agent[]): Quoted {
  const action = machineAction(agents);
  const { title } = ACTION_WORDS[action];
  const [meant] = agents;
  const targets = planOf(action, agents).agents;
  const others = targets.filter((agent) => agent !== meant);
  const many = others.length === 1 ? '1 other agent' : `${formatCount(others.length)} other agents`;
  if (meant !== undefined && targets.includes(meant)) {
    const more = others.length === 0 ? '' : ` and ${many} of it`;
    return quoting`${title} this machine: ${named(nameOf(meant))}${more}`;
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
  openDialog(context, {
    kind: 'choice',
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
