import type { Slices } from '../../lib/slices.ts';
import type { EventRow } from './event-row.ts';
import { changeBetween, changeSorted, newestFirst, placeOf, type SortedChange } from './sorted-events.ts';
import { BackgroundJob } from '../base/background-job.ts';
import { RowList, RowListBuilder } from '../base/row-list.ts';

/** Shares the rows of a sorted list out among parts. */
export interface PartRule {
  readonly parts: number;
  /** The part of a row, counted from 0, by itself and the row that stands before it; undefined for none of them. */
  partOf(row: EventRow, before: EventRow | undefined): number | undefined;
}

/** A list of the rows of each part. */
type Parts = readonly RowList<EventRow>[];

/** Rows that are looked at before the time is asked for again. */
const STEP = 256;

/**
 * So many are looked at at once when the list is another one, so that the beginning of it is never waited for. A frame asks
 * for several lists: the rest is left to slices.
 */
const LEAST = 2048;

/** A list that differs in more rows than these is looked through anew, in slices. */
const MOST_DIFFERENCES = 512;

/**
 * Parts of a list of events, each in the order of the list. Of a list that changed only the rows that did, and those
 * behind them, are assigned again; of another list all are, newest first and in slices, and the parts grow meanwhile.
 */
export class PartitionedEvents {
  readonly #rule: PartRule;
  readonly #job: BackgroundJob;
  #rows = new RowList<EventRow>();
  /** So many of the rows, from the newest on, were shared out. */
  #looked = 0;
  #parts: Parts;
  /** The parts while slices add to them. */
  #growing: readonly RowListBuilder<EventRow>[] | undefined;

