import type { Marks } from './mark-set.ts';

/** The rows of a list in the order in which they are shown. */
export interface VisibleRows {
  readonly length: number;
  idAt(index: number): string | undefined;
  /** The place of the row with that id, or -1; a list may say where a row would stand that it hides. */
  indexOf(id: string): number;
  /** Whether it is one of the rows or in one, where `indexOf` does not say. */
  has?(id: string): boolean;
  /** The ids of all things that a row stands for, when it may stand for several: its marks are on these. */
  idsAt?(index: number): readonly string[];
  /** Whether any of these is marked. */
  isMarkedAt?(index: number, marks: Marks): boolean;
}

/** The ids of what a row stands for. */
export function idsOfRow(rows: VisibleRows, index: number): readonly string[] {
  const id = rows.idAt(index);
  return rows.idsAt?.(index) ?? (id === undefined ? [] : [id]);
}

/** Whether a row, or any of what it stands for, is marked. */
export function isRowMarked(rows: VisibleRows, index: number, marks: Marks): boolean {
  const id = marks.size === 0 ? undefined : rows.idAt(index);
  return id !== undefined && (rows.isMarkedAt?.(index, marks) ?? marks.has(id));
}

/** Whether a list shows a row, or one that it is in. */
export function hasRow(rows: VisibleRows, id: string): boolean {
  return rows.has?.(id) ?? rows.indexOf(id) >= 0;
}

/** Rows that carry their own id and may be many thousands: where one stands is looked up. */
export function indexedRows(rows: readonly { readonly id: string }[]): VisibleRows {
  const places = new Map(rows.map(({ id }, place) => [id, place]));
  return { length: rows.length, idAt: (index) => rows[index]?.id, indexOf: (id) => places.get(id) ?? -1 };
}

const listOf = new WeakMap<readonly { readonly id: string }[], VisibleRows>();

/** Rows that carry their own id, as a list: the same one for the same rows. */
export function visibleRows(rows: readonly { readonly id: string }[]): VisibleRows {
  let list = listOf.get(rows);
  if (list === undefined) {
    list = {
      length: rows.length,
      idAt: (index) => rows[index]?.id,
      indexOf: (id) => rows.findIndex((row) => row.id === id),
    };
    listOf.set(rows, list);
  }
  return list;
}
