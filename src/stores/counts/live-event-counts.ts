import type { Slices } from '../../lib/slices.ts';
import { BackgroundJob } from '../base/background-job.ts';
import type { FilterProgress } from '../base/filter-progress.ts';
import { ObservableTurns } from '../base/observable.ts';
import { RowList } from '../base/row-list.ts';
import type { HostByClient } from '../events/event-filter.ts';
import type { EventRow } from '../events/event-row.ts';
import { differencesOf } from '../events/event-differences.ts';
import { partsOf } from './count-measures.ts';
import { Counts } from './counts.ts';
import { countedEvent, type EventCountField } from './event-count-fields.ts';

/** Rows that are counted before the time is asked for again, and so many at once. */
const STEP = 256;
const LEAST = 1024;

/** So many rows that came or went are counted at once; of more, the rest in slices. */
const AT_ONCE = 2048;

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

/** Rows that came or went since the counts were complete, which are counted while those stay. */
interface Update {
  readonly rows: RowList<EventRow>;
  readonly removed: readonly EventRow[];
  readonly added: readonly EventRow[];
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
  #update: Update | undefined;

  constructor(slices: Slices) {
    super();
    this.#job = new BackgroundJob(slices, (hasTime) => {
      if (this.#scan !== undefined) {
        this.#step(this.#scan, hasTime);
        this.notifyTurn();
      } else if (this.#update !== undefined) {
        this.#stepUpdate(this.#update, hasTime);
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
    } else if (this.#scan === undefined && this.#update === undefined && rows !== this.#counted) {
      this.#catchUp();
    }
    return { counts: this.#counts, version: this.#version, counting: this.#progress() };
  }

  #progress(): FilterProgress | undefined {
    const [scan, update] = [this.#scan, this.#update];
    if (scan !== undefined) {
      return { looked: scan.next, of: scan.rows.length };
    }
    return (
      update && {
        looked: Math.max(0, update.rows.length - (update.removed.length + update.added.length - update.next)),
        of: update.rows.length,
      }
    );
  }

  #begin(): void {
    this.#update = undefined;
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
    const update: Update = { ...change, rows: this.#wanted, next: 0 };
    this.#update = update;
    this.#stepUpdate(update, () => update.next < AT_ONCE);
  }

  #stepUpdate(update: Update, hasTime: () => boolean): void {
    const { rows, removed, added } = update;
    const length = removed.length + added.length;
    do {
      const end = Math.min(length, update.next + STEP);
      for (; update.next < end; update.next++) {
        const isRemoved = update.next < removed.length;
        const row = isRemoved ? removed[update.next] : added[update.next - removed.length];
        this.#change(this.#counts, row as EventRow, !isRemoved);
      }
    } while (update.next < length && hasTime());
    this.#version++;
    if (update.next < length) {
      this.#job.wake();
      return;
    }
    this.#update = undefined;
    this.#counted = rows;
    if (this.#wanted !== rows) {
      this.#catchUp();
    }
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
