import { Box } from 'ink';
import { useEffect, useMemo } from 'react';

import { isSettled, notify, updateDialog } from '../../../commands/command.ts';
import { findEntries, limitPalette, runEntry } from '../../../commands/palette.ts';
import { COMMANDS } from '../../../commands/registry.ts';
import type { PaletteDialog } from '../../../stores/dialog.ts';
import { fitLines, own, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { TextField } from '../../widgets/TextField.tsx';
import { useConsole } from '../console-context.ts';
import { paletteFoot, paletteLine } from './palette-lines.ts';

const NO_COMMAND = 'There is no such command. Words of its title or id find one.';

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
  const { commands, theme, keyboard } = useConsole();
  // What is offered stays as it is until other words are typed: data that arrives puts no other entry under the cursor.
  const entries = useMemo(() => findEntries(commands, COMMANDS, dialog.search), [commands, dialog.search]);
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
  const run = () => {
    const entry = entries[cursor];
    // An Enter right after it opened was meant for something else, unless something was searched for.
    if (entry === undefined) {
      notify(commands, NO_COMMAND);
    } else if (isSettled(commands, dialog) || dialog.search !== '') {
      runEntry(commands, entry);
    }
  };
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
