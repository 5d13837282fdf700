import { sameValueKey } from '../../lib/same-value.ts';
import { describeElement } from '../../stores/policy/describe-element.ts';
import type { ListEditorDialog } from '../../stores/view/dialog-states.ts';
import { listRows, type ListRow } from '../../stores/policy/list-rows.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import { updateDialog, type CommandContext } from '../base/command.ts';
import { placeInDialog, type DialogRows } from '../base/dialog-rows.ts';
import { elementsInDraft, fieldNamed } from './draft-field.ts';

/** A list that is open in its editor. */
export interface OpenList {
  readonly dialog: ListEditorDialog;
  readonly field: PolicyField;
  /** As the draft has them. */
  readonly elements: readonly unknown[];
  readonly rows: readonly ListRow[];
  /** The same rows, and which of them the cursor was put on. */
  readonly list: DialogRows;
  /** The place of the cursor among the rows; 0 when there are none. */
  readonly cursor: number;
}

const rowsOf = memoizeLast((stored: readonly unknown[], drafted: readonly unknown[], search: string) =>
  listRows(stored, drafted, search, describeElement),
);

const NOTHING: readonly unknown[] = [];

/** The list that is open in its editor, also while a dialog lies over it; undefined when none is. */
export function openList({ stores }: Pick<CommandContext, 'stores'>): OpenList | undefined {
  const dialog = stores.view.getState().dialogs.findLast(({ kind }) => kind === 'list-editor');
  if (dialog?.kind !== 'list-editor') {
    return undefined;
  }
  const field = fieldNamed({ stores }, dialog.field);
  if (field === undefined) {
    return undefined;
  }
  const elements = elementsInDraft(field);
  const stored = Array.isArray(field.stored) ? (field.stored as readonly unknown[]) : NOTHING;
  const { rows, places } = rowsOf(stored, elements, dialog.search);
  const list: DialogRows = {
    name: `list-editor ${dialog.field} ${dialog.number}`,
    rows: places,
    cursor: dialog.cursor,
    filters: [dialog.search],
  };
  return { dialog, field, elements, rows, list, cursor: placeInDialog({ stores }, list) };
}

/** Puts the cursor of the editor on an element. */
export function goToElement(context: CommandContext, element: unknown): void {
  const id = sameValueKey(element);
  if (openList(context)?.list.rows.indexOf(id) !== -1) {
    updateDialog(context, 'list-editor', { cursor: id });
  }
}
