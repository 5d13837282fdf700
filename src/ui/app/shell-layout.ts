import type { CommandContext } from '../../commands/command.ts';
import type { Dialog } from '../../stores/dialog.ts';
import { foreignWrapped, own, type Line, type Size } from '../widgets/line.ts';
import type { Theme } from '../theme.ts';
import { dialogRows } from './dialogs/dialog-rows.ts';

/** The status row and the tabs. */
const HEAD_ROWS = 2;
/** The hints. */
const HINT_ROWS = 1;

/** Where the parts of the console stand, from the top: status and tabs, the pane, the dialog, why reading stopped, hints. */
export interface ShellLayout {
  readonly paneRows: number;
  readonly dialog: Dialog | undefined;
  /** The first row of the dialog. */
  readonly dialogTop: number;
  readonly dialogRows: number;
  readonly stopped: readonly Line[];
}

/** Shares out a screen of that size. */
export function layOutShell(commands: CommandContext, { columns, rows }: Size, theme: Theme): ShellLayout {
  const { stores } = commands;
  const reason = stores.connection.getState().stopped;
  const stopped = reason === undefined ? [] : stoppedLines(reason, columns, theme);
  const dialog = stores.view.getState().dialogs.at(-1);
  const bodyRows = rows - HEAD_ROWS - HINT_ROWS - stopped.length;
  const taken = dialog === undefined ? 0 : dialogRows(dialog, commands, bodyRows, theme);
  const paneRows = bodyRows - taken;
  return { paneRows, dialog, dialogTop: HEAD_ROWS + paneRows, dialogRows: taken, stopped };
}

/** Why reading has stopped and what to do, in so many lines at most. */
const STOPPED_ROWS = 3;

function stoppedLines(reason: string, columns: number, theme: Theme): readonly Line[] {
  const badge = ' STOPPED ';
  return foreignWrapped(reason, columns - badge.length - 3, { style: 'bad', ascii: theme.ascii })
    .slice(0, STOPPED_ROWS)
    .map((line, index) => [
      own(' '),
      index === 0 ? own(badge, 'badge-bad') : own(' '.repeat(badge.length)),
      own(' '),
      ...line,
    ]);
}
