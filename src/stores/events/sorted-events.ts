import type { EventRow } from './event-row.ts';

type Ordered = Pick<EventRow, 'time' | 'id'>;

/** The order of the feed: newest first, equal times by id. */
export function newestFirst(left: Ordered, right: Ordered): number {
  return right.time - left.time || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);
}

/**
 * How many rows come before a row, found by halving; that is its own place when it is among them. It must not be before
 * `from`, near which it is looked for first, since neighbours are often asked for one after the other.
 */
export function placeOf(rows: readonly Ordered[], row: Ordered, from = 0): number {
  let low = from;
  if (low < rows.length && newestFirst(rows[low] as Ordered, row) >= 0) {
    return low;
  }
  let high = low + 1;
  for (let step = 1; high < rows.length && newestFirst(rows[high] as Ordered, row) < 0; step *= 2) {
    low = high;
    high += step;
  }
  high = Math.min(high, rows.length);
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
  const places: number[] = [];
  place = 0;
  for (const row of added) {
    place = placeOf(rows, row, place);
    places.push(place);
  }
  const first = Math.min(gone[0] ?? rows.length, places[0] ?? rows.length);
  const end = Math.max((gone.at(-1) ?? -1) + 1, places.at(-1) ?? 0);
  const runs = new Runs(rows, first);
  let next = 0;
  added.forEach((row, index) => {
    const before = places[index] as number;
    for (; next < gone.length && (gone[next] as number) < before; next++) {
      runs.leaveOut(gone[next] as number);
    }
    runs.copyTo(before);
    runs.put(row);
  });
  for (; next < gone.length; next++) {
    runs.leaveOut(gone[next] as number);
  }
  const changed =
    end - first < NARROW
      ? rows.toSpliced(first, end - first, ...runs.end(end))
      : rows.slice(0, first).concat(runs.end(rows.length));
  changes.set(changed, { from: versionOf(rows), removed: gone.map((at) => rows[at] as Ordered), added });
  return changed;
}

/** A change of fewer rows than these is put into one copy of the list; copying is most of the cost over all events. */
const NARROW = 4096;

/** How a list came about from another one. Both are newest first. */
export interface SortedChange {
  readonly removed: readonly Ordered[];
  readonly added: readonly Ordered[];
}

/** Lists are known by these, so that none is kept for the sake of those that were made of it. */
const versions = new WeakMap<readonly Ordered[], object>();
const changes = new WeakMap<readonly Ordered[], SortedChange & { readonly from: object }>();

function versionOf(rows: readonly Ordered[]): object {
  let version = versions.get(rows);
  if (version === undefined) {
    version = {};
    versions.set(rows, version);
  }
  return version;
}

/** What `changeSorted` did to one list to make another one of it; undefined when it did not do so in one step. */
export function changeBetween(
  before: readonly Ordered[],
  after: readonly Ordered[],
): SortedChange | undefined {
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

/** A list that is made of parts of another one, from a place on, and of rows between them. */
class Runs<Row> {
  readonly #from: readonly Row[];
  readonly #parts: (readonly Row[])[] = [];
  #short: Row[] = [];
  #copied: number;

  constructor(from: readonly Row[], start: number) {
    this.#from = from;
    this.#copied = start;
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

  end(end: number): Row[] {
    this.copyTo(end);
    this.#parts.push(this.#short);
    return ([] as Row[]).concat(...this.#parts);
  }
}
