import type { EventRow } from './event-row.ts';

type Ordered = Pick<EventRow, 'time' | 'id'>;

/** The order of the feed: newest first, equal times by id. */
export function newestFirst(left: Ordered, right: Ordered): number {
  return right.time - left.time || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);
}

/**
 * How many rows come before a row, found by halving; that is its own place when it is among them. It must not be before
 * `from`, which is looked at first, since neighbours are often asked for one after the other.
 */
export function placeOf(rows: readonly Ordered[], row: Ordered, from = 0): number {
  let low = from;
  let high = rows.length;
  if (low < high && newestFirst(rows[low] as Ordered, row) >= 0) {
    return low;
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if (newestFirst(rows[middle] as Ordered, row) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** How many rows are at or after a time. */
export function countSince(rows: readonly Ordered[], time: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as Ordered).time >= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Fewer rows than this in a run are copied one by one. */
const SHORT_RUN = 48;

/**
 * Rows without some of them and with others, in order; the same list when that makes no difference. All three are newest
 * first; what is to be removed and is not there is passed over. The cost is that of the rows named, by the logarithm of
 * all, and of copying the list, which is that of memory.
 */
export function changeSorted<Row extends Ordered>(
  rows: readonly Row[],
  removed: readonly Ordered[],
  added: readonly Row[],
): readonly Row[] {
  const gone: number[] = [];
  let place = 0;
  for (const row of removed) {
    place = placeOf(rows, row, place);
    if (rows[place] === row) {
      gone.push(place);
    }
  }
  if (gone.length === 0 && added.length === 0) {
    return rows;
  }
  const runs = new Runs(rows);
  let next = 0;
  place = 0;
  for (const row of added) {
    place = placeOf(rows, row, place);
    for (; next < gone.length && (gone[next] as number) < place; next++) {
      runs.leaveOut(gone[next] as number);
    }
    runs.copyTo(place);
    runs.put(row);
  }
  for (; next < gone.length; next++) {
    runs.leaveOut(gone[next] as number);
  }
  return runs.end();
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

/** A list that is made of parts of another one and of rows between them. */
class Runs<Row> {
  readonly #from: readonly Row[];
  readonly #parts: (readonly Row[])[] = [];
  #short: Row[] = [];
  #copied = 0;

  constructor(from: readonly Row[]) {
    this.#from = from;
  }

  copyTo(end: number): void {
    if (end - this.#copied > SHORT_RUN) {
      this.#parts.push(this.#short, this.#from.slice(this.#copied, end));
      this.#short = [];
    } else {
      for (let place = this.#copied; place < end; place++) {
        this.#short.push(this.#from[place] as Row);
      }
    }
    this.#copied = end;
  }

  put(row: Row): void {
    this.#short.push(row);
  }

  leaveOut(place: number): void {
    this.copyTo(place);
    this.#copied = place + 1;
  }

  end(): Row[] {
    this.copyTo(this.#from.length);
    this.#parts.push(this.#short);
    return ([] as Row[]).concat(...this.#parts);
  }
}
