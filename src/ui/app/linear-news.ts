import { TAB_TITLES } from '../../commands/shell.ts';
import type { TimeStyle } from '../../lib/format-time.ts';
import type { Dialog } from '../../stores/dialog.ts';
import type { Tab } from '../../stores/view-store.ts';
import {
  byWords,
  byWordsWithoutFigures,
  newLines,
  newRows,
  saidRow,
  type ReadableRow,
} from './readable-rows.ts';

/** What is on the screen, as rows to be read, and what they are about. */
export interface Heard {
  readonly tab: Tab;
  /** The same for as long as the same pane, page or transcript is shown. */
  readonly place: string;
  readonly dialog: Dialog | undefined;
  /** The pane is a text to be read, of which every line counts. */
  readonly isText: boolean;
  /** The pane is one list, and a detail under it. */
  readonly isList: boolean;
  readonly timeStyle: TimeStyle;
  /** Where the user is in it: the same unless a key has moved it. */
  readonly position: string;
  readonly focus: 'list' | 'detail';
  /** What the status row tells, without what moves on all the time. */
  readonly facts: string;
  /** What is told instead of the hints, if anything. */
  readonly notice: object | undefined;
  readonly status: ReadableRow;
  readonly tabs: ReadableRow;
  readonly pane: readonly ReadableRow[];
  readonly dialogRows: readonly ReadableRow[];
  readonly stopped: readonly ReadableRow[];
  readonly hints: ReadableRow;
  /** The rows of the dialogs that lie over each other, by the number of each. */
  readonly dialogs?: ReadonlyMap<number, readonly ReadableRow[]>;
  /** The heading that was said last. */
  readonly heading?: string | undefined;
}

