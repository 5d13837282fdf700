import type { AnyText } from '../../lib/untrusted.ts';
import type { Theme } from '../theme.ts';
import { dimmed, fit, identifier, lineColumns, trusted, restyled, type Line } from './line.ts';

/** One column of a list. */
export interface Column<Row> {
  /** May come from the data, as the names of discovered fields do. */
  readonly title: AnyText;
  /** Columns of the terminal that it takes at the least. */
  readonly width: number;
  /** What its rows take when nothing of them is cut, where that is known: what is left over goes there first, by rank. */
  readonly needs?: number;
  /** Its share of the room that is left over then; 0 stays as it is. */
  readonly grow: number;
  /** When the room is too small, the columns with the highest numbers go first; 0 always stays. */
  readonly rank: number;
  readonly right?: boolean;
  /** Marked when its row is selected. */
  readonly primary?: boolean;
  /** The rows are sorted by it. */
  readonly sorted?: 'ascending' | 'descending';
  cell(row: Row, columns: number): Line;
  /** The same where it is said and not seen: words in the place of signs. */
  said?(row: Row): Line;
}

/** A column with the room that it was given. */
export interface PlacedColumn<Row> {
  readonly column: Column<Row>;
  readonly columns: number;
  /** So many of them are drawn at first, and the others blank; all of them where it is not said. */
  readonly drawn?: number;
}

const GUTTER = 2;
const GAP = 2;

/** Drops the columns that do not fit and shares out what is left over. */
export function placeColumns<Row>(
  columns: readonly Column<Row>[],
  width: number,
): readonly PlacedColumn<Row>[] {
  const room = width - GUTTER;
  const kept = columnsThatFit(columns, room);
  let spare = Math.max(0, room - needed(kept));
  const first = new Map<Column<Row>, number>();
  for (const column of kept.toSorted((one, other) => one.rank - other.rank)) {
    const given = Math.min(spare, Math.max(0, (column.needs ?? 0) - column.width));
    first.set(column, given);
    spare -= given;
  }
  const shares = kept.reduce((sum, column) => sum + column.grow, 0);
  let given = 0;
  const last = kept.findLastIndex((column) => column.grow > 0);
  return kept.map((column, index) => {
    const extra =
      shares === 0 ? 0 : index === last ? spare - given : Math.floor((spare * column.grow) / shares);
    given += column.grow > 0 ? extra : 0;
    return { column, columns: column.width + (first.get(column) ?? 0) + (column.grow > 0 ? extra : 0) };
  });
}

/** Columns of the terminal that columns take at the least, with the gaps between them. */
function needed(columns: readonly Column<never>[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0) + GAP * Math.max(0, columns.length - 1);
}

/** The columns without those that there is no room for: the highest ranks go first, of equal ones the last. */
function columnsThatFit<Row>(columns: readonly Column<Row>[], room: number): readonly Column<Row>[] {
  let left = needed(columns);
  if (left <= room) {
    return columns;
  }
  const dropped = new Set<Column<Row>>();
  const inTurn = columns.toReversed().sort((one, other) => other.rank - one.rank);
  for (const column of inTurn) {
    if (left <= room || column.rank === 0 || dropped.size === columns.length - 1) {
      break;
    }
    dropped.add(column);
    left -= column.width + GAP;
  }
  return columns.filter((column) => !dropped.has(column));
}

/** Columns with the room that they were given, and how many have none at either side. */
export interface Placement<Row> {
  readonly placed: readonly PlacedColumn<Row>[];
  readonly left: number;
  readonly right: number;
  /** The most that can be left out at the left side before the last column is shown. */
  readonly most: number;
}

/**
 * Columns as `placeColumns` places them, or, once some are left out at the left side, all that follow as far as they
 * fit. Those that always stay, stay where they are.
 */
export function placeSideways<Row>(
  columns: readonly Column<Row>[],
  width: number,
  sideways: number,
): Placement<Row> {
  const usual = placeColumns(columns, width);
  const lacking = columns.length - usual.length;
  if (lacking === 0) {
    return { placed: usual, left: 0, right: 0, most: 0 };
  }
  const movable = columns.filter(({ rank }) => rank > 0);
  const most = leftOutBeforeTheLast(columns, movable, width - GUTTER);
  const skipped = Math.min(sideways, most);
  if (skipped === 0) {
    return { placed: usual, left: 0, right: lacking, most };
  }
  const leaving = new Set(movable.slice(0, skipped));
  const rest = columns.filter((column) => !leaving.has(column));
  const right = lastOnesWithoutRoom(rest, width - GUTTER);
  const kept = rest.filter((column) => !right.has(column));
  return { placed: placeColumns(kept, width), left: skipped, right: right.size, most };
}

/** How many of those that can move must be left out at the left side so that all that follow have room. */
function leftOutBeforeTheLast<Row>(
  columns: readonly Column<Row>[],
  movable: readonly Column<Row>[],
  room: number,
): number {
  let left = needed(columns);
  let count = columns.length;
  let skipped = 0;
  for (const column of movable) {
    if (left <= room || count <= 1) {
      break;
    }
    left -= column.width + GAP;
    count -= 1;
    skipped += 1;
  }
  return skipped;
}

