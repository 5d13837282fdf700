import { createStore, type StoreApi } from 'zustand/vanilla';

import type { SecurityEvent } from '../contract/event.ts';
import type { DamagedRow } from '../contract/pagination.ts';
import type { EventsQuery } from '../contract/queries.ts';
import { parseTime } from '../lib/format-time.ts';
import type { EventBlock, SoughtText } from './event-block.ts';
import { EventsChanges } from './events-changes.ts';
import type { HeldEvent } from './held-event.ts';
import { HeldEvents } from './held-events.ts';
import type { Failure } from './resource-store.ts';
import { changeSorted, newestFirst } from './sorted-events.ts';

export { newestFirst } from './sorted-events.ts';

/** An event as the feed holds it; what is said of an event anew becomes another row. */
export interface EventRow {
  readonly id: string;
  /** Its timestamp in milliseconds; the time of its arrival when it carries none that can be read. */
  readonly time: number;
  /** Counts up with every batch that arrived; a frozen view shows nothing newer than the batch it froze at. */
  readonly batch: number;
  /** Came from scrolling back, not from the live edge. */
  readonly fromHistory: boolean;
  /** Came in after the feed had been known to be complete through its time. */
  readonly isLate: boolean;
  readonly event: SecurityEvent;
  /** Where its package is from, without the rest of the event. */
  readonly ecosystem: string | undefined;
  /** Whether a text is in one of its values. */
  holds(sought: SoughtText): boolean;
  /** The block of the feed that it is kept in. */
  readonly block: Pick<EventBlock, 'dictionarySize'>;
}

/** What is known of the completeness of the feed. Times are milliseconds of the server. */
export interface FeedState {
  /** Through which every event is known to be here; undefined before the first complete read. */
  readonly completeThrough: number | undefined;
  /** Where the part of the feed begins that was read. */
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
  /** Why completeness cannot be verified; undefined while it is. */
  readonly unverified: string | undefined;
  /** Events that are here and that the server no longer counts. */
  readonly fewer: number;
  /** What was counted again last, in words. */
  readonly audit: string | undefined;
  /** Events that the server has in all, as far as is known. */
  readonly totalAtServer: number | undefined;
}

/** What a server can filter events by. */
export type EventsFilter = Pick<EventsQuery, 'type' | 'outcome' | 'ecosystem' | 'package'>;

/** What was read beyond the part of the feed that is known whole: the events that pass a filter, from a time on. */
export interface CoveredPart {
  readonly filter: EventsFilter;
  /** In milliseconds; 0 when there are none before. */
  readonly since: number;
  /** Windows within it in which events lack that could not be had. */
  readonly incomplete: number;
}

/** - `full`: as many rows are kept as there can be. */
export type OlderState = 'idle' | 'reading' | 'full';

export interface EventsState extends FeedState {
  /** What was read by scrolling back while a filter was set. */
  readonly coverage: readonly CoveredPart[];
  /** The time of the newest row that was dropped to make room, in milliseconds. */
  readonly droppedThrough: number | undefined;
  /** Whether older events are being read. */
  readonly older: OlderState;
  /** Newest first; equal times by id. */
  readonly rows: readonly EventRow[];
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
  /** Adds what is new and replaces what changed; returns how many rows were new. Keeps at most `bound` rows. */
  apply(events: readonly SecurityEvent[], facts: ArrivalFacts): number;
  /** Replaces what changed of the rows that are here, and adds none. */
  update(events: readonly SecurityEvent[]): void;
  has(id: string): boolean;
  get(id: string): EventRow | undefined;
  /** How many rows are kept at most. */
  readonly bound: number;
  /** Events by minute (its start in milliseconds), dropped rows included. */
  readonly perMinute: ReadonlyMap<number, number>;
  /** What changed of the rows of late. */
  readonly changes: Pick<EventsChanges, 'count' | 'after'>;
}

const MINUTE = 60_000;

