import type { Dialog } from '../../stores/view/dialog-states.ts';
import { cursorOfReview, rowsOfReview, type ReviewRow } from '../../stores/policy/review-rows.ts';
import { closeDialog, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import { searchInDialog } from './search-in-dialog.ts';

/** The dialogs that list changes of the policy, of which each can be shown whole. */
const KINDS = ['policy-review', 'policy-comparison'] as const;
type DifferencesKind = (typeof KINDS)[number];
type DifferencesDialog = Extract<Dialog, { kind: DifferencesKind }>;

/** Rows of the screen that are never of a list of changes, nor of a change that is shown whole. */
const ROWS_AROUND = { list: 14, whole: 8 } as const;

/** Whether a dialog lists changes of the policy. */
export function isOfDifferences(dialog: Dialog | undefined): dialog is DifferencesDialog {
  return dialog !== undefined && KINDS.some((kind) => kind === dialog.kind);
}

/** The keys of a list of changes: its cursor, what is listed, and the change under it shown whole, which is scrolled then. */
export function differencesCommands(kind: DifferencesKind): readonly Command[] {
  const command = (
    id: string,
    title: string,
    change: (dialog: DifferencesDialog, context: CommandContext) => void,
    more: Pick<Command, 'hint' | 'moves' | 'closes' | 'opensField'> = { moves: true },
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
  const goTo = (context: CommandContext, dialog: DifferencesDialog, wanted: number) => {
    const rows = rowsOfReview(dialog);
    const row = rows[Math.max(0, Math.min(rows.length - 1, wanted))];
    updateDialog(context, kind, { cursor: row?.id });
  };
  const moving = (id: string, title: string, to: (place: number, page: number) => number) =>
    command(id, title, (dialog, context) => {
      const { rows } = context.stores.view.getState();
      if (dialog.wholeTop === undefined) {
        const place = cursorOfReview(rowsOfReview(dialog), dialog);
        goTo(context, dialog, to(place, Math.max(1, rows - ROWS_AROUND.list)));
      } else {
        const wanted = to(dialog.wholeTop, Math.max(1, rows - ROWS_AROUND.whole));
        updateDialog(context, kind, { wholeTop: Math.max(0, wanted) });
      }
    });
  const toOtherChange = (step: 1 | -1) => (dialog: DifferencesDialog, context: CommandContext) => {
    const rows = rowsOfReview(dialog);
    const isChange = (row: ReviewRow | undefined) => row?.kind === 'change';
    let place = cursorOfReview(rows, dialog) + step;
    while (rows[place] !== undefined && !isChange(rows[place])) {
      place += step;
    }
    if (isChange(rows[place])) {
      goTo(context, dialog, place);
      updateDialog(context, kind, { wholeTop: dialog.wholeTop === undefined ? undefined : 0 });
    }
  };
  return [
    moving('down', 'A change down, or a line of one that is shown whole', (place) => place + 1),
    moving('up', 'A change up, or a line', (place) => place - 1),
    moving('page-down', 'A page down', (place, page) => place + page),
    moving('page-up', 'A page up', (place, page) => place - page),
    moving('start', 'To the beginning', () => 0),
    moving('end', 'To the end', () => Number.MAX_SAFE_INTEGER),
    command('next-change', 'The next change, shown as this one is', toOtherChange(1)),
    command('previous-change', 'The previous change, shown as this one is', toOtherChange(-1)),
    command('whole', 'Show the change whole with all facts, or the list; unfold a run', openRow, {
      hint: 'whole',
    }),
    command(
      'toggle-loosening',
      'Show only what loosens or is unclear, or all',
      ({ onlyLoosening }, context) =>
        updateDialog(context, kind, { onlyLoosening: !onlyLoosening, wholeTop: undefined }),
      { hint: 'only what loosens' },
    ),
    command('search', 'Show only changes that hold a text', search, {
      hint: 'filter',
      opensField: true,
    }),
    command(
      'close',
      'Back to the list, then show all changes again, then close',
      ({ wholeTop, search: words }, context) => {
        if (wholeTop !== undefined) {
          updateDialog(context, kind, { wholeTop: undefined });
        } else if (words !== '') {
          updateDialog(context, kind, { search: '' });
        } else {
          closeDialog(context);
        }
      },
      { hint: 'close', closes: true },
    ),
  ];
}

/** Shows the change under the cursor whole or the list again, and unfolds or folds a row that stands for many. */
function openRow(dialog: DifferencesDialog, context: CommandContext): void {
  const rows = rowsOfReview(dialog);
  const row = rows[cursorOfReview(rows, dialog)];
  if (dialog.wholeTop !== undefined) {
    updateDialog(context, dialog.kind, { wholeTop: undefined });
  } else if (row?.kind === 'run') {
    const others = new Set([...dialog.unfolded].filter((id) => id !== row.id));
    const unfolded = row.isOpen ? others : others.add(row.id);
    updateDialog(context, dialog.kind, { unfolded, cursor: row.id });
  } else {
    updateDialog(context, dialog.kind, { wholeTop: 0, cursor: row?.id });
  }
}

function search(dialog: DifferencesDialog, context: CommandContext): void {
  searchInDialog(context, dialog, 'Show the changes that hold a text');
}
