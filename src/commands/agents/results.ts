import { latePart } from '../../lib/lazy-import.ts';
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

function openedResults({ stores }: CommandContext): AgentResultsDialog | undefined {
  const dialog = stores.view.getState().dialogs.at(-1);
  return dialog?.kind === 'agent-results' ? dialog : undefined;
}

/** Of the screen, so many rows do not belong to a page of results. */
const ROWS_AROUND = 10;

function moving(id: string, title: string, move: (place: number, page: number) => number): Command {
  return {
    id: `agent-results.${id}`,
    title,
    scope: 'agent-results',
    moves: true,
    run(context) {
      const dialog = openedResults(context);
      const { run } = context.stores.agentRun.getState();
      if (dialog === undefined || run === undefined) {
        return;
      }
      const items = listedItems(run, dialog);
      const page = Math.max(1, context.stores.view.getState().rows - ROWS_AROUND);
      const place = Math.max(0, Math.min(items.length - 1, move(resultCursor(items, dialog), page)));
      updateDialog(context, 'agent-results', { cursor: items[place]?.agent.id });
    },
  };
}

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
        undoes: undefined,
      },
      reason: run.reason,
      ...what,
    });
  }
}

const loadRecords = latePart(() => import('./results-records.ts'));

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

/** What became of an action on agents, and the keys of the dialog that tells it. */
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
  moving('down', 'Next agent', (place) => place + 1),
  moving('up', 'Previous agent', (place) => place - 1),
  moving('page-down', 'A page down', (place, page) => place + page),
  moving('page-up', 'A page up', (place, page) => place - page),
  moving('first', 'First agent', () => 0),
  moving('last', 'Last agent', () => Number.MAX_SAFE_INTEGER),
  {
    id: 'agent-results.resume',
    title: 'Go on with those that are left, after a question',
    scope: 'agent-results',
    dangerous: true,
    disabledReason: resumeProblem,
    run: askToResume,
  },
  {
    id: 'agent-results.resend',
    title: 'Send again what is not confirmed, after a question',
    scope: 'agent-results',
    dangerous: true,
    disabledReason: resendProblem,
    run: askToResend,
  },
  {
    id: 'agent-results.toggle-problems',
    title: 'Show only agents that need a look, or all',
    scope: 'agent-results',
    run(context) {
      const dialog = openedResults(context);
      if (dialog !== undefined) {
        updateDialog(context, 'agent-results', { onlyProblems: !dialog.onlyProblems, cursor: undefined });
      }
    },
  },
  {
    id: 'agent-results.copy',
    title: 'Copy the results',
    scope: 'agent-results',
    run: (context) => withRun(context, (run) => copy(context, run)),
  },
  {
    id: 'agent-results.export',
    title: 'Write the results to a file',
    scope: 'agent-results',
    run: (context) => withRun(context, (run) => exportAll(context, run)),
  },
  {
    id: 'agent-results.leave',
    title: 'Close, and let it go on',
    hint: 'leave',
    scope: 'agent-results',
    closes: true,
    run(context) {
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
    },
  },
  {
    id: 'agent-results.close',
    title: 'Stop after the one under way, or close',
    hint: 'stop, or close',
    scope: 'agent-results',
    closes: true,
    run(context) {
      const { run, cancel } = context.stores.agentRun.getState();
      if (run?.phase === 'running') {
        cancel();
      } else {
        closeDialog(context);
      }
    },
  },
];
