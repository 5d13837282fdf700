import { createStore, type StoreApi } from 'zustand/vanilla';

import type { SecurityEvent } from '../contract/event.ts';
import type { DamagedRow } from '../contract/pagination.ts';
import type { EventsQuery } from '../contract/queries.ts';
import { parseTime } from '../lib/format-time.ts';
import type { Failure } from './resource-store.ts';

/** An event as the feed holds it. */
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
  const byId = new Map<string, EventRow>();
  const perMinute = new Map<number, number>();

  function countMinute(time: number, change: number): void {
    const minute = Math.floor(time / MINUTE) * MINUTE;
    perMinute.set(minute, (perMinute.get(minute) ?? 0) + change);
  }

  /** The row with what the event says now; undefined when it says the same. Its place follows its timestamp. */
  function changedRow(known: EventRow, event: SecurityEvent): EventRow | undefined {
    if (JSON.stringify(known.event.raw) === JSON.stringify(event.raw)) {
      return undefined;
    }
    const time = parseTime(event.timestamp) ?? known.time;
    if (time !== known.time) {
      countMinute(known.time, -1);
      countMinute(time, 1);
    }
    const row = { ...known, time, event };
    byId.set(row.id, row);
    return row;
  }

  /** Puts rows in their places: added ones, and changed ones instead of what they were. */
  function place(added: readonly EventRow[], changedIds: ReadonlySet<string>, batch: number): void {
    const { rows } = store.getState();
    const moved: EventRow[] = [];
    const kept =
      changedIds.size === 0
        ? rows
        : rows.flatMap((row) => {
            const now = changedIds.has(row.id) ? (byId.get(row.id) ?? row) : row;
            if (now.time === row.time) {
              return [now];
            }
            moved.push(now);
            return [];
          });
    const merged = mergeNewestFirst(kept, [...added, ...moved].sort(newestFirst));
    const dropped = merged.splice(bound);
    for (const { id } of dropped) {
      byId.delete(id);
    }
    const { droppedThrough = dropped[0]?.time } = store.getState();
    store.setState({
      rows: merged,
      batch,
      droppedThrough:
        droppedThrough === undefined
          ? undefined
          : Math.max(droppedThrough, dropped[0]?.time ?? droppedThrough),
    });
  }

  return {
    ...store,
    bound,
    perMinute,
    has: (id) => byId.has(id),
    get: (id) => byId.get(id),
    apply(events, { at, fromHistory, isLate = false }) {
      const batch = store.getState().batch + 1;
      const fresh = new Set<string>();
      const changed = new Set<string>();
      for (const event of events) {
        const known = byId.get(event.id);
        if (known === undefined) {
          const time = parseTime(event.timestamp) ?? at;
          byId.set(event.id, { id: event.id, time, batch, fromHistory, isLate, event });
          fresh.add(event.id);
          countMinute(time, 1);
        } else if (changedRow(known, event) !== undefined && !fresh.has(event.id)) {
          changed.add(event.id);
        }
      }
      if (fresh.size > 0 || changed.size > 0) {
        place(
          [...fresh].flatMap((id) => byId.get(id) ?? []),
          changed,
          batch,
        );
      }
      return fresh.size;
    },
    update(events) {
      const changed = new Set<string>();
      for (const event of events) {
        const known = byId.get(event.id);
        if (known !== undefined && changedRow(known, event) !== undefined) {
          changed.add(event.id);
        }
      }
      if (changed.size > 0) {
        place([], changed, store.getState().batch + 1);
      }
    },
  };
}

/** The order of the feed: newest first, equal times by id. */
export function newestFirst(
  left: Pick<EventRow, 'time' | 'id'>,
  right: Pick<EventRow, 'time' | 'id'>,
): number {
  return right.time - left.time || (left.id < right.id ? 1 : left.id > right.id ? -1 : 0);
}

/** Merges two sorted lists into a new one. */
function mergeNewestFirst(left: readonly EventRow[], right: readonly EventRow[]): EventRow[] {
  const merged: EventRow[] = [];
  let leftIndex = 0;
  for (const row of right) {
    for (
      let next = left[leftIndex];
      next !== undefined && newestFirst(next, row) <= 0;
      next = left[leftIndex]
    ) {
      merged.push(next);
      leftIndex++;
    }
    merged.push(row);
  }
  return merged.concat(left.slice(leftIndex));
}
