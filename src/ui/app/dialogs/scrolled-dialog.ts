import type { HelpDialog, RequestLogDialog } from '../../../stores/dialog.ts';
import { fitLines, own, ruleLine, type Size } from '../../widgets/line.ts';
import { apiLogLines } from './api-log-lines.ts';
import type { DialogContext, DialogPicture } from './dialog-context.ts';
import { helpLines } from './help-lines.ts';
import type { LazyLine } from './request-lines.ts';

/** Help or the API log over the whole body. */
export function paintScrolledDialog(
  dialog: HelpDialog | RequestLogDialog,
  { commands, theme, now }: DialogContext,
  { columns, rows }: Size,
): DialogPicture {
  const { stores } = commands;
  const room = rows - 1;
  const lines: readonly LazyLine[] =
    dialog.kind === 'help'
      ? helpLines(commands).map((line) => () => line)
      : apiLogLines(stores.connection.getState(), stores.events.getState(), {
          bound: stores.events.bound,
          columns,
          now,
          theme,
        });
  const lastTop = Math.max(0, lines.length - room);
  const top = Math.min(dialog.top, lastTop);
  const below = lastTop - top;
  const title = dialog.kind === 'help' ? 'Help' : 'API log';
  return {
    lines: [
      ruleLine(columns, theme, [
        own(title, 'heading'),
        own(below > 0 ? ` · ${below} more lines below, j or Space` : '', 'dim'),
      ]),
      ...fitLines(
        lines.slice(top, top + room).map((line) => line()),
        room,
      ),
    ],
    lastTop,
  };
}
