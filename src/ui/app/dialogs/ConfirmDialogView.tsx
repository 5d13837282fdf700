import type { ConfirmDialog } from '../../../stores/dialog.ts';
import { fitLines, foreign, own, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { useConsole } from '../console-context.ts';
import { dialogLines } from './dialog-lines.ts';

/** A question that `y` answers. */
export function ConfirmDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: ConfirmDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { theme } = useConsole();
  const lines = [
    ruleLine(columns, theme, foreign(dialog.title, { style: 'bad', ascii: theme.ascii })),
    ...dialogLines(dialog.lines, theme),
    [
      own(' y', 'key'),
      own(` ${dialog.yesDoes}   `),
      own('n', 'key'),
      own(' or '),
      own('Esc', 'key'),
      own(' cancels'),
    ],
  ];
  return <Lines lines={fitLines(lines, rows)} columns={columns} theme={theme} />;
}
