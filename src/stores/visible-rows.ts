/** The rows of a list in the order in which they are shown. */
export interface VisibleRows {
  readonly length: number;
  idAt(index: number): string | undefined;
  /** The place of the row with that id, or -1. */
  indexOf(id: string): number;
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
