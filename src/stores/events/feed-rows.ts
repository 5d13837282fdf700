import type { AcknowledgedStore } from './acknowledged.ts';
import type { FoldedEvents } from './folded-events.ts';
import type { EventRow } from './event-row.ts';
import type { EventsStore } from './events-store.ts';
import type { Marks } from '../base/mark-set.ts';
import type { RowList } from '../base/row-list.ts';
import { placeOf } from './sorted-events.ts';
import type { VisibleRows } from '../base/visible-rows.ts';

/** A row of the feed: an event, and those right before it in time that only repeat it. */
export interface FeedRow {
  /** The newest of its events, and its id. */
  readonly newest: EventRow;
  readonly id: string;
  /** The time of the oldest one, in milliseconds. */
  readonly oldest: number;
  /** How many events it stands for. */
  readonly count: number;
  /** - `open`: a block that waits to be acknowledged. - `done`: all its events were acknowledged. */
  readonly attention: 'open' | 'done' | undefined;
}

export interface FeedRowsParts {
  /** Newest first. */
  readonly events: RowList<EventRow>;
  /** The same, repeats folded; undefined where each event is a row. */
  readonly folded: FoldedEvents | undefined;
  readonly store: EventsStore;
  readonly acknowledged: AcknowledgedStore;
}

/** Some screens full. */
const MOST_STARTS = 1024;

/**
 * The rows of the feed as they are shown. Where an event stands is found by halving, and a row is made when it is asked
 * for: the same object for as long as it says the same.
 */
export class FeedRows implements VisibleRows {
  readonly #parts: FeedRowsParts;
  readonly #heads: RowList<EventRow>;
  readonly #end: number;
  /** Where the rows that were asked for begin among the events: each is asked for several times in one frame. */
  readonly #starts = new Map<number, number>();

  constructor(parts: FeedRowsParts) {
    this.#parts = parts;
    this.#heads = parts.folded?.heads ?? parts.events;
    this.#end = parts.folded?.looked ?? parts.events.length;
  }

  get length(): number {
    return this.#heads.length;
  }

  /** How many events there are in all rows. */
  get events(): number {
    return this.#parts.events.length;
  }

  idAt(index: number): string | undefined {
    return this.#heads.at(index)?.id;
  }

  /**
   * The row that an event is in. One that the filters hide counts as being where it would stand, so that the cursor does
   * not jump when its event is filtered away.
   */
  indexOf(id: string): number {
    const wanted = this.#parts.store.get(id);
    const { events, folded } = this.#parts;
    if (wanted === undefined || this.length === 0) {
      return -1;
    }
    const place = Math.min(placeOf(events, wanted), events.length - 1);
    const shown = events.at(place) as EventRow;
    const index = folded === undefined ? place : placeOf(this.#heads, shown);
    const isBehindHead = folded !== undefined && this.#heads.at(index) !== shown;
    return Math.min(isBehindHead ? index - 1 : index, this.length - 1);
  }

  /** Whether an event is in any of the rows, not hidden by a filter. */
  has(id: string): boolean {
    const wanted = this.#parts.store.get(id);
    const { events } = this.#parts;
    return wanted !== undefined && events.at(placeOf(events, wanted)) === wanted;
  }

  /** The rows from one place up to another. */
  slice(start: number, end: number): readonly FeedRow[] {
    const rows: FeedRow[] = [];
    for (let index = Math.max(0, start); index < Math.min(end, this.length); index++) {
      rows.push(this.#rowAt(index));
    }
    return rows;
  }

  /** All events of a row, newest first. */
  eventsAt(index: number): readonly EventRow[] {
    const start = this.#startOf(index);
    return this.#parts.events.slice(start, this.#endOf(index));
  }

  idsAt(index: number): readonly string[] {
    return this.eventsAt(index).map(({ id }) => id);
  }

  /** Marks are on events: one of any of them shows on the row, whichever is its newest by now. */
  isMarkedAt(index: number, marks: Marks): boolean {
    const row = this.#rowAt(index);
    const known = marksByRow.get(row);
    if (known?.marks === marks) {
      return known.isMarked;
    }
    const end = this.#endOf(index);
    let isMarked = false;
    for (let place = this.#startOf(index); place < end && !isMarked; place++) {
      isMarked = marks.has(this.#parts.events.at(place)?.id ?? '');
    }
    marksByRow.set(row, { marks, isMarked });
    return isMarked;
  }

  #rowAt(index: number): FeedRow {
    const newest = this.#heads.at(index) as EventRow;
    const { acknowledged } = this.#parts;
    const { version } = acknowledged.getState();
    const end = this.#endOf(index);
    const count = end - this.#startOf(index);
    const oldest = this.#parts.events.at(end - 1)?.time ?? newest.time;
    const known = rowsByNewest.get(newest);
    const saysSame = known?.row.count === count && known.row.oldest === oldest;
    if (saysSame && known.version === version) {
      return known.row;
    }
    const attention = this.#attentionOf(index);
    const row =
      saysSame && known.row.attention === attention
        ? known.row
        : { newest, id: newest.id, oldest, count, attention };
    rowsByNewest.set(newest, { row, version });
    return row;
  }

  #attentionOf(index: number): FeedRow['attention'] {
    const { events, acknowledged } = this.#parts;
    const end = this.#endOf(index);
    let isDone = true;
    for (let place = this.#startOf(index); place < end; place++) {
      const row = events.at(place) as EventRow;
      if (acknowledged.isOpen(row)) {
        return 'open';
      }
      isDone &&= acknowledged.has(row.id);
      if (!isDone && row.event.outcome !== 'block') {
        return undefined;
      }
    }
    return isDone ? 'done' : undefined;
  }

  #startOf(index: number): number {
    const { events, folded } = this.#parts;
    if (folded === undefined) {
      return index;
    }
    let start = this.#starts.get(index);
    if (start === undefined) {
      if (this.#starts.size >= MOST_STARTS) {
        this.#starts.clear();
      }
      start = placeOf(events, this.#heads.at(index) as EventRow);
      this.#starts.set(index, start);
    }
    return start;
  }

  #endOf(index: number): number {
    return index + 1 < this.length ? this.#startOf(index + 1) : this.#end;
  }
}

/** The rows that were made, and the version of the acknowledgements that they were made with. */
const rowsByNewest = new WeakMap<EventRow, { readonly row: FeedRow; readonly version: number }>();

/** Whether rows were marked, by the marks that were looked at: a row may stand for thousands of events. */
const marksByRow = new WeakMap<FeedRow, { readonly marks: Marks; readonly isMarked: boolean }>();
