import type { Agent } from '../../contract/agent.ts';
import { formatCount } from '../../lib/format-number.ts';
import { untrustedText, type Untrusted } from '../../lib/untrusted.ts';
import type { AgentAction } from '../../stores/agents/agent-action.ts';
import type { Stores } from '../../stores/stores.ts';
import { openDialog, type CommandContext } from '../command.ts';
import { ACTION_WORDS, nameOf } from './action-words.ts';
import { askForAction } from './ask-for-action.ts';
import { planFor } from './targets.ts';

/**
 * The agents on a machine, as far as they are known: those that report as the client or have the id, and those that share
 * a machine id with one of them. Deleted ones are none.
 */
export function selectAgentsOfMachine(
  { agents }: Pick<Stores, 'agents'>,
  clientId: Untrusted | undefined,
  agentId: Untrusted | undefined,
): readonly Agent[] {
  const rows = (agents.getState().data?.rows ?? []).filter(({ status }) => status !== 'deleted');
  const named = rows.filter(
    (agent) =>
      (clientId !== undefined && agent.client_id === clientId) ||
      (agentId !== undefined && agent.id === agentId),
  );
  const machines = new Set(
    named.flatMap(({ machine_id: machine }) => (machine === undefined ? [] : [machine])),
  );
  return rows.filter(
    (agent) => named.includes(agent) || (agent.machine_id !== undefined && machines.has(agent.machine_id)),
  );
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

function described(action: AgentAction, agent: Agent): Untrusted {
  return untrustedText`${ACTION_WORDS[action].title} ${nameOf(agent)}, user ${agent.username ?? 'unknown'}, agent ${agent.id}`;
}
