import type { Choice } from '../../stores/view/dialog-states.ts';
import { selectAgentCounts } from '../../stores/agents/agent-counts.ts';
import { AGENT_COLUMNS } from '../../stores/agents/agent-order.ts';
import { agentSorting } from '../../stores/agents/select-agents.ts';
import { measureOf } from '../../stores/base/completeness.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { AGENT_FLAGS, type AgentFlag } from '../../stores/agents/agents-view.ts';
import { formatCount } from '../../lib/format-number.ts';
import { openMenu, type Command, type CommandContext } from '../base/command.ts';
import { openPage } from '../base/entity-stack.ts';
import { chooseRowValue, rowValueChoices } from '../base/value-filter.ts';
import { selectedAgent } from './selected-agent.ts';

const FLAG_TITLES: Readonly<Record<AgentFlag, string>> = {
  clone: 'Detected as a clone',
  shared: 'Sharing a machine id with another agent',
  silent: 'Active, but silent for a day',
  old: 'With an old version',
  suspicious: 'With a suspicious name',
  suspended: 'Suspended',
};

/** Every flag with how many agents have it. */
function flagChoices({ stores, clock }: CommandContext): readonly Choice[] {
  const counts = selectAgentCounts(stores, clock.now());
  const counted: Readonly<Record<AgentFlag, number | undefined>> = {
    clone: counts?.clones,
    shared: counts?.shared,
    silent: counts?.silent,
    old: counts?.old,
    suspicious: counts?.suspicious,
    suspended: counts?.byStatus.find(([status]) => status === 'suspended')?.[1] ?? (counts && 0),
  };
  const withCount = (title: string, count: number | undefined) =>
    count === undefined ? title : `${title}  (${formatCount(count)})`;
  return [
    { label: withCount('All agents', counts?.agents), value: '' },
    ...AGENT_FLAGS.map((flag) => ({ label: withCount(FLAG_TITLES[flag], counted[flag]), value: flag })),
  ];
}

/** Sorts by a column; by the same one again the other way round. What is newest or odd comes first. */
function sortBy({ stores: { view } }: CommandContext, column: string): void {
  const sorting = agentSorting(view.getState().agents);
  const isAgain = sorting.column === column;
  const descending = isAgain ? !sorting.descending : column === 'LAST SEEN' || column === 'REGISTERED';
  updatePane(view, 'agents', { sort: { column, descending } });
}

/** Reading the list of agents. */
export const agentListCommands: readonly Command[] = [
  {
    id: 'agents.open',
    title: 'Open the details of the agent: its flags, events and sessions',
    hint: 'details',
    scope: 'agents',
    onRow: true,
    disabledReason: (context) =>
      selectedAgent(context) === undefined ? 'There is no agent under the cursor.' : undefined,
    run(context) {
      const agent = selectedAgent(context);
      if (agent !== undefined) {
        openPage(context, { kind: 'agent', agentId: agent.id, clientId: agent.client_id });
      }
    },
  },
  {
    id: 'agents.sort',
    title: 'Sort by a column',
    hint: 'sort',
    scope: 'agents',
    run(context) {
      const { column, descending } = agentSorting(context.stores.view.getState().agents);
      openMenu(context, {
        title: 'Sort agents by',
        choices: AGENT_COLUMNS.map((name) => {
          const title = `${name.slice(0, 1)}${name.slice(1).toLowerCase()}`;
          const again = descending ? 'descending; again: ascending' : 'ascending; again: descending';
          return { label: name === column ? `${title}  (${again})` : title, value: name };
        }),
        initial: column,
        choose: (name) => sortBy(context, name),
      });
    },
  },
  {
    id: 'agents.choose-flag',
    title: 'Show which agents',
    hint: 'flags',
    scope: 'agents',
    run(context) {
      const { view } = context.stores;
      const counted = selectAgentCounts(context.stores, context.clock.now())?.counted ?? 'all';
      openMenu(context, {
        title: `Show which agents${measureOf(counted)}`,
        choices: [...flagChoices(context), ...rowValueChoices(context)],
        initial: view.getState().agents.flag ?? '',
        choose(value) {
          if (!chooseRowValue(context, value)) {
            updatePane(view, 'agents', { flag: value === '' ? undefined : (value as AgentFlag) });
          }
        },
      });
    },
  },
];
