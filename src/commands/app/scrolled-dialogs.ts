import type { DialogOf } from '../../stores/view/dialog-states.ts';
import { updateDialog } from '../base/command.ts';
import { CLOSES, movingCommands, pageOf, type DialogSpec } from '../base/dialog-spec.ts';
import { helpCommands } from './help.ts';

/** The dialogs that are nothing but lines, more of them than the screen has. */
type ScrolledKind = 'help' | 'request-log' | 'messages' | 'plain';

/** Of the screen, so many rows do not belong to a page of such a dialog. */
const ROWS_AROUND = 8;

const TITLES = {
  down: 'A line down',
  up: 'A line up',
  first: 'To the beginning',
  last: 'To the end',
  ends: ['start', 'end'],
} as const;

function scrolledDialog(kind: ScrolledKind): DialogSpec<DialogOf<ScrolledKind>> {
  return {
    field: undefined,
    commands: movingCommands(kind, TITLES, (context, { top }, move) =>
      updateDialog(context, kind, { top: Math.max(0, move(top, pageOf(context, ROWS_AROUND))) }),
    ),
    close: CLOSES,
    scroll: 'top',
  };
}

const help = scrolledDialog('help');

export const helpDialog: typeof help = { ...help, commands: [...help.commands, ...helpCommands] };
export const requestLogDialog = scrolledDialog('request-log');
export const messagesDialog = scrolledDialog('messages');
export const plainDialog = scrolledDialog('plain');
