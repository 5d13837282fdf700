import type { Theme } from '../theme.ts';
import { beside, fitLines, ruleLine, trusted, type Line, type Size } from './line.ts';

/** Where the detail of a list goes. */
export type DetailPlace = 'none' | 'side' | 'below' | 'alone';

/** From so many columns of the screen the detail is at the side. */
const SIDE_COLUMNS = 120;

/** Where a detail that is shown goes: alone when it is to have all the room, at the side where there is enough of it. */
export function detailPlace(
  shown: boolean,
  alone: boolean,
  { columns }: Pick<Size, 'columns'>,
  { sideBySide }: Pick<Theme, 'sideBySide'>,
): DetailPlace {
  if (!shown) {
    return 'none';
  }
  if (alone) {
    return 'alone';
  }
  return columns >= SIDE_COLUMNS && sideBySide ? 'side' : 'below';
}

/** How many rows and columns the list gets beside its detail. */
export function listSize(place: DetailPlace, size: Size): Size {
  switch (place) {
    case 'none':
      return size;
    case 'alone':
      return { columns: size.columns, rows: 0 };
    case 'side':
      return { columns: size.columns - detailColumns(size.columns) - 3, rows: size.rows };
    case 'below':
      return { columns: size.columns, rows: Math.max(4, Math.floor(size.rows * 0.5)) };
  }
}

function detailColumns(columns: number): number {
  return Math.max(44, Math.floor(columns * 0.38));
}

/** The room that the detail has. */
export function detailSize(place: DetailPlace, size: Size): Size {
  const list = listSize(place, size);
  switch (place) {
    case 'none':
      return { columns: 0, rows: 0 };
    case 'alone':
      return { columns: size.columns - 2, rows: size.rows };
    case 'side':
      return { columns: detailColumns(size.columns), rows: size.rows };
    case 'below':
      return { columns: size.columns - 2, rows: size.rows - list.rows - 1 };
  }
}

/** Lines of the detail that are on the screen at once, its title not counted. */
export function detailLineRows(place: DetailPlace, size: Size): number {
  const { rows } = detailSize(place, size);
  return Math.max(0, place === 'below' ? rows : rows - 1);
}

/** A list and its detail as one body of exactly the given size. */
export function composeBody(
  place: DetailPlace,
  size: Size,
  list: readonly Line[],
  detail: { readonly title: Line; readonly lines: readonly Line[] },
  theme: Theme,
): readonly Line[] {
  const room = detailSize(place, size);
  switch (place) {
    case 'none':
      return fitLines(list, size.rows);
    case 'alone':
      return fitLines([detail.title, ...detail.lines].map(indented), size.rows);
    case 'side':
      return beside(fitLines(list, size.rows), fitLines([detail.title, ...detail.lines], size.rows), {
        leftColumns: listSize(place, size).columns,
        rightColumns: room.columns,
        theme,
      });
    case 'below':
      return fitLines(
        [
          ...fitLines(list, listSize(place, size).rows),
          ruleLine(size.columns, theme, detail.title),
          ...detail.lines.map(indented),
        ],
        size.rows,
      );
  }
}

/** A line that begins where the words of all other rows do. */
function indented(line: Line): Line {
  return line.length === 0 ? line : [INDENT, ...line];
}

const INDENT = trusted(' ');
