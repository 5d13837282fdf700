/**
 * How short entries stand in a dialog: in columns beside each other where one alone would not show them all, one going on where
 * the one before ends.
 */
export interface EntryShape {
  /** So many columns stand beside each other. */
  readonly beside: number;
  /** So many entries stand in each. */
  readonly rows: number;
}

/** Entries in as few rows as their widest allows on a screen of that width, and in so many rows at most. */
export function entryShape({
  length,
  widest,
  columns,
  mostRows,
}: {
  readonly length: number;
  readonly widest: number;
  readonly columns: number;
  readonly mostRows: number;
}): EntryShape {
  const fitting = Math.max(1, Math.floor(columns / Math.max(1, widest)));
  const beside = Math.max(1, Math.min(fitting, Math.ceil(length / mostRows)));
  return { beside, rows: Math.max(1, Math.min(mostRows, Math.ceil(length / beside))) };
}

/** The column of entries that is shown first: the cursor is in one that is shown, and as little moves as can. */
export function firstColumn(
  cursor: number,
  length: number,
  { beside, rows }: EntryShape,
  before: number,
): number {
  const column = Math.floor(cursor / rows);
  const last = Math.max(0, Math.ceil(length / rows) - beside);
  return Math.max(column - beside + 1, Math.min(before, column, last));
}