/** The events that are known, each once, newest first; the oldest are dropped past `bound` rows. */
export function createEventsStore(bound = 200_000): EventsStore {
  const store = createStore<EventsState>(() => ({
    rows: [],
    batch: 0,
    receivedAt: undefined,
    completeThrough: undefined,
    coveredSince: undefined,
    toCome: 0,
    gaps: [],
    lateEvents: 0,
    damaged: [],
    unverified: undefined,
    fewer: 0,
    audit: undefined,
    totalAtServer: undefined,
    coverage: [],
    droppedThrough: undefined,
    older: 'idle',
    failure: undefined,
  }));
  const held = new HeldEvents();
  const byId = new Map<string, HeldEvent>();
  const perMinute = new Map<number, number>();
  const changes = new EventsChanges();

  function countMinute(time: number, change: number): void {
    const minute = Math.floor(time / MINUTE) * MINUTE;
    perMinute.set(minute, (perMinute.get(minute) ?? 0) + change);
  }

  /** The row with what the event says now; undefined when it says the same. Its place follows its timestamp. */
  function changedRow(known: HeldEvent, event: SecurityEvent): HeldEvent | undefined {
    if (known.isSame(event.raw)) {
      return undefined;
    }
    const time = parseTime(event.timestamp) ?? known.time;
    if (time !== known.time) {
      countMinute(known.time, -1);
      countMinute(time, 1);
    }
    const { id, batch, fromHistory, isLate } = known;
    const row = held.hold({ id, time, batch, fromHistory, isLate }, event);
    byId.set(id, row);
    return row;
  }

  /** Puts the rows with those ids in their places; those that changed, given as they were, are there already. */
  function place(ids: Iterable<string>, changed: ReadonlyMap<string, HeldEvent>, batch: number): void {
    const { rows, droppedThrough } = store.getState();
    const added: HeldEvent[] = [];
    for (const id of ids) {
      added.push(byId.get(id) as HeldEvent);
    }
    added.sort(newestFirst);
    const removed = [...changed.values()].sort(newestFirst);
    const all = changeSorted(rows, removed, added);
    const dropped = all.slice(bound);
    const [newestDropped] = dropped;
    if (newestDropped === undefined) {
      changes.note({ added, removed });
      store.setState({ rows: all, batch });
      return;
    }
    dropped.forEach(({ id }) => byId.delete(id));
    const isDropped = new Set(dropped);
    const isAdded = new Set<EventRow>(added);
    changes.note({
      added: added.filter((row) => !isDropped.has(row)),
      removed: [...removed, ...dropped.filter((row) => !isAdded.has(row))].sort(newestFirst),
    });
    store.setState({
      rows: all.slice(0, bound),
      batch,
      droppedThrough: Math.max(droppedThrough ?? newestDropped.time, newestDropped.time),
    });
  }

  return {
    ...store,
    bound,
    perMinute,
    changes,
    has: (id) => byId.has(id),
    get: (id) => byId.get(id),
    apply(events, { at, fromHistory, isLate = false }) {
      const batch = store.getState().batch + 1;
      const fresh = new Set<string>();
      const changed = new Map<string, HeldEvent>();
      for (const event of events) {
        const { id } = event;
        const known = byId.get(id);
        if (known === undefined) {
          const time = parseTime(event.timestamp) ?? at;
          byId.set(id, held.hold({ id, time, batch, fromHistory, isLate }, event));
          fresh.add(id);
          countMinute(time, 1);
        } else if (changedRow(known, event) !== undefined && !fresh.has(id) && !changed.has(id)) {
          changed.set(id, known);
        }
      }
      if (fresh.size > 0 || changed.size > 0) {
        place([...fresh, ...changed.keys()], changed, batch);
      }
      return fresh.size;
    },
    update(events) {
      const changed = new Map<string, HeldEvent>();
      for (const event of events) {
        const known = byId.get(event.id);
        if (known !== undefined && changedRow(known, event) !== undefined && !changed.has(event.id)) {
          changed.set(event.id, known);
        }
      }
      if (changed.size > 0) {
        place(changed.keys(), changed, store.getState().batch + 1);
      }
    },
  };
}