/** The same columns at their places, of each of which as much is drawn as a table of that width has. */
export function firstOfPlaced<Row>(
  placed: readonly PlacedColumn<Row>[],
  width: number,
): readonly PlacedColumn<Row>[] {
  const narrow = placeColumns(
    placed.map(({ column }) => column),
    width,
  );
  const drawn = new Map(narrow.map(({ column, columns }) => [column, columns]));
  return placed.map((each) => ({ ...each, drawn: Math.min(each.columns, drawn.get(each.column) ?? 0) }));
}

/** The columns at the right side that have no room, of those that can move. */
function lastOnesWithoutRoom<Row>(columns: readonly Column<Row>[], room: number): ReadonlySet<Column<Row>> {
  const dropped = new Set<Column<Row>>();
  let left = needed(columns);
  for (const column of columns.filter(({ rank }) => rank > 0).reverse()) {
    if (left <= room || dropped.size === columns.length - 1) {
      break;
    }
    dropped.add(column);
    left -= column.width + GAP;
  }
  return dropped;
}

/** The line of titles; its gutter shows at which side there are more. */
export function headingLine<Row>(
  placed: readonly PlacedColumn<Row>[],
  theme: Theme,
  { left = 0, right = 0 }: { readonly left?: number; readonly right?: number } = {},
): Line {
  return [
    trusted(left > 0 ? theme.glyph('more-left') : ' ', 'accent'),
    trusted(right > 0 ? theme.glyph('more-right') : ' ', 'accent'),
    ...placed.flatMap(({ column, columns, drawn = columns }, index) => [
      ...(index === 0 ? [] : [trusted(' '.repeat(GAP))]),
      ...fit(drawn === 0 ? [] : titleOf(column, columns, theme), columns, {
        right: column.right ?? false,
        ascii: theme.ascii,
      }),
    ]),
  ];
}

function titleOf<Row>({ title, sorted }: Column<Row>, columns: number, theme: Theme): Line {
  const { ascii } = theme;
  return sorted === undefined
    ? identifier(title, columns, { style: 'dim', ascii })
    : [...identifier(title, columns - 1, { style: 'bold', ascii }), trusted(theme.glyph(sorted), 'accent')];
}

/** How a row is drawn, beside what it holds. */
export interface RowLooks {
  readonly selected: boolean;
  /** Not, unless said otherwise. */
  readonly marked?: boolean;
}

/** The line of one row. Being selected and being marked each show in a cell of the gutter, which costs few bytes to change. */
export function rowLine<Row>(
  row: Row,
  placed: readonly PlacedColumn<Row>[],
  { selected, marked = false, theme }: RowLooks & { readonly theme: Theme },
): Line {
  return [
    selected ? trusted(theme.glyph('gutter'), 'accent') : trusted(' '),
    marked ? trusted(theme.glyph('mark'), 'accent') : trusted(' '),
    ...placed.flatMap((each, index) => {
      const fitted = fittedCell(row, each, theme);
      const shown = selected && each.column.primary === true ? restyled(fitted, 'inverse') : fitted;
      return [...(index === 0 ? [] : [trusted(' '.repeat(GAP))]), ...shown];
    }),
  ];
}

/** So much of a cell is said where nothing is drawn: names are whole then, and what is as long as a file is not. */
const MOST_SAID = 200;

/** A cell in the columns that it has. Where lines are read and not looked at, they need not stand under each other. */
function fittedCell<Row>(row: Row, { column, columns, drawn }: PlacedColumn<Row>, theme: Theme): Line {
  const { ascii, sideBySide } = theme;
  if (drawn !== undefined && drawn < columns) {
    const right = column.right ?? false;
    const shown = drawn === 0 ? [] : fit(column.cell(row, drawn), drawn, { right, ascii });
    const rest = trusted(' '.repeat(columns - drawn));
    return right ? [rest, ...shown] : [...shown, rest];
  }
  const most = sideBySide ? columns : Math.max(columns, MOST_SAID);
  const cell = column.cell(row, most);
  const width = sideBySide ? columns : Math.min(most, Math.max(columns, lineColumns(cell)));
  return fit(cell, width, { right: column.right ?? false, ascii });
}

/** Draws the rows of a table. A row that was drawn before is the same line again, for as long as it is held. */
export function createRowPainter<Row extends object>(
  placed: readonly PlacedColumn<Row>[],
  theme: Theme,
): (row: Row, looks: RowLooks & { readonly stale: boolean }) => Line {
  const drawn = Array.from({ length: 8 }, () => new WeakMap<Row, Line>());
  return (row, { selected, marked = false, stale }) => {
    const known = drawn[(selected ? 1 : 0) + (marked ? 2 : 0) + (stale ? 4 : 0)] as WeakMap<Row, Line>;
    let line = known.get(row);
    if (line === undefined) {
      const fresh = rowLine(row, placed, { selected, marked, theme });
      line = stale ? dimmed(fresh) : fresh;
      known.set(row, line);
    }
    return line;
  };
}
