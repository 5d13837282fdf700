import type { DamagedRow } from '../../contract/pagination.ts';

/**
 * Why it cannot be verified that a list is whole, although it was read to its end:
 * - `not-counted`: the server does not say how many rows there are.
 * - `denies-rows`: it gives more rows than it counts.
 * - `exceeds-rows`: it counts more rows than it gives, of a list that stood still.
 * - `more-after-end`: rows followed where it said that none do.
 * - `repeats-rows`: it gives the same rows again where it said that others follow.
 * - `moved`: the list changed each time it was read, so that rows may have slipped past.
 * - `fewer`: it counted far fewer rows, or none, after it had given more.
 */
export type ListDoubt =
  'not-counted' | 'denies-rows' | 'exceeds-rows' | 'more-after-end' | 'repeats-rows' | 'moved' | 'fewer';

/** A list that was read whole or in part. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  /** Rows that the server has in all; undefined when it does not say, or is not trusted. */
  readonly total: number | undefined;
  readonly damaged: readonly DamagedRow[];
  /** Undefined where nothing speaks against what the server counts. */
  readonly doubt?: ListDoubt | undefined;
  /** How far reading it for the first time has come; undefined once it was read to its end. */
  readonly reading?: { readonly read: number; readonly of: number | undefined };
}
