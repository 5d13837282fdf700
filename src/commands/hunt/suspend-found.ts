import { formatCount } from '../../lib/format-number.ts';
import { asUntrusted, quoting, type Sentence, type Untrusted } from '../../lib/untrusted.ts';
import { agentsOfClient } from '../../stores/agents/agent-action.ts';
import type { AgentPlan } from '../../stores/agents/agent-plan.ts';
import type { HuntRow } from '../../stores/hunt/hunt-order.ts';
import type { HuntFacts } from '../../stores/hunt/select-hunt.ts';
import type { HuntDialog } from '../../stores/view/dialog-states.ts';
import { askForAction } from '../agents/ask-for-action.ts';
import { offerOf, planFor, type TargetGroup } from '../agents/targets.ts';
import { notify, openMenu, type CommandContext } from '../base/command.ts';

/** The machines of findings, each once. */
function machinesOf(rows: readonly HuntRow[]): readonly Untrusted[] {
  return [...new Set(rows.flatMap(({ finding: { client } }) => client ?? []))];
}

/** The agents of machines, as far as they are known, and which of them cannot be seen. */
function groupOf(
  { stores }: CommandContext,
  { rows }: HuntFacts,
  { shown }: HuntDialog,
  clients: readonly Untrusted[],
  label: Sentence,
): TargetGroup {
  const { data } = stores.agents.getState();
  const agentsOf = (some: readonly Untrusted[]) =>
    some.flatMap((client) => agentsOfClient(data, client)).filter(({ status }) => status !== 'deleted');
  const [listed, seen] = [new Set(machinesOf(rows)), new Set(shown)];
  const unknown = clients.filter((client) => agentsOf([client]).length === 0).length;
  return {
    label:
      unknown === 0
        ? label
        : quoting`${label} (no agent is known of ${formatCount(unknown)} ${unknown === 1 ? 'machine' : 'machines'})`,
    agents: agentsOf(clients),
    filteredOut: agentsOf(clients.filter((client) => !listed.has(client))),
    offScreen: agentsOf(clients.filter((client) => listed.has(client) && !seen.has(client))),
  };
}

/** Offers to suspend the marked machines, the one under the cursor or all that are listed, by the way of all changes of agents. */
export function chooseSuspension(
  context: CommandContext,
  facts: HuntFacts,
  { finding: { client } }: HuntRow,
  dialog: HuntDialog,
): void {
  const all = machinesOf(facts.rows);
  const marked = [...dialog.marks].map(asUntrusted);
  const soFar = facts.isWhole ? '' : ' so far';
  const choices = [
    { clients: marked, label: `the agents of the ${formatCount(marked.length)} marked` },
    { clients: client === undefined ? [] : [client], label: 'the agents of this machine' },
    {
      clients: all.length > 1 ? all : [],
      label: `the agents of all ${formatCount(all.length)} machines that are listed${soFar}`,
    },
  ];
  const offers = choices
    .map(({ clients, label }) => {
      const group = groupOf(context, facts, dialog, clients, label);
      const plan = planFor('suspend', group);
      return { plan, label: offerOf(plan, group) };
    })
    .filter(({ plan }) => plan.agents.length > 0);
  if (offers.length === 0) {
    notify(context, 'None of these machines has an agent that is active.');
    return;
  }
  openMenu(context, {
    isAboutAgents: true,
    title: 'Suspend which machines?',
    choices: offers.map(({ label }, index) => ({ label, value: String(index), dangerous: true })),
    initial: undefined,
    choose(value) {
      const chosen: { readonly plan: AgentPlan } | undefined = offers[Number(value)];
      if (chosen !== undefined) {
        askForAction(context, chosen.plan);
      }
    },
  });
}
