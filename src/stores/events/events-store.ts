import { createStore, type StoreApi } from 'zustand/vanilla';

import type { SecurityEvent } from '../../contract/event.ts';
import type { DamagedRow } from '../../contract/pagination.ts';
import type { EventsQuery } from '../../contract/queries.ts';
import { ShardedMap } from '../../lib/sharded-map.ts';
import { parseTime } from '../../lib/format-time.ts';
import type { FeedDoubt } from './feed-status.ts';
import type { EventRow } from './event-row.ts';
import { MOST_CHARACTERS } from './event-columns.ts';
import { EventsChanges } from './events-changes.ts';
import type { PackedEvent } from './packed-event.ts';
import { EventPool } from './event-pool.ts';
import type { Failure } from '../base/resource-store.ts';
import { RowList } from '../base/row-list.ts';
import { changeSorted, lastOf, newestFirst } from './sorted-events.ts';

export type { EventRow } from './event-row.ts';
export { newestFirst } from './sorted-events.ts';

/** What is known of the completeness of the feed. Times are milliseconds of the server. */
export interface FeedState {
  /** Through which every event is known to be here; undefined before the first complete read, and while there is doubt. */
  readonly completeThrough: number | undefined;
  /** Through which everything was read that the server gave, be it certain that this is all or not. */
  readonly readThrough: number | undefined;
  /** Where the part of the feed begins that was read; BEFORE_ALL_TIMES when nothing is older. */
  readonly coveredSince: number | undefined;
  /** Events that are known to be still to come. */
  readonly toCome: number;
  /** Windows, in seconds, of which events could not be had. */
  readonly gaps: readonly {
    readonly since: number;
    readonly until: number | undefined;
    readonly missing: number;
  }[];
  readonly lateEvents: number;
  /** Rows that stay unreadable however often they are read. */
  readonly damaged: readonly DamagedRow[];
  /** Why it cannot be verified that every event is here; undefined while it is. */
  readonly doubt: FeedDoubt | undefined;
  /** Events that are here and that the server no longer counts. */
  readonly fewer: number;
  /** Which of them, as far as that was found out. */
  readonly gone: ReadonlySet<string>;
  /** What was counted again last, in words. */
  readonly audit: string | undefined;
  /** Events that the server has in all, as far as is known. */
  readonly totalAtServer: number | undefined;
}

/** What is known of a feed of which nothing was read. */
export const UNREAD_FEED: FeedState = {
  completeThrough: undefined,
  readThrough: undefined,
  coveredSince: undefined,
  toCome: 0,
  gaps: [],
  lateEvents: 0,
  damaged: [],
  doubt: undefined,
  fewer: 0,
  gone: new Set(),
  audit: undefined,
  totalAtServer: undefined,
};

/** What a server can filter events by. */
export type EventsFilter = Pick<EventsQuery, 'type' | 'outcome' | 'ecosystem' | 'package'>;

/** What was read beyond the part of the feed that is known whole: the events that pass a filter, from a time on. */
export interface CoveredPart {
  readonly filter: EventsFilter;
  /** In milliseconds; BEFORE_ALL_TIMES when there are none before. */
  readonly since: number;
  /** Where it ends, in milliseconds; it reaches to the present without it. */
  readonly until?: number;
  /** Windows within it in which events lack that could not be had. */
  readonly incomplete: number;
}

/** - `full`: as many rows are kept as there can be. - `given-up`: somebody stopped the reading. */
export type OlderState = 'idle' | 'reading' | 'full' | 'given-up';

export interface EventsState extends FeedState {
  /** What was read by scrolling back while a filter was set. */
  readonly coverage: readonly CoveredPart[];
  /** The time of the newest row that was dropped to make room, in milliseconds. */
  readonly droppedThrough: number | undefined;
  /** Events that said something else when they were read again; what they say now is what is kept. */
  readonly changed: ReadonlySet<string>;
  /** Whether older events are being read. */
  readonly older: OlderState;
  /** Why the last reading of older events came to nothing; undefined where it did not, and once it is tried again. */
  readonly olderFailure: Failure | undefined;
  /** Newest first; equal times by id. */
  readonly rows: RowList<EventRow>;
  /** The number of the last batch. */
  readonly batch: number;
  readonly receivedAt: number | undefined;
  readonly failure: Failure | undefined;
}

