import { Box } from 'ink';
import { useState } from 'react';

import { closeDialog } from '../../../commands/command.ts';
import { DIALOG_GRACE, type TextDialog } from '../../../stores/dialog.ts';
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
  const below: Line =
    problem === undefined || text === ''
      ? [own(' Enter', 'key'), own(` ${dialog.enterDoes}   `), own('Esc', 'key'), own(' cancels')]
      : [own(` ${problem}`, 'bad')];
  const isSettled = () => commands.clock.monotonic() - dialog.openedAt >= DIALOG_GRACE;
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
        keyboard={keyboard}
        theme={theme}
        onChange={(changed) => {
          setText(changed);
          dialog.onChange?.(changed);
        }}
        onSubmit={(submitted) => {
          if (dialog.findProblem(submitted) === undefined && (isSettled() || !dialog.dangerous)) {
            closeDialog(commands);
            dialog.submit(submitted);
          }
        }}
      />
      <Lines lines={[below]} columns={columns} theme={theme} />
    </Box>
  );
}
