import { mergeSort } from '../../lib/merge-sort.ts';
import type { SlicedResult } from '../base/background-result.ts';
import type { Sorting } from '../base/list-view.ts';
import type { CountedListId } from './count-measures.ts';
import { compareCounts } from './count-order.ts';
import type { CountGroup, Counts } from './counts.ts';

/** A group as it was when it was put in its place. */
export interface CountRow extends CountGroup {
  /** All rows that were counted then, and those of the largest group. */
  readonly whole: { readonly rows: number; readonly most: number };
}

/** Groups in order, and the question that they answer. */
export interface OrderedCounts {
  readonly question: string;
  readonly rows: readonly CountRow[];
}

/** The rows of some counts; the number is that of the change they are as of. */
export type CountedRows = SlicedResult<
  readonly [
    question: string,
    counts: Counts,
    version: number,
    list: CountedListId,
    sort: Sorting | undefined,
  ],
  OrderedCounts
>;

/** Groups between two pauses. */
const STEP = 128;

/** The groups as rows, as of a change of the counts; made in small pieces. */
export function* orderCounts(
  question: string,
  counts: Counts,
  _version: number,
  list: CountedListId,
  sort: Sorting | undefined,
): Generator<void, OrderedCounts> {
  const rows: CountRow[] = [];
  const whole = { rows: counts.rows, most: 0 };
  for (const group of counts.groups) {
    const { id, values, count, parts, amounts, machines, first, last } = group;
    rows.push({
      ...{ id, values, count, parts: new Map(parts), amounts, machines, first, last, whole },
      countWithin: (from, to) => group.countWithin(from, to),
    });
    whole.most = Math.max(whole.most, count);
    if (rows.length % STEP === 0) {
      yield;
    }
  }
  return { question, rows: yield* mergeSort(rows, compareCounts(list, sort)) };
}
