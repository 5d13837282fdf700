import { largest } from '../../lib/long-lists.ts';
import type { Faults } from '../../stores/connection/faults.ts';

/** The largest measure of some rows. One that cannot be measured counts for nothing: its place says that it cannot be shown. */
export function largestOf<Row>(
  faults: Faults,
  rows: readonly Row[],
  measure: (row: Row) => number,
  least = 0,
): number {
  return largest(
    rows.map((row) =>
      faults.guard(
        'sizing columns',
        () => measure(row),
        () => least,
      ),
    ),
    least,
  );
}
