import type { Slices } from '../../lib/slices.ts';
import { BackgroundJob } from '../base/background-job.ts';
import type { FilterProgress } from '../base/filter-progress.ts';
import { ObservableTurns } from '../base/observable.ts';
import { RowList } from '../base/row-list.ts';
import type { HostByClient } from '../events/event-filter.ts';
import type { EventRow } from '../events/event-row.ts';
import { newestFirst } from '../events/sorted-events.ts';
import { partsOf } from './count-measures.ts';
import { Counts } from './counts.ts';
import { countedEvent, type EventCountField } from './event-count-fields.ts';

/** Rows that are counted before the time is asked for again, and so many at once. */
const STEP = 256;
const LEAST = 1024;

/** A list that differs in more rows than these is counted anew, in slices. */
const MOST_DIFFERENCES = 2048;

const EVENT_PARTS = partsOf('events');

/** What events are counted by. */
export interface EventCounting {
  /** The same text for as long as the same is counted. */
  readonly key: string;
  readonly fields: readonly EventCountField[];
  /** Whether an event is counted at all; undefined where each is. */
  readonly passes: ((row: EventRow, hosts: HostByClient) => boolean) | undefined;
}

/** Counts as far as they have come. */
export interface LiveCounts {
  readonly counts: Counts;
  /** Grows with each change of the counts. */
  readonly version: number;
  /** How far the events were gone through; undefined once all are counted. */
  readonly counting: FilterProgress | undefined;
}

interface Scan {
  readonly rows: RowList<EventRow>;
  readonly counts: Counts;
  next: number;
}

/**
 * Counts a list of events and keeps the counts up to date: the list is gone through once, in slices, and from then on what it
 * costs follows the rows that change. As a store it changes with every slice.
 */
export class LiveEventCounts extends ObservableTurns {
  readonly #job: BackgroundJob;
  #counting: EventCounting | undefined;
  #hosts: HostByClient = new Map();
  /** The list that was asked for last, and the one that the counts are of. */
  #wanted = new RowList<EventRow>();
  #counted = new RowList<EventRow>();
  #counts = new Counts(EVENT_PARTS);
  #version = 0;
  #scan: Scan | undefined;

  constructor(slices: Slices) {
    super();
    this.#job = new BackgroundJob(slices, (hasTime) => {
      if (this.#scan !== undefined) {
        this.#step(this.#scan, hasTime);
        this.notifyTurn();
      }
    });
  }

  /** The counts of a list, newest first, as far as they are known. */
  look(rows: RowList<EventRow>, counting: EventCounting, hosts: HostByClient): LiveCounts {
    const isSame = counting.key === this.#counting?.key && hosts === this.#hosts;
    this.#wanted = rows;
    if (!isSame) {
      this.#counting = counting;
      this.#hosts = hosts;
      this.#begin();
    } else if (this.#scan === undefined && rows !== this.#counted) {
      this.#catchUp();
    }
    const scan = this.#scan;
    return {
      counts: this.#counts,
      version: this.#version,
      counting: scan && { looked: scan.next, of: scan.rows.length },
    };
  }

  #begin(): void {
    const scan: Scan = { rows: this.#wanted, counts: new Counts(EVENT_PARTS), next: 0 };
    this.#scan = scan;
    this.#counts = scan.counts;
    this.#step(scan, () => scan.next < LEAST);
  }

  #step(scan: Scan, hasTime: () => boolean): void {
    const { rows, counts } = scan;
    do {
      const end = Math.min(rows.length, scan.next + STEP);
      for (const row of rows.slice(scan.next, end)) {
        this.#change(counts, row, true);
      }
      scan.next = end;
    } while (scan.next < rows.length && hasTime());
    this.#version++;
    if (scan.next < rows.length) {
      this.#job.wake();
      return;
    }
    this.#scan = undefined;
    this.#counted = rows;
    if (this.#wanted !== rows) {
      this.#catchUp();
    }
  }

  #catchUp(): void {
    const change = differencesOf(this.#counted, this.#wanted);
    if (change === undefined) {
      this.#begin();
      return;
    }
    change.removed.forEach((row) => this.#change(this.#counts, row, false));
    change.added.forEach((row) => this.#change(this.#counts, row, true));
    this.#counted = this.#wanted;
    this.#version++;
  }

  #change(counts: Counts, row: EventRow, isAdded: boolean): void {
    const { fields, passes } = this.#counting as EventCounting;
    if (passes === undefined || passes(row, this.#hosts)) {
      const counted = countedEvent(row, fields, this.#hosts);
      if (isAdded) {
        counts.add(counted);
      } else {
        counts.remove(counted);
      }
    }
  }
}

/** What is in one of two lists alone, both newest first; undefined where that is very much. */
function differencesOf(
  before: RowList<EventRow>,
  after: RowList<EventRow>,
): { readonly removed: readonly EventRow[]; readonly added: readonly EventRow[] } | undefined {
  const removed: EventRow[] = [];
  const added: EventRow[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    // Most of two lists is the same, and over all events this has to be quick.
    const same = before.sameFrom(left, after, right);
    left += same;
    right += same;
    const [old, fresh] = [before.at(left), after.at(right)];
    if (old !== undefined && (fresh === undefined || newestFirst(old, fresh) <= 0)) {
      removed.push(old);
      left++;
    }
    if (fresh !== undefined && (old === undefined || newestFirst(fresh, old) <= 0)) {
      added.push(fresh);
      right++;
    }
    if (removed.length + added.length > MOST_DIFFERENCES) {
      return undefined;
    }
  }
  return { removed, added };
}
