import { Box } from 'ink';

import { closeDialog, isSettled, updateDialog } from '../../../commands/command.ts';
import { chordNames } from '../../../commands/keymap.ts';
import { findCommands, runCommand } from '../../../commands/palette.ts';
import { COMMANDS } from '../../../commands/registry.ts';
import type { PaletteDialog } from '../../../stores/dialog.ts';
import { fit, fitLines, own, ruleLine, type Line } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useConsole } from '../console-context.ts';

/** Every command of the current place by name, found by any letters of it. */
export function PaletteDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: PaletteDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme, keyboard } = useConsole();
  const found = findCommands(commands, COMMANDS, dialog.search);
  const cursor = Math.min(dialog.cursor, found.length - 1);
  const room = Math.max(1, rows - 2);
  const top = Math.max(0, cursor - room + 1);
  const lines = found.slice(top, top + room).map((command, index): Line => {
    const selected = top + index === cursor;
    const disabled = command.disabledReason?.(commands) !== undefined;
    return [
      selected ? own(theme.glyph('gutter').padEnd(2), 'accent') : own('  '),
      ...fit([own(chordNames(command, theme.ascii).join(' '), 'key')], 12, theme),
      own(command.title.padEnd(Math.min(56, columns - 36)), disabled ? 'dim' : selected ? 'bold' : 'plain'),
      own(`  ${command.id}`, 'dim'),
    ];
  });
  const run = () => {
    const command = found[cursor];
    // An Enter right after it opened was meant for something else, unless something was searched for.
    if (command !== undefined && (isSettled(commands, dialog) || dialog.search !== '')) {
      closeDialog(commands);
      runCommand(commands, command);
    }
  };
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[ruleLine(columns, theme, [own('Commands', 'heading')])]}
        columns={columns}
        theme={theme}
      />
      <TextField
        label=":"
        initial=""
        columns={columns}
        keyboard={keyboard}
        theme={theme}
        onChange={(search) => updateDialog(commands, 'palette', { search, cursor: 0 })}
        onSubmit={run}
      />
      <Lines
        lines={fitLines(found.length === 0 ? [[own(' No command has these letters.', 'dim')]] : lines, room)}
        columns={columns}
        theme={theme}
      />
    </Box>
  );
}
