import type { ConfirmDialog } from '../../../stores/view/dialog-states.ts';
import type { Organization } from '../../../stores/base/organization.ts';
import type { Theme } from '../../theme.ts';
import { fitLines, foreign, own, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import { dialogLines } from '../base/dialog-lines.ts';
import { organizationLine } from '../base/organization-line.ts';
import { cancelKeys } from '../base/shown-keys.ts';

/** A question that `y` answers. */
export function confirmDialogLines(
  dialog: ConfirmDialog,
  organization: Organization,
  theme: Theme,
  { columns, rows }: Size,
): readonly Line[] {
  const { title, lines } = dialog.askedNow?.() ?? dialog;
  return fitLines(
    [
      ruleLine(columns, theme, foreign(title, { style: 'bad', ascii: theme.ascii })),
      organizationLine(organization, columns, theme),
      ...dialogLines(lines, theme),
      [
        own(` ${theme.keyOf('confirm.yes')}`, 'key'),
        own(` ${dialog.yesDoes}   `),
        ...cancelKeys('confirm.close', theme),
      ],
    ],
    rows,
  );
}
