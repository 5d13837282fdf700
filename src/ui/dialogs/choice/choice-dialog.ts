import { choiceCursor } from '../../../commands/app/choice-menu.ts';
import type { ChoiceDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { fit, untrusted, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { agentListAge } from '../agent-action/agent-plan-lines.ts';
import type { MenuView } from '../base/dialog-view.ts';
import { shownKey } from '../base/shown-keys.ts';

const MENU_COMMANDS = ['choice.up', 'choice.down', 'choice.choose'] as const;

/** Columns of a rule that its title leaves free. */
const RULE = 4;

/** A menu at the bottom of the body. */
export const choiceView: MenuView<ChoiceDialog> = {
  drawnAs: 'menu',
  speech: {
    as: 'menu',
    menu(dialog, { theme: { ascii } }) {
      const { title, choices } = dialog;
      const cursor = choiceCursor(dialog);
      const entry = untrusted(choices[cursor]?.label ?? '', { ascii });
      return { title: untrusted(title, { ascii }), length: choices.length, cursor, entry };
    },
  },
  title: ({ title, isAboutAgents }, { commands, theme, now }, columns) =>
    titleLine(
      untrusted(title, { style: 'heading', ascii: theme.ascii }),
      isAboutAgents === true ? agentListAge(commands.stores, now) : [],
      columns,
      theme,
    ),
  choices: ({ choices }) => choices,
  cursor: choiceCursor,
};

/** The title, how old what it is about is, and the keys: these and the age stay whole where there is no room for all. */
function titleLine(title: Line, age: Line, columns: number, theme: Theme): Line {
  const keys: Line = [
    ...age,
    trusted('   '),
    trusted(MENU_COMMANDS.map((id) => shownKey(id, theme)).join(' '), 'key'),
  ];
  const hint: Line = [...keys, trusted(' chooses', 'dim')];
  const room = columns - RULE;
  const last = lineColumns(title) + lineColumns(hint) <= room ? hint : keys;
  const most = Math.max(1, room - lineColumns(last));
  return [...fit(title, Math.min(lineColumns(title), most), theme), ...last];
}
