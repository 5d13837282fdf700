import { formatCount } from '../../../lib/format-number.ts';
import type { Dialog } from '../../../stores/dialog.ts';
import { sayEdit } from './field-edit.ts';
import type { Heard, HeardMenu, Known } from './heard.ts';
import {
  byWordsWithoutFigures,
  newLines,
  newRows,
  saidRow,
  selection,
  type ReadableRow,
} from './readable-rows.ts';

/** Dialogs in which nothing but numbers moves on by itself. */
const COUNTING: ReadonlySet<Dialog['kind']> = new Set(['request-log', 'progress']);

/**
 * What is to be said of the dialog that is open: all of it once it opens, and of a menu or the palette the entry under the
 * cursor alone; then what is new in it.
 */
export function sayDialog(before: Known | undefined, now: Heard): readonly string[] {
  const { dialog, dialogRows: rows } = now;
  if (dialog === undefined) {
    return [];
  }
  const known = before?.dialogs.get(dialog.number);
  const last = before?.dialog?.number === dialog.number ? before.dialog : undefined;
  if (now.menu !== undefined) {
    return sayMenu(last === undefined ? undefined : before?.menu, now.menu);
  }
  if (known === undefined) {
    return (dialog.kind === 'palette' ? rows.filter(isNoOtherEntry) : rows).map(saidRow);
  }
  if (last !== undefined && before?.edited !== undefined && now.edited !== undefined) {
    const edit = sayEdit(before.edited, now.edited);
    if (edit !== '') {
      // What steps a number says which one it is now.
      return [dialog.kind === 'text' && dialog.step !== undefined ? now.edited.text : edit];
    }
  }
  // Whoever comes back from a dialog over it is told where they are.
  const isBack = last === undefined;
  const isOther = isBack || selection(rows) !== selection(known);
  if (dialog.kind === 'palette') {
    return isOther
      ? rows
          .filter(isNoOtherEntry)
          .slice(isBack ? 0 : 1)
          .map(saidRow)
      : [];
  }
  const isCounting = COUNTING.has(dialog.kind) || (isAsking(dialog) && before?.question === now.question);
  const fresh = isCounting ? newRows(known, rows, byWordsWithoutFigures) : newLines(known, rows);
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

/** The title of the palette and the command under the cursor, or that there is none. */
function isNoOtherEntry(row: ReadableRow, index: number, rows: readonly ReadableRow[]): boolean {
  return row.isSelected || index === 0 || (index === 2 && !rows.some(({ isSelected }) => isSelected));
}

function sayMenu(
  before: HeardMenu | undefined,
  { title, length, cursor, entry }: HeardMenu,
): readonly string[] {
  if (before === undefined) {
    const place = cursor === 0 ? 'first' : `${formatCount(cursor + 1)}.`;
    return [title, `${formatCount(length)} to choose from; ${place}: ${entry}`];
  }
  return cursor === before.cursor && entry === before.entry ? [] : [entry];
}
