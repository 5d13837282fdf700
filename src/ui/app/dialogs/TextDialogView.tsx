import { Box } from 'ink';
import { useState } from 'react';

import { closeDialog, isSettled } from '../../../commands/command.ts';
import type { TextDialog } from '../../../stores/dialog.ts';
import { foreign, own, ruleLine, type Line } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useConsole } from '../console-context.ts';
import { dialogLines } from './dialog-lines.ts';

/** A field at the bottom of the body, with what is decided above it and what is wrong with the text below. */
export function TextDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: TextDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme, keyboard } = useConsole();
  const [text, setText] = useState(dialog.initial);
  const problem = dialog.findProblem(text);
  const remark = problem === undefined ? dialog.remark?.(text) : undefined;
  const below: Line =
    problem === undefined || text === ''
      ? [
          ...(remark === undefined ? [] : foreign(` ${remark}  `, { style: 'warn', ascii: theme.ascii })),
          own(' Enter', 'key'),
          own(` ${dialog.enterDoes}   `),
          own('Esc', 'key'),
          own(' cancels'),
        ]
      : foreign(` ${problem}`, { style: 'bad', ascii: theme.ascii });
  /** An Enter right after it opened may be the one that opened it; what was typed since then tells, but for a danger. */
  const isMeant = (submitted: string) =>
    isSettled(commands, dialog) || (!dialog.dangerous && submitted !== dialog.initial);
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(
            columns,
            theme,
            foreign(dialog.title, { style: dialog.dangerous ? 'bad' : 'heading', ascii: theme.ascii }),
          ),
          ...dialogLines(dialog.lines, theme),
        ]}
        columns={columns}
        theme={theme}
      />
      <TextField
        label={dialog.label}
        initial={dialog.initial}
        joint={dialog.joint ?? ' '}
        columns={columns}
        keyboard={keyboard}
        theme={theme}
        onChange={(changed) => {
          setText(changed);
          dialog.onChange?.(changed);
        }}
        onSubmit={(submitted) => {
          if (dialog.findProblem(submitted) === undefined && isMeant(submitted)) {
            closeDialog(commands);
            dialog.submit(submitted);
          }
        }}
      />
      <Lines lines={[below]} columns={columns} theme={theme} />
    </Box>
  );
}
