import type { EventRow } from './events-store.ts';

type Ordered = Pick<EventRow, 'time' | 'id'>;

/** The order of the feed: newest first, equal times by id. */
export function newestFirst(left: Ordered, right: Ordered): number {
  return right.time - left.time || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);
}

/** How many rows come before a row, found by halving; that is its own place when it is among them. */
export function placeOf(rows: readonly Ordered[], row: Ordered): number {
  let low = 0;
  let high = rows.length;
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
export function changeSorted(
  rows: readonly EventRow[],
  removed: readonly EventRow[],
  added: readonly EventRow[],
): readonly EventRow[] {
  const gone = new Set<number>();
  for (const row of removed) {
    const place = placeOf(rows, row);
    if (rows[place] === row) {
      gone.add(place);
    }
  }
  if (gone.size === 0 && added.length === 0) {
    return rows;
  }
  const runs = new Runs(rows);
  const going = [...gone];
  let next = 0;
  for (const row of added) {
    const place = placeOf(rows, row);
    for (; next < going.length && (going[next] as number) < place; next++) {
      runs.leaveOut(going[next] as number);
    }
    runs.copyTo(place);
    runs.put(row);
  }
  for (; next < going.length; next++) {
    runs.leaveOut(going[next] as number);
  }
  return runs.end();
}

/** A list that is made of parts of another one and of rows between them. */
class Runs {
  readonly #from: readonly EventRow[];
  readonly #parts: (readonly EventRow[])[] = [];
  #short: EventRow[] = [];
  #copied = 0;

  constructor(from: readonly EventRow[]) {
    this.#from = from;
  }

  copyTo(end: number): void {
    if (end - this.#copied > SHORT_RUN) {
      this.#parts.push(this.#short, this.#from.slice(this.#copied, end));
      this.#short = [];
    } else {
      for (let place = this.#copied; place < end; place++) {
        this.#short.push(this.#from[place] as EventRow);
      }
    }
    this.#copied = end;
  }

  put(row: EventRow): void {
    this.#short.push(row);
  }

  leaveOut(place: number): void {
    this.copyTo(place);
    this.#copied = place + 1;
  }

  end(): EventRow[] {
    this.copyTo(this.#from.length);
    this.#parts.push(this.#short);
    return ([] as EventRow[]).concat(...this.#parts);
  }
}
