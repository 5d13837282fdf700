import type { Slices } from '../../lib/slices.ts';
import { BackgroundJob } from './background-job.ts';
import type { FilterProgress } from './filter-progress.ts';
import { ObservableTurns } from './observable.ts';

/** Rows that are looked at before the time is asked for again. */
const STEP = 256;

/** So many are looked at before a filter is first shown. */
const LEAST = 1024;

interface Scan<Row> {
  readonly rows: readonly Row[];
  readonly passes: (row: Row) => boolean;
  /** What passes is shown as it is found; otherwise what was shown before stays until the end. */
  readonly isShown: boolean;
  readonly found: Row[];
  next: number;
}

/**
 * The rows of a list that pass a filter, found in slices when there are many. After a change of the filter they are shown
 * as they are found; after a change of the list what was shown before stays until all were looked at. As a store it
 * changes with every slice.
 */
export class SlicedFilter<Row> extends ObservableTurns {
  readonly #slices: Slices;
  readonly #job: BackgroundJob;
  readonly #stepRows: number;
  readonly #least: number;
  #filter: readonly unknown[] = [];
  #inputs: readonly unknown[] = [];
  #shown: readonly Row[] = [];
  #complete: readonly Row[] = [];
  #scan: Scan<Row> | undefined;

  /** Rows that take long to look at are looked at in smaller steps. */
  constructor(slices: Slices, { step = STEP, least = LEAST } = {}) {
    super();
    this.#slices = slices;
    this.#job = new BackgroundJob(slices, (hasTime) => this.#turn(hasTime));
    this.#stepRows = step;
    this.#least = least;
  }

  /** How far the filter has come while it is not done; undefined when all that passes is known. */
  get filtering(): FilterProgress | undefined {
    const scan = this.#scan;
    return scan?.isShown === true ? { looked: scan.next, of: scan.rows.length } : undefined;
  }

  /** What passed the last time that all rows were looked at. */
  get complete(): readonly Row[] {
    return this.#complete;
  }

  /**
   * What passes, as far as it is known, in the order of the rows. `filter` is what the filter was made of, `inputs` what
   * else the answer depends on; `createTest` is asked for a test when any of these or the rows changed, and gives
   * undefined when everything passes.
   */
  look(
    rows: readonly Row[],
    filter: readonly unknown[],
    inputs: readonly unknown[],
    createTest: () => ((row: Row) => boolean) | undefined,
  ): readonly Row[] {
    const isSameFilter = isSameList(filter, this.#filter);
    const all = [rows, ...inputs];
    if (!isSameFilter || !isSameList(all, this.#inputs)) {
      this.#filter = filter;
      this.#inputs = all;
      const passes = createTest();
      if (passes === undefined) {
        this.#scan = undefined;
        this.#shown = rows;
        this.#complete = rows;
      } else {
        const isShown = !isSameFilter || this.#scan?.isShown === true;
        const scan: Scan<Row> = { rows, passes, isShown, found: [], next: 0 };
        this.#scan = scan;
        const hasTime = this.#slices.begin();
        this.#step(scan, () => scan.next < this.#least || hasTime());
      }
    }
    return this.#shown;
  }

  #step(scan: Scan<Row>, hasTime: () => boolean): void {
    const { rows, passes, found } = scan;
    do {
      const end = Math.min(rows.length, scan.next + this.#stepRows);
      for (; scan.next < end; scan.next++) {
        const row = rows[scan.next] as Row;
        if (passes(row)) {
          found.push(row);
        }
      }
    } while (scan.next < rows.length && hasTime());
    if (scan.next === rows.length) {
      this.#scan = undefined;
      this.#shown = found;
      this.#complete = found;
    } else {
      this.#shown = scan.isShown ? [...found] : this.#shown;
      this.#job.wake();
    }
  }

  #turn(hasTime: () => boolean): void {
    const scan = this.#scan;
    if (scan !== undefined) {
      this.#step(scan, hasTime);
      if (scan.isShown || this.#scan === undefined) {
        this.notifyTurn();
      }
    }
  }
}

function isSameList(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
