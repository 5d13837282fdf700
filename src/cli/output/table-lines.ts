import { formatDateTime } from '../../lib/format-time.ts';
import { largest } from '../../lib/long-lists.ts';
import { besides, trusted, type Drawn, type TextStyle } from './styled-text.ts';

/** A cell, and the columns that such cells take where there is room. */
export type SizedCell = readonly [cell: Drawn, width: number];

/** Columns of this width and less, as those of times and states, stay whole while wider ones can be cut. */
const SHORT_COLUMN = 20;

/** Of a column less than this is of no use, as long as short ones can be cut, too. */
const LEAST_OF_WIDE = 6;

/** So many columns are left of each, however narrow the terminal. */
const LEAST_OF_ANY = 3;

/** Columns between two cells of a table. */
const GAP = 2;

/** Columns of `2026-03-02 09:47:31Z`, and what is left out of it on a terminal of fewer columns, where names need the room. */
const TIME_COLUMNS = 20;
const YEAR = 'YYYY-';
const ROOM_FOR_YEARS = 80;

/**
 * A time in UTC as the first cell of a line; what is given for one that is not known. Where there is little room, this year
 * is left out, and of another one there is the hour: `2025-12-31 23Z`.
 */
export function timeCell(time: number | undefined, unknown: Drawn, style: TextStyle): SizedCell {
  const { layout, thisYear } = style;
  const isNarrow = layout.kind === 'terminal' && layout.columns < ROOM_FOR_YEARS;
  const whole = time === undefined ? '' : formatDateTime(time, 'utc');
  const isOfThisYear = whole.startsWith(`${thisYear}-`);
  const text = !isNarrow
    ? whole
    : isOfThisYear
      ? whole.slice(YEAR.length)
      : whole.replace(/:\d\d:\d\dZ$/, 'Z');
  const cell = time === undefined ? unknown : trusted(text, style);
  return [cell, TIME_COLUMNS - (isNarrow ? YEAR.length : 0)];
}

/** The text with spaces behind it up to a width in columns. */
export function padded({ text, columns }: Drawn, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns));
}

/** A value that stands alone behind an indent: no wider than the terminal, or than anything that is meant in a log. */
export function single(cell: Drawn, { layout }: TextStyle, indent = ''): string {
  return indent + (layout.kind === 'pipe' ? cell : cell.cutTo(layout.columns - indent.length)).text;
}

/** Text that stands alone behind an indent: on a terminal in as many rows as it takes. */
export function wrapped(text: Drawn, style: TextStyle, indent = ''): readonly string[] {
  const { layout } = style;
  return layout.kind === 'terminal'
    ? text.rows(layout.columns - indent.length).map((row) => indent + row.text)
    : [single(text, style, indent)];
}

/**
 * Cells of a line that is printed before the next one is known, in columns of these widths, and behind them what has no
 * width. On a terminal a cell has the columns of its own width at most, and those that the line leaves free.
 */
export function lineOf(cells: readonly SizedCell[], running: readonly Drawn[], style: TextStyle): string {
  const { layout } = style;
  if (layout.kind === 'pipe') {
    return [...cells.map(([cell]) => cell), ...running].map(({ text }) => text).join('\t');
  }
  if (layout.kind === 'log') {
    const before = cells.map(([cell, width]) => padded(cell.cutTo(layout.columns), width));
    const behind = running.map((cell) => cell.cutTo(layout.columns));
    return [...before, joined(behind, style).text].join(' ').trimEnd();
  }
  const behind = joined(running, style);
  const room = layout.columns - cells.length;
  const least = Math.min(behind.columns, Math.floor(layout.columns / 8));
  const widths = fittingWidths(
    cells.map(([, width]) => width),
    room - Math.floor(layout.columns / 8),
  );
  let free = room - least - widths.reduce((sum, width) => sum + width, 0);
  const texts = cells.map(([cell], index) => {
    const width = widths[index] ?? 0;
    const cut = cell.cutTo(width + Math.max(0, free));
    free -= Math.max(0, cut.columns - width);
    return padded(cut, width);
  });
  return [...texts, behind.cutTo(Math.max(0, free + least)).text].join(' ').trimEnd();
}

/**
 * The same, but of what has no width nothing is cut: where it does not fit beside the cells on a terminal, it stands below
 * them behind an indent, in as many rows as it takes.
 */
export function linesOf(
  cells: readonly SizedCell[],
  running: readonly Drawn[],
  style: TextStyle,
  indent: string,
): readonly string[] {
  const { layout } = style;
  const line = lineOf(cells, running, style);
  if (layout.kind !== 'terminal') {
    return [line];
  }
  const behind = joined(running, style);
  const widths = cells.map(([cell, width]) => Math.max(width, cell.columns) + 1);
  return widths.reduce((sum, width) => sum + width, 0) + behind.columns <= layout.columns
    ? [line]
    : [lineOf(cells, [], style), ...wrapped(behind, style, indent)];
}

