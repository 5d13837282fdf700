/** A row of the screen as it is read aloud. */
export interface ReadableRow {
  /** What it says, without what says nothing when it is read. */
  readonly words: string;
  /** It is under the cursor. */
  readonly isSelected: boolean;
  /** It is marked among others. */
  readonly isMarked: boolean;
  /** It stands over the rows that follow it, up to the next one that does. */
  readonly isHeading: boolean;
  /** It is one of the rows of a list in a dialog, which stand further in than what is said about them. */
  readonly isEntry: boolean;
}

/** What frames and charts are made of says nothing when it is read aloud. */
const DECORATION = /[\u2500-\u259f]|^-+|-{3,}/g;
const RULE = /^(?:─|--)/;

/** Shapes that stand before the word that says the same, and what stands between parts of a row. */
const SIGNS = /(?<=^|\s)[●✖▲❚⚑▼✓◇]+(?=\s|$)/g;
const SEPARATOR = / +· /g;
/** What can be switched: what is off is not said. */
const SWITCHED_OFF = /\[ \] \w+ ?/g;
const SWITCHED_ON = /\[\S\] /g;

/** The signs by which the cursor and marks show. */
export interface RowSigns {
  readonly cursor: string;
  /** Undefined where rows cannot be marked. */
  readonly mark: string | undefined;
  /** It is a text of others, of which every sign is said. */
  readonly isText: boolean;
}

/** Reads a row of the screen. The cursor is in the first column, and in menus in the second. */
export function readRow(row: string, { cursor, mark, isText }: RowSigns): ReadableRow {
  const isSelected = row.startsWith(cursor) || row.startsWith(` ${cursor} `);
  const isMarked = mark !== undefined && row.startsWith(mark, 1);
  const text = isSelected ? row.replace(cursor, ' ') : row;
  const bare = isMarked ? ` ${text.slice(2)}` : text;
  return {
    words: (isText ? bare : withoutSigns(bare)).replaceAll(DECORATION, ' ').replaceAll(/ {2,}/g, '  ').trim(),
    isSelected,
    isMarked,
    isHeading: RULE.test(row),
    isEntry: isSelected || row.startsWith('  '),
  };
}

function withoutSigns(row: string): string {
  return row
    .replaceAll(SWITCHED_OFF, '')
    .replaceAll(SWITCHED_ON, '')
    .replaceAll(SIGNS, ' ')
    .replaceAll(SEPARATOR, ', ');
}

/** The row as it is said when a key went to it, or it is new. */
export function saidRow({ words, isMarked }: ReadableRow): string {
  return isMarked ? `marked: ${words}` : words;
}

/** The same among all others, so that it is heard which of them is under the cursor. */
export function placedRow({ words, isSelected, isMarked }: ReadableRow): string {
  const states = [...(isSelected ? ['selected'] : []), ...(isMarked ? ['marked'] : [])];
  return states.length === 0 ? words : `${states.join(', ')}: ${words}`;
}

/** Whether it says anything when it is read. */
export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** The rows under the cursor, as one text. */
export function selection(rows: readonly ReadableRow[], keyOf = byWords): string {
  return rows
    .filter(({ isSelected }) => isSelected)
    .map(keyOf)
    .join('\n');
}

/** By what a row is known again. */
export type RowKey = (row: ReadableRow) => string;

/** A row is another one with every letter that changes. */
export const byWords: RowKey = ({ words, isMarked }) => `${isMarked} ${words}`;

/** In rows that show counts and ages, another number is no news. */
export const byWordsWithoutFigures: RowKey = ({ words, isMarked }) =>
  `${isMarked} ${words.replaceAll(/\d+[smhd] old/g, 'fresh').replaceAll(/\d+/g, '0')}`;

/** In what is decided on, figures count, and only clocks and ages move on by themselves. */
export const byWordsWithoutTimes: RowKey = ({ words, isMarked }) => `${isMarked} ${withoutTimes(words)}`;

export function withoutTimes(words: string): string {
  return words.replaceAll(/\b\d\d:\d\d:\d\d|\b\d+[smhd]\b/g, 'then');
}

/**
 * The rows that are not among those before, in the order in which both stand: what was scrolled is known again, and a
 * line that occurs twice counts twice. Of rows that look the same, the last ones are those that were there.
 */
export function newRows(
  before: readonly ReadableRow[],
  now: readonly ReadableRow[],
  keyOf: RowKey,
): ReadonlySet<ReadableRow> {
  const old = before.map(keyOf);
  const keys = now.map(keyOf);
  const lengths = keys.reduce<readonly (readonly number[])[]>(
    (table, key) => {
      const above = table.at(-1) ?? [];
      const row = [0];
      for (const [index, other] of old.entries()) {
        const length =
          key === other ? (above[index] ?? 0) + 1 : Math.max(above[index + 1] ?? 0, row[index] ?? 0);
        row.push(length);
      }
      return [...table, row];
    },
    [Array<number>(old.length + 1).fill(0)],
  );
  const fresh = new Set(now);
  let place = keys.length;
  let known = old.length;
  while (place > 0 && known > 0) {
    const row = now[place - 1];
    if (row !== undefined && keys[place - 1] === old[known - 1]) {
      fresh.delete(row);
      place--;
      known--;
    } else if (lengths[place]?.[known - 1] === lengths[place]?.[known]) {
      known--;
    } else {
      place--;
    }
  }
  return fresh;
}

/**
 * The lines of a text that are not where lines before were, when it was scrolled or a part of it has changed: one that
 * looks like another one far away is new all the same.
 */
export function newLines(
  before: readonly ReadableRow[],
  now: readonly ReadableRow[],
): ReadonlySet<ReadableRow> {
  const old = before.map(byWords);
  const keys = now.map(byWords);
  const isSame = (from: number, at: number, length: number) =>
    Array.from({ length }).every((_, index) => old[from + index] === keys[at + index]);
  const most = Math.min(old.length, keys.length);
  const lengths = Array.from({ length: most }, (_, index) => most - index);
  const down = lengths.find((length) => isSame(old.length - length, 0, length)) ?? 0;
  const up = lengths.find((length) => isSame(0, keys.length - length, length)) ?? 0;
  const start = lengths.find((length) => isSame(0, 0, length)) ?? 0;
  const end =
    lengths.find(
      (length) => length <= most - start && isSame(old.length - length, keys.length - length, length),
    ) ?? 0;
  const known = Math.max(down, up, start + end);
  if (known === down) {
    return new Set(now.slice(down));
  }
  return new Set(known === up ? now.slice(0, keys.length - up) : now.slice(start, keys.length - end));
}
