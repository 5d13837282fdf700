import { Box } from 'ink';

import { closeDialog, isSettled } from '../../../commands/command.ts';
import type { ChoiceDialog } from '../../../stores/dialog.ts';
import { foreign, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { Menu } from '../../widgets/Menu.tsx';
import { useConsole } from '../console-context.ts';

/** A menu at the bottom of the body. */
export function ChoiceDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: ChoiceDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme, keyboard } = useConsole();
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[ruleLine(columns, theme, foreign(dialog.title, { style: 'heading', ascii: theme.ascii }))]}
        columns={columns}
        theme={theme}
      />
      <Menu
        choices={dialog.choices}
        initial={dialog.initial}
        limit={Math.max(1, rows - 1)}
        columns={columns}
        theme={theme}
        onChoose={(value) => {
          if (keyboard.mayAnswer && isSettled(commands, dialog)) {
            closeDialog(commands);
            dialog.choose(value);
          }
        }}
      />
    </Box>
  );
}