  /** `onProgress` is called when a slice has added to the parts. */
  constructor(rule: PartRule, slices: Slices, onProgress: () => void) {
    this.#rule = rule;
    this.#job = new BackgroundJob(slices, (hasTime) => {
      if (this.#looked < this.#rows.length) {
        this.#step(hasTime);
        this.#wakeIfGrowing();
        onProgress();
      }
    });
    this.#parts = this.#empty();
  }

  /** The parts of a list, newest first, as far as they are known: the same ones as before when nothing changed. */
  look(rows: RowList<EventRow>): Parts {
    if (rows !== this.#rows) {
      this.#given();
      this.#growing = undefined;
      const isAnew = !this.#change(rows);
      this.#rows = rows;
      if (isAnew) {
        this.#looked = 0;
        this.#parts = this.#empty();
      }
      if (this.#looked < Math.min(LEAST, rows.length)) {
        this.#step(() => this.#looked < LEAST);
      }
      this.#wakeIfGrowing();
    }
    return this.#given();
  }

  #given(): Parts {
    const grown = this.#growing?.map((part) => part.list());
    if (grown?.some((part, index) => part !== this.#parts[index]) === true) {
      this.#parts = grown;
    }
    return this.#parts;
  }

  /** How many rows of the list that was looked at last were shared out, from the newest on. */
  get looked(): number {
    return this.#looked;
  }

  #empty(): Parts {
    return Array.from({ length: this.#rule.parts }, () => new RowList<EventRow>());
  }

  /** Takes in what is different in another list; false when that is nearly everything. */
  #change(rows: RowList<EventRow>): boolean {
    const last = this.#looked === 0 ? undefined : this.#rows.at(this.#looked - 1);
    const end = last === undefined ? 0 : endOf(rows, last);
    const change = changeBetween(this.#rows, rows);
    const differences =
      change === undefined
        ? differencesOf(this.#rows, this.#looked, rows, end)
        : differencesBy(change, this.#rows, this.#looked, rows, end);
    if (differences === undefined) {
      return false;
    }
    this.#looked = end;
    const { removed, reassigned } = differences;
    if (removed.length > 0 || reassigned.length > 0) {
      const again = reassigned.map((place) => rows.at(place) as EventRow);
      const partOf = new Map(
        again.map((row, index) => [
          row,
          this.#rule.partOf(row, rowBefore(rows, reassigned[index] as number)),
        ]),
      );
      const gone = [...removed, ...again].sort(newestFirst);
      this.#parts = this.#parts.map((part, index) =>
        changeSorted(
          part,
          gone,
          again.filter((row) => partOf.get(row) === index),
        ),
      );
    }
    return true;
  }

  #step(hasTime: () => boolean): void {
    const grown = (this.#growing ??= this.#parts.map((part) => new RowListBuilder(part)));
    let before = rowBefore(this.#rows, this.#looked);
    do {
      const end = Math.min(this.#rows.length, this.#looked + STEP);
      for (const row of this.#rows.slice(this.#looked, end)) {
        const part = this.#rule.partOf(row, before);
        if (part !== undefined) {
          grown[part]?.push(row);
        }
        before = row;
      }
      this.#looked = end;
    } while (this.#looked < this.#rows.length && hasTime());
  }

  #wakeIfGrowing(): void {
    if (this.#looked < this.#rows.length) {
      this.#job.wake();
    }
  }
}

/** How many rows come up to a row and with it. */
function endOf(rows: RowList<EventRow>, row: EventRow): number {
  const place = placeOf(rows, row);
  return rows.at(place) === row ? place + 1 : place;
}

function rowBefore(rows: RowList<EventRow>, place: number): EventRow | undefined {
  return place === 0 ? undefined : rows.at(place - 1);
}

interface Differences {
  readonly removed: readonly EventRow[];
  readonly reassigned: readonly number[];
}

/** What `differencesOf` gives for a list that was made of the other one by a change that is known. */
function differencesBy(
  change: SortedChange,
  before: RowList<EventRow>,
  beforeEnd: number,
  after: RowList<EventRow>,
  afterEnd: number,
): Differences | undefined {
  const { removed, added } = change;
  if (removed.length + 2 * added.length > MOST_DIFFERENCES) {
    return undefined;
  }
  const reassigned = new Set<number>();
  for (const row of added) {
    const place = placeOf(after, row);
    reassigned.add(place).add(place + 1);
  }
  for (const row of removed) {
    reassigned.add(placeOf(after, row));
  }
  return {
    removed: removed.flatMap((row) => {
      const place = placeOf(before, row);
      return place < beforeEnd ? [before.at(place) as EventRow] : [];
    }),
    reassigned: [...reassigned].filter((place) => place < afterEnd).sort((left, right) => left - right),
  };
}

/**
 * What the beginnings of two lists differ in: the rows that are in the first one alone, and the places in the second one
 * of those that it has more, and of those that another row stands before now. Undefined when these are very many.
 */
function differencesOf(
  before: RowList<EventRow>,
  beforeEnd: number,
  after: RowList<EventRow>,
  afterEnd: number,
): Differences | undefined {
  const removed: EventRow[] = [];
  const reassigned: number[] = [];
  const assign = (place: number) => {
    if (place < afterEnd && reassigned.at(-1) !== place) {
      reassigned.push(place);
    }
  };
  let left = 0;
  let right = 0;
  while (left < beforeEnd || right < afterEnd) {
    // Most of two lists is the same, and over all events this has to be quick.
    const same = Math.min(before.sameFrom(left, after, right), beforeEnd - left, afterEnd - right);
    left += same;
    right += same;
    if (left === beforeEnd && right === afterEnd) {
      break;
    }
    const old = left < beforeEnd ? before.at(left) : undefined;
    const fresh = right < afterEnd ? after.at(right) : undefined;
    if (fresh === undefined || (old !== undefined && newestFirst(old, fresh) <= 0)) {
      removed.push(old as EventRow);
      assign(right);
      left++;
    } else {
      assign(right);
      assign(right + 1);
      right++;
    }
    if (removed.length + reassigned.length > MOST_DIFFERENCES) {
      return undefined;
    }
  }
  return { removed, reassigned };
}
