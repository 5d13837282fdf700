import { ACTION_WORDS } from '../../../commands/agents/action-words.ts';
import { mayHaveEnd, refusalOf } from '../../../commands/agents/ask-for-action.ts';
import { canBeUnlocked } from '../../../commands/base/read-only.ts';
import type { AgentQuestionDialog } from '../../../stores/view/dialog-states.ts';
import { trusted, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import { agentQuestionPlan, lastLines, planTitle } from './agent-plan-lines.ts';
import type { DialogContext, PaintedView } from '../base/dialog-view.ts';
import { cancelKeys } from '../base/shown-keys.ts';

/** A question about agents that `y` answers. */
export const agentQuestionView: PaintedView<AgentQuestionDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines', movesOn: 'times' },
  paint: (dialog, context, size) => ({ lines: questionLines(dialog, context, size) }),
};

/** As many lines as it has, or as there are rows. */
function questionLines(
  dialog: AgentQuestionDialog,
  { commands, theme, now }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const { plan, isResend } = dialog;
  const { title } = ACTION_WORDS[plan.action];
  const count = plan.agents.length;
  const does = isResend ? 'sends it once more' : `${title.toLowerCase()}s ${count === 1 ? 'it' : 'them'}`;
  const isRefused = !canBeUnlocked(commands) && refusalOf(commands, plan) !== undefined;
  const lines = agentQuestionPlan(dialog, commands, { columns, theme, now });
  return [
    ruleLine(columns, theme, planTitle(plan, commands, { theme, now })),
    ...lastLines(lines, rows - 2),
    [
      ...(isRefused
        ? []
        : [
            trusted(` ${theme.keyOf('agent-question.yes')}`, 'key'),
            trusted(` ${canBeUnlocked(commands) ? 'asks to allow changes' : does}  `),
            ...(mayHaveEnd(dialog)
              ? [trusted(` ${theme.keyOf('agent-question.end')}`, 'key'), trusted(' for how long  ')]
              : []),
          ]),
      trusted(' '),
      ...cancelKeys('agent-question.close', theme),
    ],
  ];
}