/** How events came in: `at` in milliseconds. */
export interface ArrivalFacts {
  readonly at: number;
  readonly fromHistory: boolean;
  readonly isLate?: boolean;
}

export interface EventsStore extends StoreApi<EventsState> {
  /** Adds what is new and replaces what changed; returns how many rows were new. Keeps at most `bound` rows, and so much text. */
  apply(events: readonly SecurityEvent[], facts: ArrivalFacts): number;
  /** Replaces what changed of the rows that are here, and adds none. */
  update(events: readonly SecurityEvent[]): void;
  has(id: string): boolean;
  get(id: string): EventRow | undefined;
  /** How many rows are kept at most. */
  readonly bound: number;
  /** Whether as much is kept as can be. */
  isFull(): boolean;
  /** Events by minute (its start in milliseconds) of their own time, dropped rows included. */
  readonly perMinute: ReadonlyMap<number, number>;
  /** Those of them that were blocked. */
  readonly blocksPerMinute: ReadonlyMap<number, number>;
  /** What changed of the rows of late. */
  readonly changes: Pick<EventsChanges, 'count' | 'after'>;
}

const MINUTE = 60_000;

/** So many events are marked as changed. */
const MOST_CHANGED = 10_000;

/** Characters of text, about: 200,000 events of 600 that no other one repeats, or 500 of those that are cut where they are read. */
const MOST_TEXT = 134_217_728;

/**
 * The events that are known, each once, newest first; the oldest are dropped past `bound` rows, and past so many characters
 * of text.
 */
