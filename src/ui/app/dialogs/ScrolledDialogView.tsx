import { useEffect } from 'react';

import { limitScrolling } from '../../../commands/dialogs.ts';
import type { HelpDialog, RequestLogDialog } from '../../../stores/dialog.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useStore } from '../../hooks/use-store.ts';
import { fitLines, own, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { useConsole } from '../console-context.ts';
import { apiLogLines } from './api-log-lines.ts';
import { helpLines } from './help-lines.ts';
import type { LazyLine } from './request-lines.ts';

/** Help or the API log over the whole body. */
export function ScrolledDialogView({
  dialog,
  columns,
  rows,
}: {
  readonly dialog: HelpDialog | RequestLogDialog;
  readonly columns: number;
  readonly rows: number;
}) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  const now = useNow(clock);
  const connection = useStore(stores.connection);
  const events = useStore(stores.events);
  const room = rows - 1;
  const lines: readonly LazyLine[] =
    dialog.kind === 'help'
      ? helpLines(commands).map((line) => () => line)
      : apiLogLines(connection, events, { bound: stores.events.bound, columns, now, theme });
  const last = Math.max(0, lines.length - room);
  const top = Math.min(dialog.top, last);
  useEffect(() => limitScrolling(commands, last), [commands, last, dialog.top]);
  const below = last - top;
  const title = dialog.kind === 'help' ? 'Help' : 'API log';
  return (
    <Lines
      lines={[
        ruleLine(columns, theme, [
          own(title, 'heading'),
          own(below > 0 ? ` · ${below} more lines below, j or Space` : '', 'dim'),
        ]),
        ...fitLines(
          lines.slice(top, top + room).map((line) => line()),
          room,
        ),
      ]}
      columns={columns}
      theme={theme}
    />
  );
}
