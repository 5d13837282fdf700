import type { Marks } from './mark-set.ts';

/** By which column a list is sorted. */
export interface Sorting {
  /** The title of the column. */
  readonly column: string;
  readonly descending: boolean;
}

/** What every list has. */
export interface ListView {
  /** The row that is selected; undefined stands for the first. */
  readonly cursor: string | undefined;
  readonly text: string;
  readonly detail: boolean;
  /** The ids of the rows that are marked, those that are filtered out at the moment included. */
  readonly marks: Marks;
  /** Undefined for the order in which the list comes. */
  readonly sort: Sorting | undefined;
  /** So many columns of the list are left out at its left side. */
  readonly sideways: number;
  /** Long lines of the detail are wrapped, not cut. */
  readonly wrap: boolean;
  /** The columns that are shown, in order: by their titles, or by the path of a field of the data. Undefined for the usual ones. */
  readonly columns: readonly string[] | undefined;
}

/** A list that nobody has done anything with. */
export const OPEN_LIST: ListView = {
  cursor: undefined,
  text: '',
  detail: false,
  marks: new Set(),
  sort: undefined,
  sideways: 0,
  wrap: true,
  columns: undefined,
};
