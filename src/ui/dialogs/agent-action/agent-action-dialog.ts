import { withoutBlanks } from '../../../lib/text-cleaning.ts';
import { phraseToType } from '../../../commands/agents/action-words.ts';
import { findProblem, refusalOf } from '../../../commands/agents/ask-for-action.ts';
import { canBeUnlocked } from '../../../commands/base/read-only.ts';
import type { AgentActionDialog } from '../../../stores/view/dialog-states.ts';
import { untrusted, trusted, type Line } from '../../widgets/line.ts';
import type { Theme } from '../../theme.ts';
import type { DialogContext, FieldView } from '../base/dialog-view.ts';
import { cancelKeys } from '../base/shown-keys.ts';
import { agentPlanLines, lastLines, planTitle } from './agent-plan-lines.ts';

/** The title, the field and the keys. */
const ROWS_AROUND = 3;

/** Asks for the reason of an action on agents, then for what has to be typed before a deletion. */
export const agentActionView: FieldView<AgentActionDialog> = {
  drawnAs: 'field',
  speech: { as: 'lines', movesOn: 'times' },
  title: ({ plan }, { commands, ...looks }) => planTitle(plan, commands, looks),
  above(dialog, { commands, theme, now }, { columns, rows }) {
    const { plan } = dialog;
    const asked = phraseLines(dialog, theme);
    return [
      ...lastLines(
        agentPlanLines(plan, commands, { columns, theme, now }),
        rows - ROWS_AROUND - asked.length,
      ),
      ...asked,
    ];
  },
  label: ({ step }) => LABELS[step],
  below: (dialog, text, context) => [keysLine(dialog, text, context)],
  rowsBelow: () => 1,
};

const LABELS = { reason: 'reason', end: 'for', confirmation: 'confirm' } as const;

/** What has to be typed before a deletion. */
function phraseLines({ plan, step }: AgentActionDialog, { ascii }: Theme): readonly Line[] {
  const { action, agents } = plan;
  return step === 'confirmation' && (action === 'delete' || action === 'hard-delete')
    ? [
        [
          trusted(' To go on, type  '),
          ...untrusted(phraseToType(action, agents), { profile: 'ident', style: 'bold', ascii }),
        ],
      ]
    : [];
}

/** What is wrong with the text, or what the keys do. */
function keysLine(dialog: AgentActionDialog, text: string, { commands, theme }: DialogContext): Line {
  const { plan, step } = dialog;
  const problem = findProblem(plan, step, text);
  if (problem !== undefined) {
    return [trusted(' '), ...untrusted(problem, { style: 'bad', ascii: theme.ascii })];
  }
  const enter = theme.keyOf('agent-action.submit');
  const cancels = cancelKeys('agent-action.close', theme);
  if (step === 'confirmation' && withoutBlanks(text) === '') {
    return [trusted(` ${enter}`, 'key'), trusted(' or '), ...cancels];
  }
  // What is refused as it stands is shown above the field; going on would only say it again.
  const isRefused = !canBeUnlocked(commands) && refusalOf(commands, plan) !== undefined;
  return [
    ...(isRefused
      ? []
      : [
          trusted(` ${enter}`, 'key'),
          trusted(` ${canBeUnlocked(commands) ? 'asks to allow changes' : enterDoes(dialog)}  `),
        ]),
    trusted(' '),
    ...cancels,
  ];
}

function enterDoes({ step }: AgentActionDialog): string {
  return DOES[step];
}

const DOES = {
  reason: 'goes on; a reason is not needed',
  end: 'goes on; 30m, 4h, 2d, or nothing for no end',
  confirmation: 'goes on to the question',
} as const;
