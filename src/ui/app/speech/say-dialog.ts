import { formatCount } from '../../../lib/format-number.ts';
import type { Dialog } from '../../../stores/dialog.ts';
import { DELETED, sayEdit } from './field-edit.ts';
import type { Heard, HeardMenu, Known } from './heard.ts';
import {
  byWordsWithoutFigures,
  byWordsWithoutTimes,
  newLines,
  newRows,
  saidRow,
  selection,
  withoutTimes,
  type ReadableRow,
} from './readable-rows.ts';

/** Dialogs in which nothing but numbers moves on by itself. */
const COUNTING: ReadonlySet<Dialog['kind']> = new Set(['request-log', 'progress']);

/** Dialogs that are lists: of their rows the one under the cursor is said, and when somebody moves. */
const LISTS: ReadonlySet<Dialog['kind']> = new Set([
  'list-editor',
  'policy-versions',
  'journal',
  'agent-results',
]);

/**
 * What is to be said of the dialog that is open: all of it once it opens, and of a menu, a list or the palette the entry
 * under the cursor alone; then what is new in it.
 */
export function sayDialog(before: Known | undefined, now: Heard): readonly string[] {
  const { dialog, dialogRows: rows } = now;
  if (dialog === undefined) {
    return [];
  }
  const known = before?.dialogs.get(dialog.number);
  const last = before?.dialog?.number === dialog.number ? before.dialog : undefined;
  if (last !== undefined && before?.edited !== undefined && now.edited !== undefined) {
    const edit = sayEdit(before.edited, now.edited);
    if (edit !== '') {
      const isStepped = dialog.kind === 'text' && dialog.step !== undefined;
      // What steps a number says which one it is now.
      return [isStepped ? saySteppedEdit(edit, now.edited.text) : edit];
    }
  }
  if (now.menu !== undefined) {
    return sayMenu(last === undefined ? undefined : before?.menu, now.menu);
  }
  if (LISTS.has(dialog.kind)) {
    return sayDialogList(known, last, dialog, rows);
  }
  if (known === undefined) {
    return rows.map(saidRow);
  }
  // Whoever comes back from a dialog over it is told where they are.
  const isBack = last === undefined;
  const isOther = isBack || selection(rows) !== selection(known);
  const fresh = freshRows(before, now, known);
  return rows
    .filter(
      (row, index) =>
        (row.isSelected && isOther) ||
        (index === 0 && isBack) ||
        (fresh.has(row) && !(index === 0 && isOther)),
    )
    .filter((row) => now.edited === undefined || !holdsField(row, now.edited.text))
    .map(saidRow);
}

/** What was deleted of a number is said before what is left of it. */
function saySteppedEdit(edit: string, text: string): string {
  return !edit.endsWith(DELETED) ? text : text === '' ? edit : `${edit}: ${text}`;
}

function freshRows(
  before: Known | undefined,
  { dialog, dialogRows: rows, question }: Heard,
  known: readonly ReadableRow[],
): ReadonlySet<ReadableRow> {
  if (dialog !== undefined && isAsking(dialog)) {
    return newRows(known, rows, before?.question === question ? byWordsWithoutFigures : byWordsWithoutTimes);
  }
  return dialog !== undefined && COUNTING.has(dialog.kind)
    ? newRows(known, rows, byWordsWithoutFigures)
    : newLines(known, rows);
}

/** Of a list what it is and how much it holds, the row under the cursor, and what is said about both. */
function sayDialogList(
  known: readonly ReadableRow[] | undefined,
  last: Dialog | undefined,
  dialog: Dialog,
  rows: readonly ReadableRow[],
): readonly string[] {
  const isEmpty = !rows.some(({ isSelected }) => isSelected);
  const isSaid = (row: ReadableRow) => row.isSelected || !row.isEntry || isEmpty;
  if (known === undefined) {
    return rows.filter(isSaid).map(saidRow);
  }
  const isBack = last === undefined;
  const hasMoved = isBack || cursorOf(last) !== cursorOf(dialog);
  const fresh = newRows(known, rows, byWordsWithoutTimes);
  return rows.flatMap((row, index) => {
    if (row.isSelected ? hasMoved : index === 0 && isBack) {
      return [saidRow(row)];
    }
    const before = row.isSelected ? known.find(({ isSelected }) => isSelected) : known[index];
    return isSaid(row) && fresh.has(row) ? [addedWords(before, row)] : [];
  });
}

/** What a row says now that it did not say before: of what is heard already nothing is said again. */
function addedWords(before: ReadableRow | undefined, row: ReadableRow): string {
  const pieces = (words: string) => words.split('  ');
  const known = pieces(withoutTimes(before?.words ?? ''));
  return pieces(row.words)
    .filter((piece) => !known.includes(withoutTimes(piece)))
    .join('  ');
}

function cursorOf(dialog: Dialog): unknown {
  return 'cursor' in dialog ? dialog.cursor : undefined;
}

/** Whether it is a question or a field, in which ages move on while somebody thinks. */
function isAsking({ kind }: Dialog): boolean {
  return (
    kind === 'confirm' || kind === 'agent-question' || kind === 'policy-review' || kind === 'agent-action'
  );
}

/** Whether a key has just changed what stands in a field: what follows from that is said once the keys rest. */
export function isTyping(before: Known | undefined, { dialog, edited }: Heard): boolean {
  return (
    before?.dialog?.number === dialog?.number &&
    before?.edited !== undefined &&
    edited !== undefined &&
    sayEdit(before.edited, edited) !== ''
  );
}

function holdsField({ words }: ReadableRow, text: string): boolean {
  return text !== '' && words.endsWith(text.trim());
}

function sayMenu(
  before: HeardMenu | undefined,
  { title, length, cursor, entry }: HeardMenu,
): readonly string[] {
  if (length === 0) {
    return before?.entry === entry ? [] : [...(before === undefined ? [title] : []), entry];
  }
  if (before === undefined) {
    const place = cursor === 0 ? 'first' : `${formatCount(cursor + 1)}.`;
    return [title, `${formatCount(length)} to choose from; ${place}: ${entry}`];
  }
  return cursor === before.cursor && entry === before.entry ? [] : [entry];
}
