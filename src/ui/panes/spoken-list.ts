import type { Completeness } from '../../stores/base/completeness.ts';
import { cutWithMark, identifier, lineColumns, trusted, type Line } from '../widgets/line.ts';
import type { Column } from '../widgets/table.ts';
import type { Theme } from '../theme.ts';
import type { EmptyText } from './freshness.ts';

/** A list as it is said. Its words are made only when they are asked for. */
export interface SpokenList {
  readonly count: number;
  /** More rows may be found, since its filter is not done. */
  readonly isCounting: boolean;
  /** It is old, and could not be read anew. */
  readonly stale: boolean;
  /** Where the row under the cursor stands, from 0. */
  readonly place: number;
  readonly isMarked: boolean;
  /** What is said where there is no row. */
  readonly empty: EmptyText;
  /** How much of what there is it lists. */
  counted(): Completeness;
  /** The row under the cursor in a few pieces, the most important first; none where there is no row. */
  row(): readonly Line[];
  /** All that is known of it. */
  detail(): readonly Line[];
}

/** Names are said whole, and what is as long as a file is not. */
const MOST_OF_NAME = 200;
const MOST_OF_TEXT = 80;

/** What others wrote at length, of which the beginning is said. */
const AT_LENGTH: readonly string[] = ['REASON', 'FIRST PROMPT', 'VALUE'];

/**
 * Of tables whose columns are found in the data those that stay longest where there is little room are said, each with its
 * title but the name of a row.
 */
const DISCOVERED = 7;

/** The pieces of a row as they are said one after the other; `wanted` are the titles of their columns. */
export function saidPieces<Row>(
  wanted: readonly string[] | undefined,
  columns: readonly Column<Row>[],
  row: Row,
  theme: Theme,
): readonly Line[] {
  const chosen =
    wanted === undefined
      ? [...columns].sort((one, other) => one.rank - other.rank).slice(0, DISCOVERED)
      : wanted.flatMap((title) => columns.filter((column) => column.title === title));
  return chosen.flatMap((column) => {
    const { title } = column;
    const most = AT_LENGTH.includes(title) ? MOST_OF_TEXT : MOST_OF_NAME;
    const whole = column.said?.(row) ?? column.cell(row, most);
    const line = lineColumns(whole) > most ? cutWithMark(whole, most, theme) : whole;
    if (lineColumns(line) === 0) {
      return [];
    }
    return wanted === undefined && column.primary !== true
      ? [[...identifier(title, MOST_OF_NAME, { ascii: theme.ascii }), trusted(' '), ...line]]
      : [line];
  });
}
