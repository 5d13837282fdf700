import { mergeSort } from '../../lib/merge-sort.ts';
import type { SlicedResult } from '../base/background-result.ts';
import { mostFrequentFirst } from './count-record.ts';
import type { CountGroup, Counts } from './counts.ts';

/** A group as it was when it was put in its place. */
export interface CountRow extends CountGroup {
  /** All rows that were counted then, and those of the largest group. */
  readonly whole: { readonly rows: number; readonly most: number };
}

/** The rows of some counts; the number is that of the change they are as of. */
export type CountedRows = SlicedResult<readonly [counts: Counts, version: number], readonly CountRow[]>;

/** Groups between two pauses. */
const STEP = 128;

/** The groups as rows, as of a change of the counts, the most frequent first; made in small pieces. */
export function* orderCounts(counts: Counts, _version: number): Generator<void, readonly CountRow[]> {
  const rows: CountRow[] = [];
  const whole = { rows: counts.rows, most: 0 };
  for (const group of counts.groups) {
    const { id, values, count, parts, machines, first, last } = group;
    rows.push({
      ...{ id, values, count, parts: { ...parts }, machines, first, last, whole },
      countWithin: (from, to) => group.countWithin(from, to),
    });
    whole.most = Math.max(whole.most, count);
    if (rows.length % STEP === 0) {
      yield;
    }
  }
  return yield* mergeSort(rows, mostFrequentFirst);
}
