import type { Dialog } from '../../stores/dialog.ts';
import { closeDialog, updateDialog, type Command, type CommandContext } from '../command.ts';

/** The dialogs that show changes of the policy in a table, of which each can be shown whole. */
const KINDS = ['policy-review', 'policy-comparison'] as const;
type DifferencesKind = (typeof KINDS)[number];
type DifferencesDialog = Extract<Dialog, { kind: DifferencesKind }>;

/** Rows of the screen that are never of a table of changes, nor of a change that is shown whole. */
const ROWS_AROUND = { table: 14, whole: 8 } as const;

/** Whether a dialog shows changes of the policy in a table. */
export function isOfDifferences(dialog: Dialog | undefined): dialog is DifferencesDialog {
  return dialog !== undefined && KINDS.some((kind) => kind === dialog.kind);
}

/** The keys of a table of changes: its cursor, and the change under it shown whole, which is scrolled then. */
export function differencesCommands(kind: DifferencesKind): readonly Command[] {
  const command = (
    id: string,
    title: string,
    change: (dialog: DifferencesDialog, context: CommandContext) => void,
    more: Pick<Command, 'hint' | 'moves' | 'closes'> = { moves: true },
  ): Command => ({
    id: `${kind}.${id}`,
    title,
    scope: kind,
    ...more,
    run(context) {
      const dialog = context.stores.view.getState().dialogs.at(-1);
      if (isOfDifferences(dialog) && dialog.kind === kind) {
        change(dialog, context);
      }
    },
  });
  const goTo = (context: CommandContext, dialog: DifferencesDialog, wanted: number) =>
    updateDialog(context, kind, {
      cursor: Math.max(0, Math.min(dialog.last, wanted)),
      wholeTop: dialog.wholeTop === undefined ? undefined : 0,
    });
  const moving = (id: string, title: string, to: (place: number, page: number) => number) =>
    command(id, title, (dialog, context) => {
      const { rows } = context.stores.view.getState();
      if (dialog.wholeTop === undefined) {
        goTo(context, dialog, to(dialog.cursor, Math.max(1, Math.floor((rows - ROWS_AROUND.table) / 2))));
      } else {
        const wanted = to(dialog.wholeTop, Math.max(1, rows - ROWS_AROUND.whole));
        updateDialog(context, kind, { wholeTop: Math.max(0, wanted) });
      }
    });
  return [
    moving('down', 'A change down, or a line of one that is shown whole', (place) => place + 1),
    moving('up', 'A change up, or a line', (place) => place - 1),
    moving('page-down', 'A page down', (place, page) => place + page),
    moving('page-up', 'A page up', (place, page) => place - page),
    moving('start', 'To the first change, or line', () => 0),
    moving('end', 'To the last change, or line', () => Number.MAX_SAFE_INTEGER),
    command('next-change', 'The next change, shown as this one is', (dialog, context) =>
      goTo(context, dialog, dialog.cursor + 1),
    ),
    command('previous-change', 'The previous change, shown as this one is', (dialog, context) =>
      goTo(context, dialog, dialog.cursor - 1),
    ),
    command(
      'whole',
      'Show the change and all that is to be known whole, or the table',
      ({ wholeTop }, context) =>
        updateDialog(context, kind, { wholeTop: wholeTop === undefined ? 0 : undefined }),
      { hint: 'whole' },
    ),
    command(
      'close',
      'Back to the table, then close',
      ({ wholeTop }, context) => {
        if (wholeTop === undefined) {
          closeDialog(context);
        } else {
          updateDialog(context, kind, { wholeTop: undefined });
        }
      },
      { hint: 'close', closes: true },
    ),
  ];
}
