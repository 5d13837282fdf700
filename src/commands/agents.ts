import type { Agent } from '../contract/agent.ts';
import type { RequestableStatus } from '../contract/values.ts';
import type { DialogLine } from '../stores/dialog.ts';
import { selectVisibleAgents } from '../stores/select-agents.ts';
import { updatePane, type AgentFlag } from '../stores/view-store.ts';
import { cursorIndex, visibleRows } from '../stores/visible-rows.ts';
import { notify, openDialog, type Command, type CommandContext } from './command.ts';
import { readOnlyReason } from './read-only.ts';
import { untrustedText } from '../lib/untrusted.ts';

/** The agent under the cursor. */
export function selectedAgent({ stores, clock }: CommandContext): Agent | undefined {
  const agents = selectVisibleAgents(stores, clock.now());
  return agents[cursorIndex(visibleRows(agents), stores.view.getState().agents.cursor)];
}

const FLAG_CHOICES = [
  { label: 'All agents', value: '' },
  { label: 'Detected as a clone', value: 'clone' },
  { label: 'Active, but silent for a day', value: 'silent' },
  { label: 'Suspended', value: 'suspended' },
  { label: 'With a suspicious name', value: 'suspicious' },
] as const;

/** What can be done with agents. */
export const agentCommands: readonly Command[] = [
  {
    id: 'agents.open',
    title: 'Open the detail of the agent',
    hint: 'open',
    scope: 'agents',
    run({ stores }) {
      updatePane(stores.view, 'agents', { detail: true });
      stores.view.setState({ focus: 'detail', detailTop: 0 });
    },
  },
  {
    id: 'agents.change-status',
    title: 'Suspend or reactivate the agent',
    hint: 'suspend',
    scope: 'agents',
    dangerous: true,
    disabledReason(context) {
      const agent = selectedAgent(context);
      if (agent === undefined) {
        return 'There is no agent under the cursor.';
      }
      if (agent.status !== 'active' && agent.status !== 'suspended') {
        return untrustedText`An agent that is ${agent.status ?? 'without a status'} can be neither suspended nor reactivated.`;
      }
      return readOnlyReason(context);
    },
    run(context) {
      const agent = selectedAgent(context);
      if (agent?.status === 'suspended') {
        confirmReactivation(context, agent);
      } else if (agent !== undefined) {
        confirmSuspension(context, agent);
      }
    },
  },
  {
    id: 'agents.choose-flag',
    title: 'Show which agents',
    hint: 'flags',
    scope: 'agents',
    run(context) {
      const { view } = context.stores;
      openDialog(context, {
        kind: 'choice',
        title: 'Show which agents',
        choices: FLAG_CHOICES,
        initial: view.getState().agents.flag ?? '',
        choose: (value) =>
          updatePane(view, 'agents', { flag: value === '' ? undefined : (value as AgentFlag) }),
      });
    },
  },
];

function confirmSuspension(context: CommandContext, agent: Agent): void {
  openDialog(context, {
    kind: 'text',
    title: 'Suspend this agent? It stops reporting until it is reactivated.',
    lines: linesOf(agent),
    label: 'reason',
    initial: '',
    enterDoes: 'suspends it',
    findProblem: () => undefined,
    submit: (reason) => void change(context, agent, 'suspended', reason),
    dangerous: true,
  });
}

function confirmReactivation(context: CommandContext, agent: Agent): void {
  openDialog(context, {
    kind: 'confirm',
    title: 'Reactivate this agent?',
    lines: linesOf(agent),
    yesDoes: 'reactivates it',
    confirm: () => void change(context, agent, 'active', ''),
  });
}

async function change(
  context: CommandContext,
  agent: Agent,
  status: RequestableStatus,
  reason: string,
): Promise<void> {
  notify(
    context,
    untrustedText`${status === 'suspended' ? 'Suspending' : 'Reactivating'} ${agent.hostname ?? agent.id}`,
  );
  const verdict = await context.sync.changeAgentStatus({ agent, status, reason });
  notify(context, verdict.sentence, verdict.kind === 'confirmed' ? 'good' : 'bad');
}

function linesOf(agent: Agent): readonly DialogLine[] {
  return [
    { label: 'host', value: agent.hostname ?? '(unknown)' },
    { label: 'agent', value: agent.id },
    { label: 'user', value: agent.username ?? '(unknown)' },
    { label: 'last seen', value: agent.last_seen_at ?? '(unknown)' },
    { label: 'status', value: agent.status ?? '(unknown)' },
  ];
}
