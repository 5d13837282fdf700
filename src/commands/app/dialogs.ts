import type { Dialog } from '../../stores/view/dialog-states.ts';
import { choiceCommands } from './choice-menu.ts';
import { closeDialog, updateDialog, type Command, type CommandContext, type Scope } from '../base/command.ts';
import { textFieldCommands } from '../lists/open-field.ts';
import { helpCommands } from './help.ts';
import { isOfDifferences } from '../policy/differences-dialog.ts';

/** Dialogs that are longer than the screen. */
const SCROLLED = ['help', 'request-log', 'messages', 'plain'] as const;
type ScrolledKind = (typeof SCROLLED)[number];

/** The dialog that is scrolled, which may lie under the field in which something is searched for in it. */
function isScrolled(dialog: Dialog | undefined): dialog is Extract<Dialog, { kind: ScrolledKind }> {
  return dialog !== undefined && SCROLLED.some((kind) => kind === dialog.kind);
}

/** Of the screen, so many rows do not belong to a page of such a dialog. */
const ROWS_AROUND = 8;

function scroll(context: CommandContext, kind: ScrolledKind, change: (top: number, page: number) => number) {
  const { dialogs, rows } = context.stores.view.getState();
  const dialog = dialogs.at(-1);
  if (dialog?.kind === kind) {
    updateDialog(context, kind, { top: Math.max(0, change(dialog.top, rows - ROWS_AROUND)) });
  }
}

/** Scrolling of a dialog that is longer than the screen. */
function scrolling(kind: ScrolledKind): readonly Command[] {
  const command = (id: string, title: string, change: (top: number, page: number) => number): Command => ({
    id: `${kind}.${id}`,
    title,
    scope: kind,
    moves: true,
    run: (context) => scroll(context, kind, change),
  });
  return [
    command('down', 'A line down', (top) => top + 1),
    command('up', 'A line up', (top) => top - 1),
    command('page-down', 'A page down', (top, page) => top + page),
    command('page-up', 'A page up', (top, page) => top - page),
    command('start', 'To the beginning', () => 0),
    command('end', 'To the end', () => Number.MAX_SAFE_INTEGER),
  ];
}

/** Keeps what is scrolled on the screen: `last` is the topmost line at which the end is still shown. */
export function limitScrolling({ stores: { view } }: CommandContext, last: number): void {
  const { dialogs } = view.getState();
  const limited = dialogs.map((dialog) => limitDialog(dialog, last));
  if (limited.some((dialog, index) => dialog !== dialogs[index])) {
    view.setState({ dialogs: limited });
  }
}

function limitDialog(dialog: Dialog, last: number): Dialog {
  if (isScrolled(dialog) || dialog.kind === 'policy-conflict') {
    return dialog.top > last ? { ...dialog, top: last } : dialog;
  }
  return isOfDifferences(dialog) && (dialog.wholeTop ?? 0) > last ? { ...dialog, wholeTop: last } : dialog;
}

function closing(scope: Scope): Command {
  return {
    id: `${scope}.close`,
    title: 'Close',
    hint: 'close',
    scope,
    closes: true,
    run: (context) => void closeDialog(context),
  };
}

/** The keys of the dialogs that are not made of one field or one menu. */
export const dialogCommands: readonly Command[] = [
  ...scrolling('help'),
  ...scrolling('request-log'),
  ...scrolling('messages'),
  ...scrolling('plain'),
  ...helpCommands,
  closing('help'),
  closing('request-log'),
  closing('messages'),
  closing('plain'),
  ...choiceCommands,
  ...textFieldCommands,
  closing('list-editor'),
  closing('policy-conflict'),
  closing('policy-versions'),
  {
    id: 'progress.close',
    title: 'Cancel',
    hint: 'cancel',
    scope: 'progress',
    closes: true,
    run(context) {
      const dialog = context.stores.view.getState().dialogs.at(-1);
      closeDialog(context);
      if (dialog?.kind === 'progress') {
        dialog.cancel();
      }
    },
  },
  closing('confirm'),
  {
    id: 'confirm.yes',
    title: 'Yes',
    hint: 'yes',
    scope: 'confirm',
    dangerous: true,
    confirms: true,
    run(context) {
      const dialog = context.stores.view.getState().dialogs.at(-1);
      closeDialog(context);
      if (dialog?.kind === 'confirm') {
        dialog.confirm();
      }
    },
  },
];
