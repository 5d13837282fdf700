import type { Theme } from '../theme.ts';
import { composeBody, listSize, type DetailPlace } from '../widgets/body.ts';
import { dimmed, own, type Line, type Size } from '../widgets/line.ts';
import type { ListWindow } from '../widgets/list-window.ts';
import { headingLine, placeColumns, rowLine, type Column } from '../widgets/table.ts';

/** Rows of the list that are on the screen at once: its heading takes one. */
export function listRows(place: DetailPlace, size: Size): number {
  return Math.max(1, listSize(place, size).rows - 1);
}

/** The body of a pane that is a list with a detail: only the rows inside the window are looked at. */
export function listBody<Row>({
  rows,
  columns,
  window,
  place,
  size,
  theme,
  stale,
  empty,
  detail,
}: {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly window: ListWindow;
  readonly place: DetailPlace;
  readonly size: Size;
  readonly theme: Theme;
  /** Shows the rows dimmed, since they are old and could not be read anew. */
  readonly stale: boolean;
  /** What is said when there is no row. */
  readonly empty: string;
  readonly detail: { readonly title: Line; readonly lines: readonly Line[]; readonly top: number };
}): readonly Line[] {
  const room = listSize(place, size);
  const placed = placeColumns(columns, room.columns);
  const shown = rows.slice(window.top, window.top + Math.max(0, room.rows - 1));
  const list: Line[] = [
    headingLine(placed, theme),
    ...shown.map((row, index) => {
      const line = rowLine(row, placed, { selected: window.top + index === window.cursor, theme });
      return stale ? dimmed(line) : line;
    }),
  ];
  if (rows.length === 0) {
    list.push([], [own(`  ${empty}`, 'dim')]);
  }
  return composeBody(
    place,
    size,
    list,
    { title: detail.title, lines: detail.lines.slice(detail.top) },
    theme,
  );
}
