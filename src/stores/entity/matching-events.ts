import type { Slices } from '../../lib/slices.ts';
import type { EventRow } from '../events/event-row.ts';
import type { EventsStore } from '../events/events-store.ts';
import { BackgroundJob } from '../base/background-job.ts';
import { RowList, RowListBuilder } from '../base/row-list.ts';
import { changeSorted } from '../events/sorted-events.ts';
import type { FilterProgress } from '../base/filter-progress.ts';

/** Rows that are looked at before the time is asked for again. */
const STEP = 512;

/** So many are looked at at once. */
const LEAST = 2048;

interface Scan {
  readonly rows: RowList<EventRow>;
  /** The changes that `rows` already has. */
  readonly changes: number;
  readonly found: RowListBuilder<EventRow>;
  next: number;
}

/**
 * The events of the feed that pass a test, newest first. All are looked at once, in slices, and what passes is shown as
 * it is found; from then on only those that change are.
 */
export class MatchingEvents {
  readonly #events: EventsStore;
  readonly #slices: Slices;
  readonly #passes: (row: EventRow) => boolean;
  readonly #job: BackgroundJob;
  #rows = new RowList<EventRow>();
  #changes = 0;
  #scan: Scan | undefined;
  #isStarted = false;

  /** `onProgress` is called after each slice. */
  constructor(
    events: EventsStore,
    slices: Slices,
    passes: (row: EventRow) => boolean,
    onProgress: () => void,
  ) {
    this.#events = events;
    this.#slices = slices;
    this.#passes = passes;
    this.#job = new BackgroundJob(slices, (hasTime) => {
      if (this.#scan !== undefined) {
        this.#step(this.#scan, hasTime);
        onProgress();
      }
    });
  }

  /** How far the first look has come; undefined once all were looked at. */
  get looking(): FilterProgress | undefined {
    return this.#scan && { looked: this.#scan.next, of: this.#scan.rows.length };
  }

  /** What passes, as far as it is known: the same list as before when nothing of it changed. */
  look(): RowList<EventRow> {
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#lookAtAll();
    } else if (this.#scan === undefined) {
      this.#catchUp();
    }
    return this.#rows;
  }

  #catchUp(): void {
    const changes = this.#events.changes.after(this.#changes);
    if (changes === undefined) {
      this.#lookAtAll();
      return;
    }
    for (const { removed, added } of changes) {
      this.#rows = changeSorted(this.#rows, removed, added.filter(this.#passes));
    }
    this.#changes = this.#events.changes.count;
  }

  #lookAtAll(): void {
    const { rows } = this.#events.getState();
    this.#scan = { rows, changes: this.#events.changes.count, found: new RowListBuilder(), next: 0 };
    const hasTime = this.#slices.begin();
    this.#step(this.#scan, () => (this.#scan?.next ?? LEAST) < LEAST || hasTime());
  }

  #step(scan: Scan, hasTime: () => boolean): void {
    const { rows, found } = scan;
    do {
      const end = Math.min(rows.length, scan.next + STEP);
      rows
        .slice(scan.next, end)
        .filter(this.#passes)
        .forEach((row) => found.push(row));
      scan.next = end;
    } while (scan.next < rows.length && hasTime());
    if (scan.next === rows.length) {
      this.#scan = undefined;
      this.#rows = found.list();
      this.#changes = scan.changes;
      this.#catchUp();
    } else {
      this.#rows = found.list();
      this.#job.wake();
    }
  }
}
