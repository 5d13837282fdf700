import { hasRow, type VisibleRows } from '../../stores/base/visible-rows.ts';
import { notify, type CommandContext } from './command.ts';
import { ALL_GONE, ROW_GONE } from './run-command.ts';

/** The list of a dialog with a cursor, while data goes on under it. */
export interface DialogRows {
  /** Shows it from the lists of other dialogs, and from that of the same one when it was open before. */
  readonly name: string;
  readonly rows: VisibleRows;
  /** The row that the cursor was put on; undefined for the first. */
  readonly cursor: string | undefined;
  /** What a person narrowed it by. */
  readonly filters: readonly unknown[];
}

type WithStores = Pick<CommandContext, 'stores'>;

/** Where the cursor of a dialog stands: on its row, or on the neighbour that took its place. */
export function placeInDialog({ stores }: WithStores, { name, rows, cursor }: DialogRows): number {
  return stores.rowPlaces.indexOf(name, rows, cursor);
}

/** Notes what of a dialog's list is on the screen. */
export function noteDialogRows({ stores }: WithStores, { name, rows, cursor, filters }: DialogRows): void {
  stores.rowPlaces.see(name, rows, cursor, filters);
}

/**
 * The place of the row that a person saw under the cursor, for a key that does something with it. Undefined where it is
 * gone or says something else by now: that is shown, and the cursor is put on what stands there for the next key.
 */
export function placeToActOn(
  context: CommandContext,
  list: DialogRows,
  putCursorOn: (id: string) => void,
  gone: string = ROW_GONE,
): number | undefined {
  const { rowPlaces } = context.stores;
  const { name, rows, filters } = list;
  const cursor = list.cursor ?? rowPlaces.firstSeen(name, filters);
  if (cursor === undefined) {
    return rows.length === 0 ? undefined : 0;
  }
  const isGone =
    list.cursor === undefined
      ? !hasRow(rows, cursor)
      : rowPlaces.isUnseen(name, rows, cursor, filters) || rowPlaces.find(name, rows, cursor) === undefined;
  const place = rowPlaces.indexOf(name, rows, cursor);
  const id = rows.idAt(place);
  if (id !== undefined) {
    putCursorOn(isGone || list.cursor === undefined ? id : cursor);
  }
  if (isGone) {
    notify(context, rows.length === 0 ? ALL_GONE : gone);
  }
  return isGone ? undefined : place;
}
