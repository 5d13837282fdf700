import { lazyImport } from '../../lib/lazy-import.ts';
import { isLeft, isUnderWay, type AgentRun, type RunItem } from '../../stores/agents/agent-run.ts';
import type { AgentQuestionDialog, AgentResultsDialog } from '../../stores/view/dialog-states.ts';
import {
  closeDialog,
  notify,
  openDialog,
  updateDialog,
  type Command,
  type CommandContext,
} from '../base/command.ts';
import { cursorCommands, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';
import { readOnlyReason } from '../base/read-only.ts';
import { openResults } from './open-results.ts';

/** The agents of a run that its results list. */
export function listedItems(
  { items }: Pick<AgentRun, 'items'>,
  { onlyProblems }: Pick<AgentResultsDialog, 'onlyProblems'>,
): readonly RunItem[] {
  return onlyProblems ? items.filter(isProblem) : items;
}

function isProblem({ state }: RunItem): boolean {
  return state === 'contradicted' || state === 'unknown' || state === 'refused';
}

/** The place of the cursor among them: until it is moved, the agent that is under way, or the first one. */
export function resultCursor(
  items: readonly RunItem[],
  { cursor }: Pick<AgentResultsDialog, 'cursor'>,
): number {
  const chosen = items.findIndex(({ agent }) => agent.id === cursor);
  const underWay = items.findIndex(({ state }) => state === 'under way' || state === 'waiting');
  return Math.max(0, chosen === -1 ? underWay : chosen);
}

/** Of the screen, so many rows do not belong to a page of results. */
const ROWS_AROUND = 10;

/** Why the rest cannot be sent now, as a sentence. */
function resumeProblem(context: CommandContext): string | undefined {
  const { run } = context.stores.agentRun.getState();
  if (isUnderWay(run)) {
    return 'It is under way.';
  }
  return run?.items.some(isLeft) === true ? readOnlyReason(context) : 'There is nothing left to do.';
}

function resendProblem(context: CommandContext): string | undefined {
  const { run } = context.stores.agentRun.getState();
  if (isUnderWay(run)) {
    return 'It is under way.';
  }
  return run?.items.some(({ mayResend }) => mayResend) === true
    ? readOnlyReason(context)
    : 'There is nothing that may be sent once more.';
}

/** Asks before what was sent and not seen to have happened is sent once more. */
function askToResend(context: CommandContext): void {
  askAbout(context, ({ mayResend }) => mayResend, { isResend: true });
}

/** Asks before an action that has stopped goes on with the agents that are left. */
function askToResume(context: CommandContext): void {
  askAbout(context, isLeft, { isResend: false, isRest: true });
}

function askAbout(
  context: CommandContext,
  isMeant: (item: RunItem) => boolean,
  what: Pick<AgentQuestionDialog, 'isResend' | 'isRest'>,
): void {
  const { run } = context.stores.agentRun.getState();
  const items = run?.items.filter(isMeant) ?? [];
  if (run !== undefined && items.length > 0) {
    openDialog(context, {
      kind: 'agent-question',
      plan: {
        action: run.action,
        agents: items.map(({ agent }) => agent),
        skipped: [],
        filteredOut: [],
        offScreen: [],
        until: run.until,
        undoes: undefined,
      },
      reason: run.reason,
      ...what,
    });
  }
}

const loadRecords = lazyImport(() => import('./results-records.ts'));

async function copy(context: CommandContext, run: AgentRun): Promise<void> {
  const { copyResults } = await loadRecords();
  copyResults(context, run);
}

async function exportAll(context: CommandContext, run: AgentRun): Promise<void> {
  const { exportResults } = await loadRecords();
  exportResults(context, run);
}

function withRun(context: CommandContext, act: (run: AgentRun) => Promise<void>): Promise<void> | undefined {
  const { run } = context.stores.agentRun.getState();
  return run === undefined ? undefined : act(run);
}

/** What became of an action on agents. */
export const resultCommands: readonly Command[] = [
  {
    id: 'agents.results',
    title: 'Results of the last action on agents, and how far it has come',
    scope: 'global',
    disabledReason: ({ stores }) =>
      stores.agentRun.getState().run === undefined
        ? 'Nothing was done with agents since the console was started; :journal has what was done before.'
        : undefined,
    run: openResults,
  },
];

/** The keys of the dialog that shows it. */
export const agentResultsDialog: DialogSpec<AgentResultsDialog> = {
  field: undefined,
  commands: [
    ...cursorCommands(
      'agent-results',
      { down: 'Next agent', up: 'Previous agent', first: 'First agent', last: 'Last agent' },
      ROWS_AROUND,
      ({ stores }, dialog) => {
        const { run } = stores.agentRun.getState();
        const items = run === undefined ? undefined : listedItems(run, dialog);
        return (
          items && {
            length: items.length,
            place: resultCursor(items, dialog),
            idAt: (place) => items[place]?.agent.id,
          }
        );
      },
    ),
    dialogCommand(
      'agent-results',
      'resume',
      'Go on with those that are left, after a question',
      askToResume,
      { dangerous: true, disabledReason: resumeProblem },
    ),
    dialogCommand(
      'agent-results',
      'resend',
      'Send again what is not confirmed, after a question',
      askToResend,
      { dangerous: true, disabledReason: resendProblem },
    ),
    dialogCommand(
      'agent-results',
      'toggle-problems',
      'Show only agents that need a look, or all',
      (context, { onlyProblems }) =>
        updateDialog(context, 'agent-results', { onlyProblems: !onlyProblems, cursor: undefined }),
    ),
    dialogCommand('agent-results', 'copy', 'Copy the results', (context) =>
      withRun(context, (run) => copy(context, run)),
    ),
    dialogCommand('agent-results', 'export', 'Write the results to a file', (context) =>
      withRun(context, (run) => exportAll(context, run)),
    ),
    dialogCommand('agent-results', 'leave', 'Close, and let it go on', leave, { closes: true }),
  ],
  close: {
    title: 'Stop after the one under way, or close',
    hint: undefined,
    run(context) {
      const { run, cancel } = context.stores.agentRun.getState();
      if (run?.phase === 'running') {
        cancel();
      } else {
        closeDialog(context);
      }
    },
  },
};

function leave(context: CommandContext): void {
  closeDialog(context);
  const { run } = context.stores.agentRun.getState();
  if (isUnderWay(run)) {
    notify(
      context,
      run?.phase === 'stopping'
        ? 'It stops after the one under way; :results shows what became of it.'
        : 'It goes on; :results shows how far it has come.',
    );
  }
}
