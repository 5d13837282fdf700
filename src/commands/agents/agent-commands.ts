import { isDeletion, type AgentAction } from '../../stores/agents/agent-action.ts';
import type { AgentPlan } from '../../stores/agents/agent-plan.ts';
import { selectMarked } from '../../stores/view/count-marks.ts';
import { named } from '../../lib/named.ts';
import { quoting, type Sentence } from '../../lib/untrusted.ts';
import { openMenu, type Command, type CommandContext } from '../base/command.ts';
import { readOnlyReason } from '../base/read-only.ts';
import { askForAction, underWayReason } from './ask-for-action.ts';
import { dueCommands } from './due.ts';
import { agentListCommands } from './list-commands.ts';
import { resultCommands } from './results.ts';
import { selectedAgent } from './selected-agent.ts';
import { offerOf, planFor, targetGroups } from './targets.ts';
import { undoCommands } from './undo.ts';

/** Why nothing can be done with agents now, as a sentence. It is asked with every frame, so it looks at one row alone. */
function disabledReason(context: CommandContext): Sentence | undefined {
  const { stores } = context;
  const isAlone = selectMarked(stores, 'agents') === 0;
  return isAlone && selectedAgent(context) === undefined
    ? 'There is no agent under the cursor.'
    : (readOnlyReason(context) ?? underWayReason(context));
}

/** Whether nothing can be meant but the agent under the cursor. */
function isOneAlone({ stores }: CommandContext): boolean {
  const { agents } = stores.view.getState();
  return selectMarked(stores, 'agents') === 0 && agents.text === '' && agents.flag === undefined;
}

/** Asks which agents are meant, and what is to be done with them, unless only one answer is possible. */
function chooseAction(context: CommandContext, actions: readonly AgentAction[]): void {
  const offers = targetGroups(context).flatMap((group) =>
    actions.map((action) => {
      const plan = planFor(action, group);
      return { plan, label: offerOf(plan, group) };
    }),
  );
  const possible = offers.filter(({ plan }) => plan.agents.length > 0);
  const [only] = possible;
  const mayDelete = actions.some(isDeletion);
  if (only === undefined) {
    const [first] = offers;
    if (first !== undefined) {
      askForAction(context, first.plan);
    }
    return;
  }
  if (possible.length === 1 && !mayDelete) {
    askForAction(context, only.plan);
    return;
  }
  const cancel = mayDelete ? [{ label: 'Cancel: delete nothing', value: CANCEL }] : [];
  openMenu(context, {
    isAboutAgents: true,
    title: mayDelete ? 'Delete which agents, and how?' : 'Do what with which agents?',
    choices: [
      ...cancel,
      ...possible.map(({ label }, index) => ({ label, value: String(index), dangerous: true })),
    ],
    initial: undefined,
    choose(value) {
      const chosen: { readonly plan: AgentPlan } | undefined = possible[Number(value)];
      if (value !== CANCEL && chosen !== undefined) {
        askForAction(context, chosen.plan);
      }
    },
  });
}

const CANCEL = 'cancel';

/** What can be done with agents. */
export const agentCommands: readonly Command[] = [
  ...agentListCommands,
  {
    id: 'agents.change-status',
    title: 'Suspend or reactivate the agent, the marked ones or all that match',
    hint: 'suspend',
    scope: 'agents',
    onRow: true,
    dangerous: true,
    disabledReason(context) {
      const agent = selectedAgent(context);
      if (
        isOneAlone(context) &&
        agent !== undefined &&
        agent.status !== 'active' &&
        agent.status !== 'suspended'
      ) {
        return quoting`An agent that is ${agent.status === undefined ? 'without a status' : named(agent.status)} can be neither suspended nor reactivated.`;
      }
      return disabledReason(context);
    },
    run: (context) => chooseAction(context, ['suspend', 'reactivate']),
  },
  {
    id: 'agents.delete',
    title: 'Delete the agent, the marked ones or all that match: softly or for good',
    hint: 'delete',
    scope: 'agents',
    onRow: true,
    dangerous: true,
    disabledReason,
    run: (context) => chooseAction(context, ['delete', 'hard-delete']),
  },
  ...undoCommands,
  ...dueCommands,
  ...resultCommands,
];
