import { columnsOf as columnsOfText } from '../../lib/cell-text.ts';
import { flatEntries } from '../../lib/flat-record.ts';
import { largest } from '../../lib/long-lists.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import type { ListId } from '../../stores/base/tab.ts';
import type { Stores } from '../../stores/stores.ts';
import type { ColumnsDialog } from '../../stores/view/dialog-states.ts';
import { LISTS } from '../../stores/view/lists.ts';
import { updatePane, type ListColumns, type ViewState } from '../../stores/view/view-store.ts';
import { notify, openDialog, updateDialog, type Command, type CommandContext } from '../base/command.ts';
import { entryShape, type EntryShape } from '../base/side-by-side.ts';
import { CLOSES, cursorCommands, dialogCommand, type DialogSpec } from '../base/dialog-spec.ts';

/** So many rows are looked at for the fields that they have, and the one under the cursor. */
export const LOOKED_AT = 1000;

/** So many fields are listed. */
const MOST_FIELDS = 300;

/** A column that can be shown. */
export interface ChoosableColumn {
  /** Its title, or the path of a field of the data. */
  readonly name: string;
  readonly isShown: boolean;
  /** It is shown, and there is no room for it. */
  readonly lacksRoom: boolean;
  /** A field of the data, as it was sent. */
  readonly isField: boolean;
}

/** All columns of the list: those that are shown in their order, then its other ones, then the other fields of the data. */
export function choosableColumns(
  state: Pick<ViewState, ListId | 'listColumns'>,
  { list, fields }: Pick<ColumnsDialog, 'list' | 'fields'>,
): readonly ChoosableColumn[] {
  const { usual, placed } = columnsOf(state, list);
  const shown = state[list].columns ?? usual;
  return [...new Set([...shown, ...usual, ...fields])].map((name) => {
    const isShown = shown.includes(name);
    return {
      name,
      isShown,
      lacksRoom: isShown && !placed.includes(name),
      isField: !usual.includes(name),
    };
  });
}

function columnsOf({ listColumns }: Pick<ViewState, 'listColumns'>, list: ListId): ListColumns {
  return listColumns?.list === list ? listColumns : { list, usual: [], placed: [] };
}

/** The place of the column under the cursor. */
export function columnCursor(
  columns: readonly ChoosableColumn[],
  { cursor }: Pick<ColumnsDialog, 'cursor'>,
): number {
  return Math.max(
    0,
    columns.findIndex(({ name }) => name === cursor),
  );
}

function fieldsOf(stores: Stores, list: ListId, now: number): readonly string[] {
  const listed = LISTS[list].listed(stores, now);
  const fields = new Set<string>();
  for (const record of [
    listed.recordAt(selectedIndex(stores, list, listed.visible)),
    ...LISTS[list].known(stores, LOOKED_AT),
  ]) {
    for (const [path] of typeof record === 'object' && record !== null ? flatEntries({ ...record }) : []) {
      fields.add(path);
    }
  }
  return [...fields].slice(0, MOST_FIELDS);
}

/** Shows the columns of the active list, to choose among them. */
export const columnCommands: readonly Command[] = [
  {
    id: 'list.columns',
    title: 'Columns: choose which are shown, and in which order',
    scope: 'list',
    run(context) {
      const { stores, clock } = context;
      const { tab, listColumns } = stores.view.getState();
      if (tab === 'overview' || listColumns?.list !== tab) {
        notify(context, 'The columns of this list cannot be chosen.');
        return;
      }
      openDialog(context, {
        kind: 'columns',
        list: tab,
        cursor: undefined,
        fields: fieldsOf(stores, tab, clock.now()),
      });
    },
  },
];

/** A command that makes other columns of those that are shown, given the one under the cursor. */
function changing(
  name: string,
  title: string,
  change: (shown: readonly string[], column: ChoosableColumn) => readonly string[],
  more: Pick<Command, 'hint'>,
): Command {
  return dialogCommand(
    'columns',
    name,
    title,
    (context, dialog) => {
      const { view } = context.stores;
      const columns = choosableColumns(view.getState(), dialog);
      const column = columns[columnCursor(columns, dialog)];
      if (column === undefined) {
        return;
      }
      const shown = columns.filter(({ isShown }) => isShown).map((each) => each.name);
      const next = change(shown, column);
      if (next.length === 0) {
        notify(context, 'One column stays: show another one first.');
        return;
      }
      showColumns(context, dialog.list, next);
      updateDialog(context, 'columns', { cursor: column.name });
    },
    more,
  );
}

