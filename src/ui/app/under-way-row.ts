import { ACTION_WORDS, nameOf } from '../../commands/agents/action-words.ts';
import { isUnderWay, progressOf, type AgentRun } from '../../stores/agents/agent-run.ts';
import type { WriteProgress } from '../../stores/base/write-step.ts';
import type { Theme } from '../theme.ts';
import { formatCount } from '../../lib/format-number.ts';
import { fitParts, leftOut, part, shorter } from '../widgets/fitted-parts.ts';
import { fit, identifier, trusted, type Line } from '../widgets/line.ts';
import { runStepLabels } from '../panes/run-step-labels.ts';

/** The name of the machine keeps so many columns. */
const NAME = 36;
const SHORT_NAME = 14;

/** What is being written. */
interface UnderWay {
  readonly run: AgentRun | undefined;
  readonly policy: WriteProgress | undefined;
}

/**
 * The last row while an agent or the policy is changed: at which step that is, for how long, and what comes next ("Rules of
 * behaviour" 9). Of several agents, of the one under way. Undefined when nothing is.
 */
export function underWayRow(
  { run, policy }: UnderWay,
  { columns, now, theme }: { readonly columns: number; readonly now: number; readonly theme: Theme },
): Line | undefined {
  const item =
    run !== undefined && isUnderWay(run) ? run.items.find(({ step }) => step !== undefined) : undefined;
  const step = item?.step ?? policy;
  const words = runStepLabels(step, now);
  if (words === undefined) {
    return undefined;
  }
  const mayStop =
    step?.kind === 'reading' && step.isStopped !== true && (item === undefined || run?.items.length === 1);
  const named = (room: number): Line =>
    run === undefined || item === undefined
      ? [trusted('Writing the policy', 'bold')]
      : [
          trusted(`${ACTION_WORDS[run.action].doing} ${countText(run)}`, 'bold'),
          ...identifier(nameOf(item.agent), room, { style: 'bold', ascii: theme.ascii }),
        ];
  const parts = [
    part(named(NAME), shorter(1, named(SHORT_NAME))),
    part([trusted(words.now, 'accent')], shorter(1, [trusted(words.brief, 'accent')])),
    part([trusted(`${words.next}${mayStop ? '; Esc stops it' : ''}`, 'dim')], leftOut(2)),
  ];
  return fit([trusted(' '), ...fitParts(parts, columns - 2, { separator: trusted('  ') })], columns, theme);
}

/** Which of several it is: "3/10 "; empty for one. */
function countText(run: AgentRun): string {
  const { done, of } = progressOf(run);
  return of === 1 ? '' : `${formatCount(done + 1)}/${formatCount(of)} `;
}
