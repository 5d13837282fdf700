import type { HelpDialog, RequestLogDialog } from '../../../stores/dialog.ts';
import { useNow } from '../../hooks/use-now.ts';
import { useStore } from '../../hooks/use-store.ts';
import { fitLines, own, ruleLine } from '../../widgets/line.ts';
import { Lines } from '../../widgets/Lines.tsx';
import { useConsole } from '../console-context.ts';
import { helpLines } from './help-lines.ts';
import { requestLogLines } from './request-log-lines.ts';

/** Help or the request log over the whole body. */
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
  const now = useNow(commands.clock);
  const connection = useStore(commands.stores.connection);
  const room = rows - 1;
  const isHelp = dialog.kind === 'help';
  const help = isHelp ? helpLines(commands) : [];
  const lines = isHelp
    ? help.slice(Math.min(dialog.top, Math.max(0, help.length - room)))
    : requestLogLines(connection, { columns, now, theme, top: dialog.top, rows: room });
  const below = isHelp ? help.length - room - Math.min(dialog.top, Math.max(0, help.length - room)) : 0;
  const title = isHelp
    ? `Help${below > 0 ? ` · ${below} more lines below, j or Space` : ''}`
    : `Requests to the server · ${connection.requests.length} kept`;
  return (
    <Lines
      lines={[ruleLine(columns, theme, [own(title, 'heading')]), ...fitLines(lines, room)]}
      columns={columns}
      theme={theme}
    />
  );
}