function joined(running: readonly Drawn[], style: TextStyle): Drawn {
  const shown = running.filter(({ text }) => text !== '');
  return besides(shown.flatMap((cell, index) => (index === 0 ? [cell] : [trusted(' ', style), cell])));
}

/** How a table stands where it does. */
export interface TablePlace {
  readonly indent?: string;
  /** The last column goes on in further rows below itself, and is not cut. */
  readonly wrapsLast?: boolean;
  /** The first column stays whole as long as it is short. */
  readonly keepsFirst?: boolean;
  /** Columns whose cells stand under each other at their right end. */
  readonly right?: readonly boolean[];
}

/**
 * Rows of cells as lines, each column as wide as its widest cell. Where they do not fit on the terminal, the widest are cut
 * and all others stay whole.
 */
export function aligned(
  rows: readonly (readonly Drawn[])[],
  style: TextStyle,
  { indent = '', wrapsLast = false, keepsFirst = false, right = [] }: TablePlace = {},
): readonly string[] {
  const { layout } = style;
  if (layout.kind === 'pipe') {
    return rows.map((row) => row.map(({ text }) => text).join('\t'));
  }
  const count = largest(
    rows.map((row) => row.length),
    0,
  );
  const natural = Array.from({ length: count }, (_, index) =>
    largest(
      rows.map((row) => Math.min(row[index]?.columns ?? 0, layout.columns)),
      0,
    ),
  );
  const room = layout.columns - indent.length - GAP * (count - 1);
  const widths =
    layout.kind === 'log'
      ? natural
      : keepsFirst
        ? withFirstWhole(natural, room)
        : widthsOfTable(natural, room, wrapsLast);
  const before = indent.length + widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  return rows.flatMap((row) => {
    const cells = row.slice(0, count - 1).map((cell, index) => {
      const width = widths[index] ?? 0;
      const cut = cell.cutTo(width);
      return right[index] === true
        ? ' '.repeat(Math.max(0, width - cut.columns)) + padded(cut, cut.columns + GAP)
        : padded(cut, width + GAP);
    });
    const last = row[count - 1];
    const width = widths[count - 1] ?? 0;
    const [first = '', ...below] =
      last === undefined
        ? []
        : wrapsLast
          ? last.rows(width).map(({ text }) => text)
          : [
              ' '.repeat(right[count - 1] === true ? Math.max(0, width - last.columns) : 0) +
                last.cutTo(width).text,
            ];
    return [(indent + cells.join('') + first).trimEnd(), ...below.map((text) => ' '.repeat(before) + text)];
  });
}

/** The widths of a table of which all but the first column are cut, where that one is short and leaves the others something. */
function withFirstWhole([first = 0, ...others]: readonly number[], room: number): readonly number[] {
  const isKept = first <= SHORT_COLUMN && room - first >= LEAST_OF_ANY * others.length;
  return isKept ? [first, ...shrunk(others, room - first)] : shrunk([first, ...others], room);
}

/** The widths of a table: where the last column wraps, the others leave it a third of the room, as far as it needs that. */
function widthsOfTable(natural: readonly number[], room: number, wrapsLast: boolean): readonly number[] {
  if (!wrapsLast) {
    return shrunk(natural, room);
  }
  const last = natural.at(-1) ?? 0;
  const others = shrunk(natural.slice(0, -1), room - Math.min(last, Math.floor(room / 3)));
  const used = others.reduce((sum, width) => sum + width, 0);
  return [...others, Math.min(last, Math.max(1, room - used))];
}

/** Widths that fit into the room: what is wide is cut first, and short columns only when that is not enough. */
function fittingWidths(widths: readonly number[], room: number): readonly number[] {
  const short = widths.map((width) => (width <= SHORT_COLUMN ? width : 0));
  const left = room - short.reduce((sum, width) => sum + width, 0);
  const wide = widths.filter((width) => width > SHORT_COLUMN);
  if (left < wide.length * LEAST_OF_WIDE) {
    return shrunk(widths, room);
  }
  const most = mostThatFits(wide, left);
  return widths.map((width) => (width <= SHORT_COLUMN ? width : Math.min(width, most)));
}

/** Widths that fit into the room: the widest are cut, all others stay whole. */
function shrunk(widths: readonly number[], room: number): readonly number[] {
  const most = mostThatFits(widths, room);
  return widths.map((width) => Math.min(width, most));
}

/** The columns to which the widest are to be cut for all to fit; a little is left of each, however narrow the terminal. */
function mostThatFits(widths: readonly number[], room: number): number {
  let left = room;
  const ascending = [...widths].sort((one, other) => one - other);
  for (const [index, width] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (width > share) {
      return Math.max(LEAST_OF_ANY, share);
    }
    left -= width;
  }
  return Number.POSITIVE_INFINITY;
}
