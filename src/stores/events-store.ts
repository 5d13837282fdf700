import { createStore, type StoreApi } from 'zustand/vanilla';

import type { SecurityEvent } from '../contract/event.ts';
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
  readonly event: SecurityEvent;
}

export interface EventsState {
  /** Newest first; equal times by id. */
  readonly rows: readonly EventRow[];
  /** The number of the last batch. */
  readonly batch: number;
  readonly receivedAt: number | undefined;
  /** Server time through which every event is known to be here; undefined before the first complete read. */
  readonly completeThrough: number | undefined;
  /** Events that the server has in all, as of its last answer. */
  readonly totalAtServer: number | undefined;
  /** Rows of the last page that could not be read. */
  readonly damaged: number;
  readonly failure: Failure | undefined;
}

export interface EventsStore extends StoreApi<EventsState> {
  /** Adds what is new and replaces what changed; returns how many rows were new. Keeps at most `bound` rows. */
  apply(
    events: readonly SecurityEvent[],
    facts: { readonly at: number; readonly fromHistory: boolean },
  ): number;
  has(id: string): boolean;
  get(id: string): EventRow | undefined;
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
    totalAtServer: undefined,
    damaged: 0,
    failure: undefined,
  }));
  const byId = new Map<string, EventRow>();
  const perMinute = new Map<number, number>();

  return {
    ...store,
    perMinute,
    has: (id) => byId.has(id),
    get: (id) => byId.get(id),
    apply(events, { at, fromHistory }) {
      const batch = store.getState().batch + 1;
      const fresh: EventRow[] = [];
      const changed = new Set<string>();
      for (const event of events) {
        const known = byId.get(event.id);
        const time = parseTime(event.timestamp) ?? known?.time ?? at;
        if (known === undefined) {
          const row = { id: event.id, time, batch, fromHistory, event };
          byId.set(row.id, row);
          fresh.push(row);
          const minute = Math.floor(time / MINUTE) * MINUTE;
          perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
        } else if (JSON.stringify(known.event.raw) !== JSON.stringify(event.raw)) {
          byId.set(event.id, { ...known, event });
          changed.add(event.id);
        }
      }
      if (fresh.length === 0 && changed.size === 0) {
        return 0;
      }
      const current = store.getState().rows;
      const updated =
        changed.size === 0
          ? current
          : current.map((row) => (changed.has(row.id) ? (byId.get(row.id) ?? row) : row));
      // A page may hold an event twice, and the later version counts.
      const latest = fresh.map((row) => byId.get(row.id) ?? row);
      const merged = mergeNewestFirst(updated, latest.sort(newestFirst));
      for (const dropped of merged.splice(bound)) {
        byId.delete(dropped.id);
      }
      store.setState({ rows: merged, batch });
      return fresh.length;
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
