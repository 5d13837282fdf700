import { Box } from 'ink';
import { useEffect } from 'react';

import { editedSince } from '../../../commands/base/dialog-spec.ts';
import { limitPalette, NO_COMMAND, offeredEntries } from '../../../commands/app/palette.ts';
import { COMMANDS } from '../../../commands/app/registry.ts';
import type { PaletteDialog } from '../../../stores/view/dialog-states.ts';
import { fitLines, own, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useConsole } from '../base/console-context.ts';
import { paletteFoot, paletteLine } from './palette-lines.ts';

/** Every command by name, found by words of it, their beginnings or its initials. */
export function PaletteDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: PaletteDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme } = useConsole();
  const entries = offeredEntries(commands, COMMANDS, dialog);
  const last = entries.length - 1;
  const cursor = Math.min(dialog.cursor, last);
  const room = Math.max(1, rows - 3);
  const top = Math.max(0, cursor - room + 1);
  const lines = entries
    .slice(top, top + room)
    .map((entry, index) =>
      paletteLine(entry, { selected: top + index === cursor, columns, theme, stores: commands.stores }),
    );
  useEffect(() => limitPalette(commands, last), [commands, last, dialog.cursor]);
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(columns, theme, [
            own('Commands', 'heading'),
            own(last < 0 ? '' : ` · ${cursor + 1} of ${last + 1}`, 'dim'),
          ]),
        ]}
        columns={columns}
        theme={theme}
      />
      <TextField label=":" edited={editedSince(dialog.edited)} columns={columns} theme={theme} />
      <Lines
        lines={[
          ...fitLines(lines.length === 0 ? [[own(` ${NO_COMMAND}`, 'dim')]] : lines, room),
          paletteFoot(entries[cursor], theme),
        ]}
        columns={columns}
        theme={theme}
      />
    </Box>
  );
}
