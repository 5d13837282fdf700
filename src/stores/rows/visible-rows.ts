import type { Marks } from './mark-set.ts';

/** The rows of a list in the order in which they are shown. */
export interface VisibleRows {
  readonly length: number;
  idAt(index: number): string | undefined;
  /** The place of the row with that id, or -1. */
  indexOf(id: string): number;
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
  if (marks.size === 0) {
    return false;
  }
  const id = rows.idAt(index);
  return rows.isMarkedAt?.(index, marks) ?? (id !== undefined && marks.has(id));
}

/** Rows that carry their own id, as a list. */
export function visibleRows(rows: readonly { readonly id: string }[]): VisibleRows {
  return {
    length: rows.length,
    idAt: (index) => rows[index]?.id,
    indexOf: (id) => rows.findIndex((row) => row.id === id),
  };
}

/** Where the cursor stands: the row with that id, or the first one when it is gone or was never set. */
export function cursorIndex(rows: VisibleRows, cursor: string | undefined): number {
  return cursor === undefined ? 0 : Math.max(0, rows.indexOf(cursor));
}
