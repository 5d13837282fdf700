import { choiceCursor } from '../../../commands/app/choice-menu.ts';
import type { ChoiceDialog } from '../../../stores/view/dialog-states.ts';
import type { Theme } from '../../theme.ts';
import { fit, untrusted, lineColumns, type Line } from '../../widgets/line.ts';
import { agentListAge } from '../agent-action/agent-plan-lines.ts';
import type { MenuView } from '../base/dialog-view.ts';

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

/** The title, and how old what it is about is, which stays whole where there is no room for both. */
function titleLine(title: Line, age: Line, columns: number, theme: Theme): Line {
  const most = Math.max(1, columns - RULE - lineColumns(age));
  return [...fit(title, Math.min(lineColumns(title), most), theme), ...age];
}
