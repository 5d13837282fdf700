import type { Agent } from '../../contract/agent.ts';
import { formatCount } from '../../lib/format-number.ts';
import { quoting, type Quoted, type Sentence } from '../../lib/untrusted.ts';
import { agentsById, canBeTarget, type AgentAction } from '../../stores/agents/agent-action.ts';
import { selectVisibleAgents } from '../../stores/agents/select-agents.ts';
import { completenessOf, measureOf, type Completeness } from '../../stores/base/completeness.ts';
import type { AgentPlan } from '../../stores/agents/agent-plan.ts';
import type { CommandContext } from '../base/command.ts';
import { ACTION_WORDS, agentInMenu, namesOf } from './action-words.ts';
import { selectedAgent } from './selected-agent.ts';

/** Agents that something can be done with, as somebody chose them. */
export interface TargetGroup {
  /** Behind the name of the action. */
  readonly label: Sentence;
  readonly agents: readonly Agent[];
  /** Those of them that the filters hide, and those that are listed off the screen. */
  readonly filteredOut: readonly Agent[];
  readonly offScreen: readonly Agent[];
  /** What was looked at for all that match the filter. */
  readonly counted?: Completeness;
}

/**
 * The marked agents, the one under the cursor, and where a filter is set all that match it. Who marked some means these:
 * they come before the row that the cursor happens to stand on. The same agents are offered once.
 */
export function targetGroups(context: CommandContext): readonly TargetGroup[] {
  const { stores, clock } = context;
  const { agents: view, shown } = stores.view.getState();
  const listing = stores.agents.getState().data;
  const visible = selectVisibleAgents(stores, clock.now());
  const selected = selectedAgent(context);
  const onScreen = new Set(visible.slice(shown.top, shown.end).map(({ id }) => id));
  const listed = new Set(visible.map(({ id }) => id));
  const unseenOf = (agents: readonly Agent[]) => ({
    filteredOut: agents.filter(({ id }) => !listed.has(id)),
    offScreen: agents.filter(({ id }) => listed.has(id) && !onScreen.has(id)),
  });
  const byId = agentsById(listing);
  const marked = [...view.marks].map((id) => byId.get(id)).filter((agent) => agent !== undefined);
  const isMoreThanThis = marked.length > 1 || (marked.length === 1 && marked[0]?.id !== selected?.id);
  const isFiltered = view.text !== '' || view.flag !== undefined;
  const counted = completenessOf(listing);
  const isMoreThanAlone = visible.length > 1 || (visible.length === 1 && visible[0] !== selected);
  return [
    ...(isMoreThanThis
      ? [groupOf(`the ${formatCount(marked.length)} marked`, marked, unseenOf(marked))]
      : []),
    ...(selected === undefined
      ? []
      : [
          {
            label: agentInMenu(context.stores, selected, undefined),
            agents: [selected],
            filteredOut: [],
            offScreen: [],
          },
        ]),
    ...(isFiltered && isMoreThanAlone && stores.visibleAgents.filtering === undefined
      ? [
          {
            ...groupOf(
              `all ${formatCount(visible.length)} that match the filter${measureOf(counted)}`,
              visible,
              unseenOf(visible),
            ),
            counted,
          },
        ]
      : []),
  ];
}

function groupOf(
  label: Sentence,
  agents: readonly Agent[],
  unseen: Pick<TargetGroup, 'filteredOut' | 'offScreen'>,
): TargetGroup {
  const hidden = [...unseen.filteredOut, ...unseen.offScreen];
  const where =
    unseen.filteredOut.length === 0
      ? 'off the screen'
      : unseen.offScreen.length === 0
        ? 'filtered out'
        : 'off the screen or filtered out';
  return {
    label:
      hidden.length === 0
        ? label
        : quoting`${label} (${formatCount(hidden.length)} ${where}: ${namesOf(hidden)})`,
    agents,
    ...unseen,
  };
}

/** An action on a group, without those that it cannot be done to or that are as requested already. */
export function planFor(action: AgentAction, group: TargetGroup): AgentPlan {
  const isTarget = (agent: Agent) => canBeTarget(agent, action);
  return {
    action,
    agents: group.agents.filter(isTarget),
    skipped: group.agents.filter((agent) => !isTarget(agent)),
    filteredOut: group.filteredOut.filter(isTarget),
    offScreen: group.offScreen.filter(isTarget),
    counted: group.counted,
    undoes: undefined,
  };
}

/** A plan as a menu offers it. */
export function offerOf(plan: AgentPlan, { label }: TargetGroup): Quoted {
  const { skipped, action, agents } = plan;
  const left =
    skipped.length === 0
      ? ''
      : agents.length === 0
        ? ' (none can be)'
        : `: ${formatCount(agents.length)}, and ${formatCount(skipped.length)} left as they are`;
  return quoting`${ACTION_WORDS[action].title} ${label}${left}`;
}
