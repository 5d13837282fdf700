import type { ConfirmDialog } from '../../../stores/view/dialog-states.ts';
import { untrusted, trusted, ruleLine } from '../../widgets/line.ts';
import { dialogLines } from '../base/dialog-lines.ts';
import type { PaintedView } from '../base/dialog-view.ts';
import { organizationLine } from '../base/organization-line.ts';
import { cancelKeys } from '../base/shown-keys.ts';

/** A question that `y` answers. */
export const confirmView: PaintedView<ConfirmDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines', movesOn: 'times' },
  paint(dialog, { commands, theme }, { columns, rows }) {
    const { organization } = commands.stores.view.getState();
    const { title, lines } = dialog.askedNow?.() ?? dialog;
    return {
      lines: [
        ruleLine(columns, theme, untrusted(title, { style: 'bad', ascii: theme.ascii })),
        organizationLine(organization, columns, theme),
        ...dialogLines(lines, theme),
        [
          trusted(` ${theme.keyOf('confirm.yes')}`, 'key'),
          trusted(` ${dialog.yesDoes}   `),
          ...cancelKeys('confirm.close', theme),
        ],
      ].slice(0, rows),
    };
  },
};
