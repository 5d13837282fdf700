import type { JsonObject } from '../../contract/tolerant.ts';
import { isSameJson } from '../../lib/same-json.ts';
import type { Listing } from '../../stores/base/listing.ts';

/** A row with what the server sent of it. */
export interface Sent {
  readonly raw: JsonObject;
}

/** What is held of a row where that says the same as what was read of it: what was made of it need not be made again. */
export function reconcileRow<Row extends Sent>(held: Row | undefined, read: Row): Row {
  return held !== undefined && isSameRow(held, read) ? held : read;
}

/** The list that is held where it says the same as the one that was read. */
export function reconcileListing<List extends Listing<Sent>>(held: List | undefined, read: List): List {
  return held !== undefined && isSameListing(held, read) ? held : read;
}

/** Whether two lists hold the same rows in the same order. */
export function isSameListing(left: Listing<Sent>, right: Listing<Sent>): boolean {
  return (
    left === right ||
    (left.rows.length === right.rows.length &&
      left.total === right.total &&
      left.reading === right.reading &&
      left.doubt === right.doubt &&
      left.rows.every((row, index) => isSameRow(row, right.rows[index])) &&
      isSameJson(left.damaged, right.damaged))
  );
}

function isSameRow(left: Sent, right: Sent | undefined): boolean {
  return left === right || (right !== undefined && isSameJson(left.raw, right.raw));
}
