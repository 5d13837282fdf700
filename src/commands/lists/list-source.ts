import type { Marks } from '../../stores/base/mark-set.ts';
import type { VisibleRows } from '../../stores/base/visible-rows.ts';
import type { Stores } from '../../stores/stores.ts';
import { activeList } from '../base/active-list.ts';
import type { CommandContext } from '../base/command.ts';
import type { PaneRecords } from '../export/record-document.ts';
import type { Pivot } from '../related/pivots.ts';

/** How rows are marked. */
export interface Marking {
  /** What one that is marked is called. */
  readonly noun: string;
  /** All that pass the filters. */
  all(context: CommandContext): Pick<VisibleRows, 'length' | 'idAt'>;
  /** Prepares for marking all of these, so that the function returned can speak of the marks, and how many more they are. */
  expect?(stores: Stores, marks: Marks): (made: Marks, more: number) => void;
}

/** Rows that move on by themselves: whoever moves the cursor, or opens something over them, stops them. */
export interface LiveRows {
  isFollowing(stores: Stores): boolean;
  /** Whether its first row is the newest of all, and going there lets them go on. */
  isAtEdge(stores: Stores): boolean;
  freeze(stores: Stores): void;
  resume(stores: Stores): void;
  /** What came in since they stand still and is not shown, and which of it a query lets through. */
  arrived(stores: Stores, text: string): { readonly length: number; matches(index: number): boolean };
}

/** What can be done with a list. One for each list (`list-sources.ts`); what it holds is its `ListModel`. */
export interface ListSource {
  /** The name of its tab. */
  readonly title: string;
  /** What several of its rows are called. */
  readonly rows: string;
  /** Undefined where rows are nothing that something can be done with. */
  readonly marking: Marking | undefined;
  /** Undefined where rows stand still. */
  readonly live: LiveRows | undefined;
  /** What can be copied and exported: fields, values and whether they may hold secrets included. */
  records(context: CommandContext): PaneRecords;
  /** The ways on from what is under the cursor. */
  pivots(context: CommandContext): readonly Pivot[];
}

/** Marks on the rows as they are listed. */
export const ROW_MARKING: Marking = {
  noun: 'row',
  all: ({ stores, clock }) => activeList(stores, clock),
};