/** Shows these columns; the usual ones in their order are none that were chosen, so that later ones come by themselves. */
function showColumns({ stores: { view } }: CommandContext, list: ListId, shown: readonly string[]): void {
  const { usual } = columnsOf(view.getState(), list);
  const isUsual = shown.length === usual.length && shown.every((name, place) => name === usual[place]);
  updatePane(view, list, { columns: isUsual ? undefined : shown, sideways: 0 });
}

/** Moves a column by a place among those that are shown; one that is not stays where it is. */
function moved(shown: readonly string[], { name, isShown }: ChoosableColumn, by: 1 | -1): readonly string[] {
  const place = shown.indexOf(name);
  const to = Math.max(0, Math.min(shown.length - 1, place + by));
  return isShown ? shown.toSpliced(place, 1).toSpliced(to, 0, name) : shown;
}

/** Of the screen, so many rows do not belong to a page of columns. */
const ROWS_AROUND = 12;

/** Of the screen, the list of columns takes half at the most, and so many rows. */
const MOST_ROWS = 10;

/** What stands around the name of a column: the mark of the cursor, whether it is shown, and the gap behind it. */
const AROUND_NAME = 8;

/** How the columns to choose among stand in the dialog. */
export function columnsShape(
  columns: readonly ChoosableColumn[],
  { columns: width, rows, sideBySide }: Pick<ViewState, 'columns' | 'rows' | 'sideBySide'>,
): EntryShape {
  return entryShape({
    length: columns.length,
    widest:
      AROUND_NAME +
      LACKS_ROOM.length +
      largest(
        columns.map(({ name }) => columnsOfText(name)),
        0,
      ),
    columns: sideBySide ? width : 0,
    mostRows: Math.max(6, Math.min(MOST_ROWS, Math.floor(rows / 2) - 2)),
  });
}

/** Said of a column that is shown, and that there is no room for. */
export const LACKS_ROOM = '  no room';

function movingAside(name: string, title: string, by: 1 | -1): Command {
  const shapeOf = ({ stores }: CommandContext, dialog: ColumnsDialog) => {
    const columns = choosableColumns(stores.view.getState(), dialog);
    return { columns, ...columnsShape(columns, stores.view.getState()) };
  };
  return dialogCommand(
    'columns',
    name,
    title,
    (context, dialog) => {
      const { columns, rows } = shapeOf(context, dialog);
      const next = columnCursor(columns, dialog) + by * rows;
      if (next >= 0) {
        updateDialog(context, 'columns', { cursor: columns[Math.min(next, columns.length - 1)]?.name });
      }
    },
    { moves: true },
  );
}

/** The keys of the list of columns. */
export const columnsDialog: DialogSpec<ColumnsDialog> = {
  field: undefined,
  commands: [
    changing(
      'toggle',
      'Show the column, or not',
      (shown, { name, isShown }) => (isShown ? shown.filter((other) => other !== name) : [...shown, name]),
      { hint: 'show or hide' },
    ),
    ...cursorCommands(
      'columns',
      { down: 'Next column', up: 'Previous column', first: 'The first column', last: 'The last column' },
      ROWS_AROUND,
      ({ stores }, dialog) => {
        const columns = choosableColumns(stores.view.getState(), dialog);
        return {
          length: columns.length,
          place: columnCursor(columns, dialog),
          idAt: (place) => columns[place]?.name,
        };
      },
    ),
    movingAside('right', 'The column at the right, where they stand beside each other', 1),
    movingAside('left', 'The column at the left', -1),
    changing('later', 'Move the column to the right', (shown, column) => moved(shown, column, 1), {}),
    changing('earlier', 'Move the column to the left', (shown, column) => moved(shown, column, -1), {
      hint: 'move it',
    }),
    dialogCommand(
      'columns',
      'reset',
      'Show the usual columns again',
      (context, { list }) => updatePane(context.stores.view, list, { columns: undefined, sideways: 0 }),
      { hint: 'usual ones' },
    ),
  ],
  close: CLOSES,
};