export function createEventsStore(bound = 200_000, mostText = MOST_TEXT): EventsStore {
  const store = createStore<EventsState>(() => ({
    rows: new RowList(),
    batch: 0,
    receivedAt: undefined,
    ...UNREAD_FEED,
    changed: new Set(),
    coverage: [],
    droppedThrough: undefined,
    older: 'idle',
    olderFailure: undefined,
    failure: undefined,
  }));
  const pool = new EventPool();
  const byId = new ShardedMap<PackedEvent>();
  const perMinute = new Map<number, number>();
  const blocksPerMinute = new Map<number, number>();
  const changes = new EventsChanges();

  /** What carries no time that can be read is of no minute: as many as came in at once would look like a burst. */
  function countMinute({ time, isUntimed, outcome }: PackedEvent, change: number): void {
    if (isUntimed) {
      return;
    }
    const minute = Math.floor(time / MINUTE) * MINUTE;
    perMinute.set(minute, (perMinute.get(minute) ?? 0) + change);
    if (outcome === 'block') {
      blocksPerMinute.set(minute, (blocksPerMinute.get(minute) ?? 0) + change);
    }
  }

  /** The row with what the event says now; undefined when it says the same. Its place follows its timestamp. */
  function changedRow(known: PackedEvent, event: SecurityEvent): PackedEvent | undefined {
    if (known.isSame(event.raw)) {
      return undefined;
    }
    const sent = parseTime(event.timestamp);
    const time = sent ?? known.time;
    const { id, batch, fromHistory, isLate } = known;
    const row = pool.hold({ id, time, batch, fromHistory, isLate, isUntimed: sent === undefined }, event);
    countMinute(known, -1);
    countMinute(row, 1);
    byId.set(id, row);
    pool.release(known);
    return row;
  }

  /** The ids of all that changed, those of a batch among them; the same object when they are known. */
  function changedWith(changed: ReadonlyMap<string, PackedEvent>): ReadonlySet<string> {
    const { changed: before } = store.getState();
    const fresh = [...changed.keys()].filter((id) => !before.has(id)).slice(0, MOST_CHANGED - before.size);
    return fresh.length === 0 ? before : new Set([...before, ...fresh]);
  }

  /** Puts rows in their places, those that changed, given as they were by id, in the places of what they were. */
  function place(
    fresh: readonly PackedEvent[],
    changed: ReadonlyMap<string, PackedEvent>,
    batch: number,
  ): void {
    const { rows, droppedThrough } = store.getState();
    const marked = changedWith(changed);
    const again = [...changed.keys()].map((id) => byId.get(id) as PackedEvent);
    const added = [...fresh, ...again].sort(newestFirst);
    const removed = [...changed.values()].sort(newestFirst);
    const excess = rows.length - removed.length + added.length - bound;
    if (excess <= 0) {
      changes.note({ added, removed });
      store.setState({ rows: changeSorted(rows, removed, added), batch, changed: marked });
      return;
    }
    const isReplaced = new Set<EventRow>(removed);
    const oldest = rows
      .slice(Math.max(0, rows.length - excess - removed.length))
      .filter((row) => !isReplaced.has(row));
    const dropped = lastOf(oldest, added, excess);
    dropped.forEach(forget);
    const isDropped = new Set(dropped);
    const isAdded = new Set<EventRow>(added);
    const change = {
      added: added.filter((row) => !isDropped.has(row)),
      removed: [...removed, ...dropped.filter((row) => !isAdded.has(row))].sort(newestFirst),
    };
    changes.note(change);
    const newestDropped = dropped[0]?.time ?? Number.NEGATIVE_INFINITY;
    store.setState({
      rows: changeSorted(rows, change.removed, change.added),
      batch,
      changed: marked,
      droppedThrough: Math.max(droppedThrough ?? newestDropped, newestDropped),
    });
  }

  function forget({ id }: EventRow): void {
    pool.release(byId.get(id) as PackedEvent);
    byId.delete(id);
  }

  /** Drops the oldest rows until the text of those that are left is within the bound. The newest one is kept. */
  function dropText(): void {
    const { rows, droppedThrough } = store.getState();
    let kept = rows.length;
    while (pool.characters > mostText && kept > 1) {
      kept--;
      forget(rows.at(kept) as EventRow);
    }
    if (kept < rows.length) {
      const dropped = rows.slice(kept);
      changes.note({ added: [], removed: dropped });
      changes.forget();
      const newestDropped = dropped[0]?.time ?? Number.NEGATIVE_INFINITY;
      store.setState({
        rows: changeSorted(rows, dropped, []),
        droppedThrough: Math.max(droppedThrough ?? newestDropped, newestDropped),
      });
    }
  }

  return {
    ...store,
    bound,
    // What goes, goes by blocks.
    isFull: () => store.getState().rows.length >= bound || pool.characters > mostText - 2 * MOST_CHARACTERS,
    perMinute,
    blocksPerMinute,
    changes,
    has: (id) => byId.has(id),
    get: (id) => byId.get(id),
    apply(events, { at, fromHistory, isLate = false }) {
      const batch = store.getState().batch + 1;
      const fresh: PackedEvent[] = [];
      const changed = new Map<string, PackedEvent>();
      for (const event of events) {
        const { id } = event;
        const known = byId.get(id);
        if (known === undefined) {
          const sent = parseTime(event.timestamp);
          const facts = { id, time: sent ?? at, batch, fromHistory, isLate, isUntimed: sent === undefined };
          const row = pool.hold(facts, event);
          byId.set(id, row);
          fresh.push(row);
          countMinute(row, 1);
          continue;
        }
        const row = changedRow(known, event);
        if (row !== undefined && known.batch === batch) {
          fresh[fresh.indexOf(known)] = row;
        } else if (row !== undefined && !changed.has(id)) {
          changed.set(id, known);
        }
      }
      if (fresh.length > 0 || changed.size > 0) {
        place(fresh, changed, batch);
        dropText();
      }
      return fresh.length;
    },
    update(events) {
      const changed = new Map<string, PackedEvent>();
      for (const event of events) {
        const known = byId.get(event.id);
        if (known !== undefined && changedRow(known, event) !== undefined && !changed.has(event.id)) {
          changed.set(event.id, known);
        }
      }
      if (changed.size > 0) {
        place([], changed, store.getState().batch + 1);
        dropText();
      }
    },
  };
}
