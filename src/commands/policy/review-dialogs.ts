import type {
  DialogOf,
  PolicyComparisonDialog,
  PolicyReviewDialog,
} from '../../stores/view/dialog-states.ts';
import { cursorOfReview, rowsOfReview, type ReviewRow } from '../../stores/policy/review-rows.ts';
import { closeDialog, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import {
  dialogCommand,
  moveCursor,
  movingCommands,
  pageOf,
  type CursorRows,
  type DialogSpec,
} from '../base/dialog-spec.ts';
import { searchInDialog } from './search-in-dialog.ts';
import { typedNumberCommands } from './typed-number.ts';
import { writeReviewed } from './write-reviewed.ts';

/** The dialogs that list changes of the policy, of which each can be shown whole. */
type DifferencesKind = 'policy-review' | 'policy-comparison';
type DifferencesDialog = DialogOf<DifferencesKind>;

/** Rows of the screen that are never of a list of changes, nor of a change that is shown whole. */
const ROWS_AROUND = { list: 14, whole: 8 } as const;

function rowsIn(dialog: DifferencesDialog): CursorRows {
  const rows = rowsOfReview(dialog);
  return { length: rows.length, place: cursorOfReview(rows, dialog), idAt: (place) => rows[place]?.id };
}

/** The keys of a list of changes: its cursor, what is listed, and the change under it shown whole, which is scrolled then. */
function differencesDialog(
  kind: DifferencesKind,
  first: readonly Command[] = [],
): DialogSpec<DifferencesDialog> {
  const command = (
    name: string,
    title: string,
    run: (context: CommandContext, dialog: DifferencesDialog) => void,
    more: Pick<Command, 'moves' | 'opensField'> = { moves: true },
  ) => dialogCommand(kind, name, title, run, more);
  const toOtherChange = (step: 1 | -1) => (context: CommandContext, dialog: DifferencesDialog) => {
    const rows = rowsOfReview(dialog);
    const under = rows[cursorOfReview(rows, dialog)];
    if (dialog.wholeTop === undefined && under?.kind === 'run' && under.isOpen === step < 0) {
      openRow(context, dialog);
      return;
    }
    const isChange = (row: ReviewRow | undefined) => row?.kind === 'change';
    let place = cursorOfReview(rows, dialog) + step;
    while (rows[place] !== undefined && !isChange(rows[place])) {
      place += step;
    }
    if (isChange(rows[place])) {
      moveCursor(context, kind, rowsIn(dialog), place);
      updateDialog(context, kind, { wholeTop: dialog.wholeTop === undefined ? undefined : 0 });
    }
  };
  return {
    field: undefined,
    scroll: 'wholeTop',
    commands: [
      ...first,
      ...movingCommands(
        kind,
        {
          down: 'A change down, or a line of one that is shown whole',
          up: 'A change up, or a line',
          first: 'To the beginning',
          last: 'To the end',
          ends: ['start', 'end'],
        },
        (context, dialog, move) => {
          if (dialog.wholeTop === undefined) {
            const rows = rowsIn(dialog);
            moveCursor(context, kind, rows, move(rows.place, pageOf(context, ROWS_AROUND.list)));
          } else {
            const wanted = move(dialog.wholeTop, pageOf(context, ROWS_AROUND.whole));
            updateDialog(context, kind, { wholeTop: Math.max(0, wanted) });
          }
        },
      ),
      command('next-change', 'The next change, shown as this one is; unfold a run', toOtherChange(1)),
      command('previous-change', 'The previous change, shown as this one is; fold a run', toOtherChange(-1)),
      command('whole', 'Show the change whole with all facts, or the list; unfold a run', openRow, {}),
      command(
        'toggle-loosening',
        'Show only what loosens or is unclear, or all',
        (context, { onlyLoosening }) =>
          updateDialog(context, kind, { onlyLoosening: !onlyLoosening, wholeTop: undefined }),
        {},
      ),
      command('search', 'Show only changes that hold a text', search, {
        opensField: true,
      }),
    ],
    close: {
      title: 'Back to the list, then show all changes again, then close',
      hint: undefined,
      run(context, { wholeTop, search: words }) {
        if (wholeTop !== undefined) {
          updateDialog(context, kind, { wholeTop: undefined });
        } else if (words !== '') {
          updateDialog(context, kind, { search: '' });
        } else {
          closeDialog(context);
        }
      },
    },
  };
}

/** Shows the change under the cursor whole or the list again, and unfolds or folds a row that stands for many. */
function openRow(context: CommandContext, dialog: DifferencesDialog): void {
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

function search(context: CommandContext, dialog: DifferencesDialog): void {
  searchInDialog(context, dialog, 'Show the changes that hold a text');
}

/** What writing the draft would change, which `y` does. */
export const reviewDialog: DialogSpec<PolicyReviewDialog> = differencesDialog('policy-review', [
  dialogCommand('policy-review', 'write', 'Write the policy', writeReviewed, {
    dangerous: true,
    confirms: true,
  }),
  ...typedNumberCommands,
]);

/** Two versions of the policy side by side. */
export const comparisonDialog: DialogSpec<PolicyComparisonDialog> = differencesDialog('policy-comparison');
