import { mergeSort } from '../../lib/merge-sort.ts';
import { ShardedMap } from '../../lib/sharded-map.ts';
import type { JsonValue } from '../base/kept-on-host.ts';

/** So many acknowledgements are kept from one start to the next; the oldest events are forgotten first. */
export const MOST_KEPT = 20_000;

/** No id is as long; the file may have been edited. */
const LONGEST_ID = 1024;

/** An event, its time, and when it was acknowledged, where that is known. */
export type Entry = readonly [id: string, time: number] | readonly [id: string, time: number, at: number];

/** An event as it is kept. */
export function entryOf(id: string, time: number, at: number | undefined): Entry {
  return at === undefined ? [id, time] : [id, time, at];
}

/** What is kept of acknowledgements. */
export interface Kept {
  readonly since: number | undefined;
  readonly events: readonly Entry[];
  readonly withdrawn: readonly string[];
  readonly late: readonly LateBlock[];
}

/** A block that came in late, and its time. */
export type LateBlock = readonly [id: string, time: number];

/** Acknowledgements that are looked at before others have their turn. */
export const STEP = 1024;

/** What work that is done in pieces comes to, done at once. */
export function whole<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) {
      return value;
    }
  }
}

/** What two consoles keep as one: what this one decided stands. */
export function* merged(own: Kept, other: Kept): Generator<void, Kept> {
  const isWithdrawn = new Set(own.withdrawn);
  const known = new ShardedMap<Entry>();
  let looked = 0;
  for (const entry of other.events) {
    if (!isWithdrawn.has(entry[0])) {
      known.set(entry[0], entry);
    }
    if (++looked % STEP === 0) {
      yield;
    }
  }
  for (const entry of own.events) {
    known.set(entry[0], entry);
    if (++looked % STEP === 0) {
      yield;
    }
  }
  const since = Math.max(own.since ?? -Infinity, other.since ?? -Infinity);
  return {
    since: Number.isFinite(since) ? since : undefined,
    events: [...known].map(([, entry]) => entry),
    // A third console may not have seen yet what the other one withdrew.
    withdrawn: [...new Set([...other.withdrawn, ...own.withdrawn])].filter((id) => !known.has(id)),
    late: [...new Map([...other.late, ...own.late])],
  };
}

/** What is kept of more than can be: what is forgotten must wait for nobody, or it would wait again. */
export function* written({ since, events, withdrawn, late }: Kept): Generator<void, JsonValue> {
  const newest = yield* mergeSort(events, ([, left], [, right]) => right - left);
  const forgotten = newest[MOST_KEPT]?.[1];
  const from = forgotten === undefined ? since : Math.max(since ?? forgotten, forgotten);
  return {
    ...(from === undefined ? {} : { since: from }),
    events: newest.slice(0, MOST_KEPT),
    withdrawn: withdrawn.slice(-MOST_KEPT),
    ...(late.length === 0
      ? {}
      : { late: lateToKeep(late, new Set(newest.slice(MOST_KEPT).map(([id]) => id))) }),
  };
}

/** What came in late and is not forgotten. */
function lateToKeep(late: readonly LateBlock[], forgotten: ReadonlySet<string>): LateBlock[] {
  return late.filter(([id]) => !forgotten.has(id)).slice(-MOST_KEPT);
}

/** What a file holds of acknowledgements, without what cannot be understood. */
export function readKept(value: unknown): Kept {
  const { since, events, withdrawn, late } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return {
    since: isTime(since) ? since : undefined,
    events: (Array.isArray(events) ? (events as unknown[]) : []).filter(isEntry),
    withdrawn: (Array.isArray(withdrawn) ? (withdrawn as unknown[]) : []).filter(isId),
    late: (Array.isArray(late) ? (late as unknown[]) : []).filter(isLateBlock),
  };
}

/** Whether all of a list was understood; there may be none. */
export function isTaken(list: unknown, read: readonly unknown[]): boolean {
  return list === undefined || (Array.isArray(list) && list.length === read.length);
}

function isEntry(value: unknown): value is Entry {
  return (
    Array.isArray(value) &&
    (value.length === 2 || (value.length === 3 && isTime(value[2]))) &&
    isId(value[0]) &&
    isTime(value[1])
  );
}

function isLateBlock(value: unknown): value is LateBlock {
  return Array.isArray(value) && value.length === 2 && isId(value[0]) && isTime(value[1]);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_ID;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
