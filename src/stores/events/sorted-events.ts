import type { RowList, Rows } from '../base/row-list.ts';
import type { EventRow } from './event-row.ts';

type Ordered = Pick<EventRow, 'time' | 'fraction' | 'id'>;

/** The order of the feed: newest first, as finely as times were sent, equal ones by id. */
export function newestFirst(left: Ordered, right: Ordered): number {
  return (
    right.time - left.time ||
    (right.fraction ?? 0) - (left.fraction ?? 0) ||
    (left.id < right.id ? 1 : left.id > right.id ? -1 : 0)
  );
}

/**
 * How many rows come before a row, found by halving; that is its own place when it is among them. It must not be before
 * `from`, near which it is looked for first, since neighbours are often asked for one after the other.
 */
export function placeOf(rows: Rows<Ordered>, row: Ordered, from = 0): number {
  let low = from;
  if (low < rows.length && newestFirst(rows.at(low) as Ordered, row) >= 0) {
    return low;
  }
  let high = low + 1;
  for (let step = 1; high < rows.length && newestFirst(rows.at(high) as Ordered, row) < 0; step *= 2) {
    low = high;
    high += step;
  }
  high = Math.min(high, rows.length);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (newestFirst(rows.at(middle) as Ordered, row) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** How many rows are at or after a time. */
export function countSince(rows: Rows<Ordered>, time: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows.at(middle) as Ordered).time >= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * Rows without some of them and with others, in order; the same list when that makes no difference. All three are newest
 * first; what is to be removed and is not there is passed over. The cost is that of the rows named, by the logarithm of
 * all.
 */
export function changeSorted<Row extends Ordered>(
  rows: RowList<Row>,
  removed: Iterable<Ordered>,
  added: readonly Row[],
): RowList<Row> {
  const gone: number[] = [];
  let place = 0;
  for (const row of removed) {
    place = placeOf(rows, row, place);
    if (rows.at(place) === row) {
      gone.push(place);
    }
  }
  if (gone.length === 0 && added.length === 0) {
    return rows;
  }
  const places: number[] = [];
  place = 0;
  for (const row of added) {
    place = placeOf(rows, row, place);
    places.push(place);
  }
  const changed = rows.changed(gone, places, added);
  changes.set(changed, { from: versionOf(rows), removed: gone.map((at) => rows.at(at) as Ordered), added });
  return changed;
}

/** How a list came about from another one. Both are newest first. */
export interface SortedChange {
  readonly removed: readonly Ordered[];
  readonly added: readonly Ordered[];
}

/** Lists are known by these, so that none is kept for the sake of those that were made of it. */
const versions = new WeakMap<Rows<Ordered>, object>();
const changes = new WeakMap<Rows<Ordered>, SortedChange & { readonly from: object }>();

function versionOf(rows: Rows<Ordered>): object {
  let version = versions.get(rows);
  if (version === undefined) {
    version = {};
    versions.set(rows, version);
  }
  return version;
}

/** What `changeSorted` did to one list to make another one of it; undefined when it did not do so in one step. */
export function changeBetween(before: Rows<Ordered>, after: Rows<Ordered>): SortedChange | undefined {
  const change = changes.get(after);
  return change !== undefined && change.from === versions.get(before) ? change : undefined;
}

/** The last so many of two sorted lists together, newest first. */
export function lastOf<Row extends Ordered>(
  rows: readonly Row[],
  others: readonly Row[],
  count: number,
): readonly Row[] {
  const last: Row[] = [];
  for (
    let row = rows.length - 1, other = others.length - 1;
    last.length < count && (row >= 0 || other >= 0);
  ) {
    const isOther = row < 0 || (other >= 0 && newestFirst(rows[row] as Row, others[other] as Row) < 0);
    last.push((isOther ? others[other--] : rows[row--]) as Row);
  }
  return last.reverse();
}
