import { Box } from 'ink';

import { choiceCursor } from '../../commands/app/choice-menu.ts';
import type { ChoiceDialog } from '../../stores/view/dialog-states.ts';
import { fit, foreign, lineColumns, own, ruleLine, type Line } from '../widgets/line.ts';
import type { Theme } from '../theme.ts';
import { Lines } from '../widgets/Lines.tsx';
import { Menu } from '../widgets/Menu.tsx';
import { useConsole } from './base/console-context.ts';
import { shownKey } from './base/shown-keys.ts';
import { agentListAge } from './agent-action/agent-plan-lines.ts';

const MENU_COMMANDS = ['choice.up', 'choice.down', 'choice.choose'] as const;

/** Columns of a rule that its title leaves free. */
const RULE = 4;

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
          titleLine(
            foreign(dialog.title, { style: 'heading', ascii: theme.ascii }),
            dialog.isAboutAgents === true ? agentListAge(stores, clock.now()) : [],
            columns,
            theme,
          ),
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

/** The title, how old what it is about is, and the keys: these and the age stay whole where there is no room for all. */
function titleLine(title: Line, age: Line, columns: number, theme: Theme): Line {
  const keys: Line = [
    ...age,
    own('   '),
    own(MENU_COMMANDS.map((id) => shownKey(id, theme)).join(' '), 'key'),
  ];
  const hint: Line = [...keys, own(' chooses', 'dim')];
  const room = columns - RULE;
  const last = lineColumns(title) + lineColumns(hint) <= room ? hint : keys;
  const most = Math.max(1, room - lineColumns(last));
  return ruleLine(columns, theme, [...fit(title, Math.min(lineColumns(title), most), theme), ...last]);
}
