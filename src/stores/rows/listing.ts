import type { DamagedRow } from '../../contract/pagination.ts';

/** A list that was read whole or in part. */
export interface Listing<Row> {
  readonly rows: readonly Row[];
  /** Rows that the server has in all; undefined when it does not say. */
  readonly total: number | undefined;
  readonly damaged: readonly DamagedRow[];
  /** How far reading it for the first time has come; undefined once it was read to its end. */
  readonly reading?: { readonly read: number; readonly of: number | undefined };
}
