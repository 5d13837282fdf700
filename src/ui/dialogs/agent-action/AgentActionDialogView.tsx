import { withoutBlanks } from '../../../lib/text-cleaning.ts';
import { Box } from 'ink';

import { phraseToType } from '../../../commands/agents/action-words.ts';
import { findProblem, refusalOf } from '../../../commands/agents/ask-for-action.ts';
import { editedSince } from '../../../commands/base/dialog-spec.ts';
import { canBeUnlocked } from '../../../commands/base/read-only.ts';
import type { AgentActionDialog } from '../../../stores/view/dialog-states.ts';
import { useStore } from '../../hooks/use-store.ts';
import { foreign, own, ruleLine, type Line } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useConsole } from '../base/console-context.ts';
import { agentPlanLines, lastLines, planTitle } from './agent-plan-lines.ts';

/** Asks for the reason of an action on agents, then for what has to be typed before a deletion. */
export function AgentActionDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: AgentActionDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  useStore(stores.agents);
  useStore(stores.agentRun);
  useStore(stores.view, ({ mode }) => mode);
  const { plan, step } = dialog;
  const edited = editedSince(dialog.edited);
  const { text } = edited;
  const { action, agents } = plan;
  const looks = { columns, theme, now: clock.now() };
  const problem = findProblem(plan, step, text);
  const cancels = step === 'confirmation' && withoutBlanks(text) === '';
  const enter = theme.keyOf('agent-action.submit');
  // What is refused as it stands is told above the field; going on would only say it again.
  const isRefused = !canBeUnlocked(commands) && refusalOf(commands, plan) !== undefined;
  const keys: Line =
    problem !== undefined
      ? [own(' '), ...foreign(problem, { style: 'bad', ascii: theme.ascii })]
      : cancels
        ? [own(` ${enter}`, 'key'), own(' or '), own('Esc', 'key'), own(' cancels')]
        : [
            ...(isRefused
              ? []
              : [
                  own(` ${enter}`, 'key'),
                  own(` ${canBeUnlocked(commands) ? 'asks to allow changes' : enterDoes(dialog)}  `),
                ]),
            own(' '),
            own('Esc', 'key'),
            own(' cancels'),
          ];
  const asked: readonly Line[] =
    step === 'confirmation' && (action === 'delete' || action === 'hard-delete')
      ? [
          [
            own(' To go on, type  '),
            ...foreign(phraseToType(action, agents), { profile: 'ident', style: 'bold', ascii: theme.ascii }),
          ],
        ]
      : [];
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(columns, theme, planTitle(plan, commands, looks)),
          ...lastLines(agentPlanLines(plan, commands, looks), rows - 3 - asked.length),
          ...asked,
        ]}
        columns={columns}
        theme={theme}
      />
      <TextField
        label={step === 'reason' ? 'reason' : 'confirm'}
        edited={edited}
        columns={columns}
        theme={theme}
      />
      <Lines lines={[keys]} columns={columns} theme={theme} />
    </Box>
  );
}

function enterDoes({ step }: AgentActionDialog): string {
  return step === 'reason' ? 'goes on; a reason is not needed' : 'goes on to the question';
}
