import type { SecurityEvent } from '../../contract/event.ts';
import { BEFORE_ALL_TIMES } from '../../lib/format-time.ts';
import type { Slices } from '../../lib/slices.ts';
import { BackgroundJob } from '../base/background-job.ts';
import type { FilterProgress } from '../base/filter-progress.ts';
import { ObservableTurns } from '../base/observable.ts';
import { RowList } from '../base/row-list.ts';
import { differencesOf } from '../events/event-differences.ts';
import type { EventRow } from '../events/event-row.ts';
import { HuntFindings } from './hunt-findings.ts';
import type { ListMatcher } from './list-matcher.ts';

/** Events that are compared before the time is asked for again, and so many at once. */
const STEP = 256;
const LEAST = 1024;

/** An event of the past as it was read. */
interface PastEvent {
  readonly event: SecurityEvent;
  readonly time: number | undefined;
}

/** What a hunt has found so far. */
export interface LiveFindings {
  /** In the events of the feed, in those before, and in the part of these that is being read: no event is in two. */
  readonly parts: readonly HuntFindings[];
  /** Grows with each change of them. */
  readonly version: number;
  /** Events that were gone through. */
  readonly events: number;
  /** The time of the oldest of them. */
  readonly oldest: number | undefined;
  /** How far the events of the feed were gone through; undefined once all are. */
  readonly looked: FilterProgress | undefined;
}

/**
 * Compares events with the list of a hunt: those of the feed from a time on in slices, and from then on what comes in; and those
 * before as they are read. Each event is of one of the two by its time. What the feed drops or no longer lists was found all
 * the same, and counts as it was when it was first seen. As a store it changes with every slice.
 */
export class LiveHunt extends ObservableTurns {
  readonly #job: BackgroundJob;
  #matcher: ListMatcher | undefined;
  /** Events of the feed before that time are those of the past. */
  #from = BEFORE_ALL_TIMES;
  #wanted = new RowList<EventRow>();
  /** The list that was gone through, and what of the one that is gone through now is still to come. */
  #done = new RowList<EventRow>();
  #left: { readonly rows: RowList<EventRow> | readonly EventRow[]; next: number } | undefined;
  #ofFeed = new HuntFindings();
  #ofPast = new HuntFindings();
  #ofPart = new HuntFindings();
  #parts: readonly HuntFindings[] = [];
  /** Events of the feed that were found: one that says something else by now comes again. */
  #found = new Set<string>();
  #inFeed = { events: 0, oldest: undefined as number | undefined };
  #inPast = { events: 0, oldest: undefined as number | undefined };
  #inPart = { events: 0, oldest: undefined as number | undefined };
  #version = 0;

  constructor(slices: Slices) {
    super();
    this.#job = new BackgroundJob(slices, (hasTime) => {
      this.#step(hasTime);
      this.notifyTurn();
    });
  }

  /** Begins anew, with the events of the feed from that time on. */
  begin(matcher: ListMatcher, from: number, rows: RowList<EventRow>): void {
    this.#matcher = matcher;
    this.#from = from;
    this.#found = new Set();
    this.#ofFeed = new HuntFindings();
    this.#inFeed = { events: 0, oldest: undefined };
    this.#ofPast = new HuntFindings();
    this.#inPast = { events: 0, oldest: undefined };
    this.dropPart();
    this.#wanted = rows;
    this.#done = new RowList();
    this.#left = undefined;
    this.#goThrough(rows);
  }

  /** Takes the feed as it is now. */
  look(rows: RowList<EventRow>): void {
    this.#wanted = rows;
    if (this.#matcher !== undefined && this.#left === undefined && rows !== this.#done) {
      this.#catchUp();
    }
  }

  /** The part of the past is read again that is being read: what was found in it is found anew. */
  dropPart(): void {
    this.#ofPart = new HuntFindings();
    this.#inPart = { events: 0, oldest: undefined };
    this.#parts = [this.#ofFeed, this.#ofPast, this.#ofPart];
    this.#version++;
  }

  /** The part of the past was read to its end, and what comes is of the next one. */
  keepPart(): void {
    this.#ofPast.addAll(this.#ofPart);
    this.#inPast.events += this.#inPart.events;
    this.#inPast.oldest = lower(this.#inPast.oldest, this.#inPart.oldest);
    this.dropPart();
  }

  /** Takes events of the past, each once. */
  takePast(events: readonly PastEvent[]): void {
    for (const { event, time } of events) {
      note(this.#inPart, time);
      const match = this.#matcher?.match(event);
      if (match !== undefined) {
        this.#ofPart.add(event, time, match);
      }
    }
    this.#version++;
    this.notifyTurn();
  }

  /** What is known by now. */
  get findings(): LiveFindings {
    const left = this.#left;
    const { length } = this.#done;
    return {
      parts: this.#parts,
      version: this.#version,
      events: this.#inFeed.events + this.#inPast.events + this.#inPart.events,
      oldest: lower(lower(this.#inPast.oldest, this.#inPart.oldest), this.#inFeed.oldest),
      looked: left && { looked: length - left.rows.length + left.next, of: length },
    };
  }

  #goThrough(rows: RowList<EventRow> | readonly EventRow[]): void {
    this.#done = this.#wanted;
    const left = { rows, next: 0 };
    this.#left = left;
    this.#step(() => left.next < LEAST);
  }

  #step(hasTime: () => boolean): void {
    const left = this.#left;
    if (left === undefined) {
      return;
    }
    do {
      const end = Math.min(left.rows.length, left.next + STEP);
      left.rows.slice(left.next, end).forEach((row) => this.#compare(row));
      left.next = end;
    } while (left.next < left.rows.length && hasTime());
    this.#version++;
    if (left.next < left.rows.length) {
      this.#job.wake();
      return;
    }
    this.#left = undefined;
    if (this.#wanted !== this.#done) {
      this.#catchUp();
    }
  }

  #catchUp(): void {
    const change = differencesOf(this.#done, this.#wanted);
    if (change === undefined) {
      // What was counted of them is counted anew, what was found is known by its id.
      this.#inFeed = { events: 0, oldest: undefined };
      this.#goThrough(this.#wanted);
      return;
    }
    const again = new Set(change.removed.map(({ id }) => id));
    this.#inFeed.events -= change.added.filter(({ id, time }) => again.has(id) && time >= this.#from).length;
    this.#goThrough(change.added);
  }

  #compare(row: EventRow): void {
    const { id, time, isUntimed, event } = row;
    if (time < this.#from) {
      return;
    }
    note(this.#inFeed, isUntimed ? undefined : time);
    const match = this.#matcher?.match(event);
    if (match !== undefined && !this.#found.has(id)) {
      this.#found.add(id);
      this.#ofFeed.add(event, isUntimed ? undefined : time, match);
    }
  }
}

function note(seen: { events: number; oldest: number | undefined }, time: number | undefined): void {
  seen.events++;
  seen.oldest = lower(seen.oldest, time);
}

function lower(left: number | undefined, right: number | undefined): number | undefined {
  return left === undefined || right === undefined ? (left ?? right) : Math.min(left, right);
}
