import type { Completeness } from '../base/completeness.ts';
import type { FeedName } from '../base/feed-name.ts';
import type { FieldRules } from '../base/field-rules.ts';
import type { ListView, Sorting } from '../base/list-view.ts';
import type { Marks } from '../base/mark-set.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { visibleRows, type VisibleRows } from '../base/visible-rows.ts';
import type { ListQuery, QueryField } from './query-fields.ts';
import type { QueryClock } from './query-time.ts';
import { testOfRecords } from './row-query.ts';

/** Rows of which only those on the screen are asked for. */
export interface RowWindow<Row> {
  readonly length: number;
  slice(start: number, end: number): readonly Row[];
}

/** The rows that a list shows, in order. */
export interface Listed<Row> {
  readonly rows: RowWindow<Row>;
  readonly visible: VisibleRows;
  /** What a query can ask of a row, by its place: the row as the server sent it. */
  recordAt(index: number): unknown;
  /** A test of which rows, by their places, a query lets through. */
  matching(text: string, clock: QueryClock): (index: number) => boolean;
}

/** Fields of which the console finds the values by itself, since they stand in other records. */
export interface FoundValues<Slice> {
  /** The values that a record has in such a field; undefined for every other field. */
  textsOf(slice: Slice, field: QueryField, record: unknown): readonly string[] | undefined;
  /** Values that records may have in it; none for every other field. */
  known(slice: Slice, field: QueryField): readonly string[];
}

/** A list of one kind of rows: what is known of it, and where somebody is in it. One for each list (`view/lists.ts`). */
export interface ListModel<View extends ListView, Row, Slice> {
  /** Its view while nobody has done anything with it: everything is shown. */
  readonly open: View;
  readonly fields: FieldRules<View>;
  readonly query: ListQuery;
  readonly found?: FoundValues<Slice>;
  /** The resources that it is about; the rows are those of the first. */
  readonly feeds: readonly [FeedName, ...FeedName[]];
  listed(slice: Slice, now: number): Listed<Row>;
  /** Whether rows may be missing or figures change, since a filter is not done. */
  isFiltering(slice: Slice): boolean;
  /** How much of what there is was read. */
  counted(slice: Slice): Completeness;
  /** How many of the marked rows there still are, whether the filters show them or not. */
  marked(slice: Slice, marks: Marks): number;
  /** Records as the server sent them, the first so many of those that are known. */
  known(slice: Slice, most: number): readonly unknown[];
  /** The fields whose values are offered of a row: those that people look for. */
  offered(record: unknown): readonly QueryField[];
  /** The column that it is sorted by; undefined for its usual order. */
  sorting(slice: Slice): Sorting | undefined;
}

/** Rows that are looked at one by one, with what a query can ask of each. */
export function listRows<Row extends { readonly id: string }>(
  rows: readonly Row[],
  query: ListQuery,
  recordOf: (row: Row) => unknown,
): Listed<Row> {
  const recordAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? undefined : recordOf(row);
  };
  return {
    rows,
    visible: visibleRows(rows),
    recordAt,
    matching(text, clock) {
      const test = testOfRecords(text, query, clock);
      return (index) => test?.(recordAt(index)) ?? true;
    },
  };
}

/** Counts the marked ones among some rows, anew only where either are others. */
export const createMarkCounter = () =>
  memoizeLast((marks: Marks, rows: readonly { readonly id: string }[]): number =>
    rows.reduce((count, { id }) => count + (marks.has(id) ? 1 : 0), 0),
  );

/** The first so many of some rows as the server sent them. */
export function rawOf(
  rows: readonly { readonly raw: unknown }[] | undefined,
  most: number,
): readonly unknown[] {
  return (rows ?? []).slice(0, most).map(({ raw }) => raw);
}

/** The fields of a list whose values are texts. */
export function textFields({ fields }: ListQuery): readonly QueryField[] {
  return fields.filter(({ kind }) => kind === 'text' || kind === 'any');
}
