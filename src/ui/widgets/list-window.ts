/** Which rows of a list are on the screen. */
export interface ListWindow {
  readonly top: number;
  readonly cursor: number;
}

/**
 * The window that shows the cursor and moves as little as it can. When the same row is selected as before and rows
 * were inserted or removed above it, it stays where it was on the screen.
 */
export function moveWindow(
  before: { readonly top: number; readonly cursor: number; readonly cursorId: string | undefined },
  now: {
    readonly cursor: number;
    readonly cursorId: string | undefined;
    readonly length: number;
    readonly rows: number;
  },
): ListWindow {
  const sameRow = now.cursorId !== undefined && now.cursorId === before.cursorId;
  const carried = sameRow ? before.top + (now.cursor - before.cursor) : before.top;
  const lowest = Math.max(0, now.length - now.rows);
  const top = Math.min(Math.max(carried, now.cursor - now.rows + 1, 0), Math.max(0, now.cursor), lowest);
  return { top, cursor: now.cursor };
}
