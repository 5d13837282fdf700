import { Box } from 'ink';

import { choiceCursor } from '../../../commands/choices.ts';
import { chordName } from '../../../commands/chord-names.ts';
import type { ChoiceDialog } from '../../../stores/dialog.ts';
import { foreign, own, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { Menu } from '../../widgets/Menu.tsx';
import { useConsole } from '../console-context.ts';
import { agentListAge } from './agent-plan-lines.ts';

/** The keys of the menu itself, which are not of the keymap. */
const MENU_KEYS = ['up', 'down', 'enter'] as const;

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
  const { theme, commands } = useConsole();
  const { stores, clock } = commands;
  return (
    <Box flexDirection="column" height={rows} overflow="hidden">
      <Lines
        lines={[
          ruleLine(columns, theme, [
            ...foreign(dialog.title, { style: 'heading', ascii: theme.ascii }),
            ...(dialog.isAboutAgents === true ? agentListAge(stores, clock.now()) : []),
            own('   '),
            own(MENU_KEYS.map((chord) => chordName(chord, theme.ascii)).join(' '), 'key'),
            own(' chooses', 'dim'),
          ]),
        ]}
        columns={columns}
        theme={theme}
      />
      <Menu
        choices={dialog.choices}
        cursor={choiceCursor(dialog)}
        rows={Math.max(1, rows - 1)}
        columns={columns}
        theme={theme}
      />
    </Box>
  );
}