/** What is to be said of what is shown now to somebody who has heard the rest, and what they know then. */
export function sayNews(
  before: Heard | undefined,
  now: Heard,
): { readonly said: readonly string[]; readonly next: Heard } {
  const isElsewhere = before?.place !== now.place;
  const isOpened = now.dialog !== undefined && now.dialog.number !== before?.dialog?.number;
  const isClosed = now.dialog === undefined && before?.dialog !== undefined;
  const pane = paneNews(before, now);
  const said = [
    ...(before?.facts === now.facts ? [] : [now.status]),
    ...(before === undefined ? [now.tabs] : []),
    ...(before === undefined || before.tab === now.tab ? [] : [TAB_TITLES[now.tab]]),
    ...pane.rows,
    ...(before === undefined || isElsewhere || before.focus === now.focus
      ? []
      : [`The keys move the ${now.focus}.`]),
    ...dialogNews(before, now),
    ...newRows(before?.stopped ?? [], now.stopped, byWords),
    ...(isElsewhere || isOpened || isClosed || (now.notice !== undefined && now.notice !== before?.notice)
      ? [now.hints]
      : []),
  ];
  return {
    said: said
      .map((row) => (typeof row === 'string' ? row : saidRow(row)))
      .filter((text) => text !== '' && (now.isText || saysSomething(text))),
    next: {
      ...now,
      pane: now.dialog === undefined || isElsewhere ? now.pane : paneUnder(now, before.pane),
      dialogs:
        now.dialog === undefined
          ? new Map()
          : new Map([...(before?.dialogs ?? []), [now.dialog.number, now.dialogRows]]),
      heading: pane.heading,
    },
  };
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** While a query is typed, the line above the list counts what passes it. */
function paneUnder({ dialog, pane }: Heard, known: readonly ReadableRow[]): readonly ReadableRow[] {
  return dialog?.kind === 'filter' ? [...pane.slice(0, 1), ...known.slice(1)] : known;
}

function selection(rows: readonly ReadableRow[], keyOf = byWords): string {
  return rows
    .filter(({ isSelected }) => isSelected)
    .map(keyOf)
    .join('\n');
}

interface PaneNews {
  readonly rows: readonly ReadableRow[];
  readonly heading: string | undefined;
}

function paneNews(before: Heard | undefined, now: Heard): PaneNews {
  const { pane } = now;
  if (before?.place !== now.place) {
    const isCovered = now.dialog !== undefined;
    return { rows: isCovered ? pane.slice(0, 1) : pane, heading: undefined };
  }
  const { heading } = before;
  if (now.dialog !== undefined) {
    const isCounting = now.dialog.kind === 'filter' && pane[0]?.words !== before.pane[0]?.words;
    return { rows: isCounting ? pane.slice(0, 1) : [], heading };
  }
  if (before.timeStyle !== now.timeStyle) {
    return { rows: pane.filter(({ isSelected }) => isSelected), heading };
  }
  const news = now.isText ? textNews(before, now) : listNews(before, now);
  // Whoever comes back from a dialog is told where they are.
  const told =
    before.dialog === undefined
      ? news
      : new Set(pane.filter((row, index) => index === 0 || row.isSelected || news.has(row)));
  return now.isText || now.isList
    ? { rows: pane.filter((row) => told.has(row)), heading }
    : withHeadings(pane, told, heading);
}

/** Of a text every line that was not on the screen, and the message that is another one. */
function textNews(before: Heard, { pane }: Heard): ReadonlySet<ReadableRow> {
  const [, ...body] = pane.slice(0, -1);
  const fresh = newLines(before.pane.slice(1, -1), body);
  const frame = newRows(before.pane, pane, byWordsWithoutFigures);
  const isOther = selection(pane) !== selection(before.pane);
  return new Set(
    pane.filter((row, index) =>
      index === 0 || index === pane.length - 1
        ? frame.has(row)
        : fresh.has(row) || (isOther && row.isSelected),
    ),
  );
}

/**
 * Of a list the row under the cursor when it is another one, and the rows that have come. What only scrolled into sight
 * because the cursor moved is not said: each of its rows is once the cursor is on it.
 */
function listNews(before: Heard, now: Heard): ReadonlySet<ReadableRow> {
  const { pane } = now;
  const hasMoved = now.position !== before.position && before.dialog === undefined;
  const listKey =
    now.tab === 'events' && now.isList && now.timeStyle !== 'age' ? byWords : byWordsWithoutFigures;
  const isOther = hasMoved
    ? selection(pane) !== selection(before.pane)
    : selection(pane, listKey) !== selection(before.pane, listKey);
  const loose = newRows(before.pane, pane, byWordsWithoutFigures);
  const fresh = listKey === byWords ? newRows(before.pane, pane, byWords) : loose;
  const exact = newRows(before.pane, pane, byWords);
  const seen = new Set(before.pane.map(({ words }) => words));
  const detail = now.isList ? pane.findIndex(({ isHeading }) => isHeading) : -1;
  return new Set(
    pane.filter((row, index) => {
      if (index === 0 || index === pane.length - 1 || row.isHeading) {
        return loose.has(row) && (row.isHeading ? now.isList || !hasMoved : true);
      }
      if (detail !== -1 && index > detail) {
        return (hasMoved || isOther ? exact : loose).has(row);
      }
      return (row.isSelected && isOther) || (fresh.has(row) && (!hasMoved || seen.has(row.words)));
    }),
  );
}

/** Rows with the heading that they stand under, unless it was the last one that was said. */
function withHeadings(
  pane: readonly ReadableRow[],
  told: ReadonlySet<ReadableRow>,
  last: string | undefined,
): PaneNews {
  const rows: ReadableRow[] = [];
  let said = last;
  let above: ReadableRow | undefined;
  for (const row of pane) {
    if (row.isHeading) {
      above = row;
    } else if (told.has(row) && saysSomething(row.words)) {
      if (above !== undefined && byWordsWithoutFigures(above) !== said) {
        rows.push(above);
        said = byWordsWithoutFigures(above);
      }
      rows.push(row);
    }
  }
  return { rows, heading: said };
}

/** Dialogs in which nothing but numbers moves on by itself. */
const COUNTING: ReadonlySet<Dialog['kind']> = new Set(['request-log']);
/** Menus: of their rows, only the one under the cursor is said once it moves. */
const MENUS: ReadonlySet<Dialog['kind']> = new Set(['choice', 'palette']);

function dialogNews(before: Heard | undefined, now: Heard): readonly ReadableRow[] {
  const { dialog, dialogRows: rows } = now;
  if (dialog === undefined) {
    return [];
  }
  const known = before?.dialogs?.get(dialog.number);
  if (known === undefined) {
    return dialog.kind === 'palette' ? rows.filter(isNoOtherEntry) : rows;
  }
  // Whoever comes back from a dialog over it is told where they are.
  const isBack = before?.dialog?.number !== dialog.number;
  const fresh = COUNTING.has(dialog.kind)
    ? newRows(known, rows, byWordsWithoutFigures)
    : newLines(known, rows);
  const isOther = selection(rows) !== selection(known);
  return rows.filter(
    (row, index) =>
      (row.isSelected && (isOther || isBack)) ||
      (index === 0 && isBack) ||
      (fresh.has(row) &&
        (dialog.kind === 'palette' ? isNoOtherEntry(row, index, rows) : !MENUS.has(dialog.kind) || !isOther)),
  );
}

/** The title of the palette, its field, the command under the cursor and what can be done with it. */
function isNoOtherEntry(row: ReadableRow, index: number, rows: readonly ReadableRow[]): boolean {
  return row.isSelected || index < 2 || index === rows.length - 1;
}
