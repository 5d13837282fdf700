import { createStore, type StoreApi } from 'zustand/vanilla';

import { ShardedMap } from '../../lib/sharded-map.ts';
import {
  entryOf,
  isTaken,
  MOST_KEPT,
  merged,
  readKept,
  STEP,
  whole,
  written,
  type Entry,
  type Kept,
} from './acknowledged-kept.ts';
import type { EventRow } from './event-row.ts';
import type { EventsStore } from './events-store.ts';
import type { JsonValue, KeptOnHost } from '../base/kept-on-host.ts';
import { RowList } from '../base/row-list.ts';
import { changeSorted, newestFirst, placeOf } from './sorted-events.ts';

export interface AcknowledgedState {
  /** Counts up whenever an event is acknowledged or is not any more. */
  readonly version: number;
  /**
   * Blocks through this time, in milliseconds, were there before the console first ran for this organization on this
   * host, and wait for nobody. Undefined until the feed was first read whole.
   */
  readonly since: number | undefined;
  /** Blocks that are here and that nobody acknowledged, newest first. */
  readonly open: RowList<EventRow>;
}

/** What an acknowledgement is kept by. */
export type AcknowledgedEvent = Pick<EventRow, 'id' | 'time'>;

/** Which events somebody at this host has seen and dealt with. */
export interface AcknowledgedStore extends StoreApi<AcknowledgedState> {
  readonly kept: KeptOnHost;
  has(id: string): boolean;
  /** When it was acknowledged, in milliseconds since the epoch; undefined where that is not known, or it was not. */
  acknowledgedAt(id: string): number | undefined;
  /** Whether it is a block that waits to be acknowledged. */
  isOpen(row: EventRow): boolean;
  /** From which time on blocks wait, those included that came in late and are not read again yet; undefined as `since`. */
  waitingFrom(): number | undefined;
  /** `at` is now, in milliseconds since the epoch; undefined where that is not known. */
  acknowledge(events: readonly AcknowledgedEvent[], at?: number): void;
  withdraw(events: readonly AcknowledgedEvent[]): void;
}

/**
 * Acknowledgements of the events of a feed, and the blocks that have none. What it costs follows what changed: it hears
 * of every change of the feed, and looks at all events only when they were restored.
 */
export function createAcknowledgedStore(events: EventsStore): AcknowledgedStore {
  const store = createStore<AcknowledgedState>(() => ({ version: 0, since: undefined, open: new RowList() }));
  /** The time of each event by its id. */
  let times = new ShardedMap<number>();
  /** When each was acknowledged, by its id, as far as that is known. */
  let moments = new ShardedMap<number>();
  /** Blocks that came in while a console looked, with a time at or before `since`, by their id: they wait after the next start, too. */
  let late = new ShardedMap<number>();
  let unreadLate = { version: -1, changes: -1, from: Number.POSITIVE_INFINITY };
  /** What was decided here since the file had it all: only that stands against what another console decides. */
  let decided = noDecisions();
  /** The part of it that is being written. */
  let underWay = noDecisions();
  let changes = events.changes.count;
  let isTakingIn = false;

  const isOpen = (row: EventRow) => {
    const { since } = store.getState();
    return (
      row.event.outcome === 'block' &&
      !times.has(row.id) &&
      (!row.fromHistory || (since !== undefined && (row.time > since || row.isUntimed)) || late.has(row.id))
    );
  };

  /** Remembers which blocks came in late; gives whether there are new ones. */
  function noteLate(rows: Iterable<EventRow>): boolean {
    const { since } = store.getState();
    const before = late.size;
    if (since !== undefined) {
      for (const row of rows) {
        if (!row.fromHistory && row.time <= since && row.event.outcome === 'block') {
          late.set(row.id, row.time);
        }
      }
    }
    return late.size > before;
  }

  function lookAtAll(): void {
    changes = events.changes.count;
    if (noteLate(events.getState().rows)) {
      notifyChange();
    }
    store.setState({ open: RowList.of(events.getState().rows.filter(isOpen)) });
  }

  function catchUp(): void {
    const { readThrough } = events.getState();
    if (store.getState().since === undefined && readThrough !== undefined) {
      store.setState({ since: readThrough });
      // What was read until then was looked at without it: rows of the past that lie after it wait, too.
      lookAtAll();
      notifyChange();
      return;
    }
    const missed = events.changes.after(changes);
    if (missed === undefined) {
      lookAtAll();
    } else if (missed.length > 0) {
      const { open } = store.getState();
      const now = missed.reduce(
        (rows, { removed, added }) => changeSorted(rows, removed, added.filter(isOpen)),
        open,
      );
      changes = events.changes.count;
      if (now !== open) {
        store.setState({ open: now });
      }
      if (missed.map(({ added }) => noteLate(added)).includes(true)) {
        notifyChange();
      }
    }
  }

  function hold([id, time, at]: Entry): void {
    times.set(id, time);
    if (at !== undefined) {
      moments.set(id, at);
    }
  }

  function forget(id: string): boolean {
    moments.delete(id);
    return times.delete(id);
  }

  function notifyChange(): void {
    store.setState(({ version }) => ({ version: version + 1 }));
  }

  const isDecided = (what: keyof Decisions, id: string) => decided[what].has(id) || underWay[what].has(id);

  function decide(what: keyof Decisions, { id }: AcknowledgedEvent): void {
    for (const decisions of [decided, underWay]) {
      decisions.acknowledged.delete(id);
      decisions.withdrawn.delete(id);
    }
    decided[what].add(id);
  }

  function* keptNow(): Generator<void, Kept> {
    underWay = {
      acknowledged: new Set([...underWay.acknowledged, ...decided.acknowledged]),
      withdrawn: new Set([...underWay.withdrawn, ...decided.withdrawn]),
    };
    decided = noDecisions();
    const isBlock = (id: string) => (events.get(id)?.event.outcome ?? 'block') === 'block';
    // Forgetting a block makes older ones wait for nobody; what is none hides nothing.
    const isAll = times.size <= MOST_KEPT;
    const entries: Entry[] = [];
    let looked = 0;
    for (const [id, time] of times) {
      if (isAll || isBlock(id)) {
        entries.push(entryOf(id, time, moments.get(id)));
      }
      if (++looked % STEP === 0) {
        yield;
      }
    }
    return {
      since: store.getState().since,
      events: entries,
      withdrawn: [...underWay.withdrawn],
      late: [...late],
    };
  }

  function* keptWith(theirs: unknown): Generator<void, JsonValue> {
    const own = yield* keptNow();
    return yield* written(theirs === undefined ? own : yield* merged(own, readKept(theirs)));
  }

  const kept: KeptOnHost = {
    name: 'acknowledged',
    isOfData: true,
    subscribe: (listener) =>
      store.subscribe((state, before) => {
        if (!isTakingIn && (state.version !== before.version || state.since !== before.since)) {
          listener();
        }
      }),
    read() {
      return whole(keptWith(undefined));
    },
    readInPieces: keptWith,
    isWhole(value) {
      const { since, events, withdrawn, late } = (value ?? {}) as Readonly<Record<string, unknown>>;
      const read = readKept(value);
      return (
        isTaken(events, read.events) &&
        isTaken(withdrawn, read.withdrawn) &&
        isTaken(late, read.late) &&
        since === read.since &&
        (value === null || (typeof value === 'object' && !Array.isArray(value)))
      );
    },
    restore(value) {
      const kept = readKept(value);
      times = new ShardedMap();
      moments = new ShardedMap();
      late = new ShardedMap();
      kept.events.forEach(hold);
      kept.late.forEach(([id, time]) => late.set(id, time));
      [decided, underWay] = [noDecisions(), noDecisions()];
      store.setState(({ since }) => ({ since: kept.since ?? since }));
      lookAtAll();
      notifyChange();
    },
    takeIn(theirs) {
      const other = readKept(theirs);
      const added = other.events.filter(([id]) => !times.has(id) && !isDecided('withdrawn', id));
      const back = other.withdrawn.filter((id) => !isDecided('acknowledged', id) && forget(id));
      const lately = other.late.filter(([id]) => !late.has(id));
      if (added.length + back.length + lately.length === 0) {
        return;
      }
      isTakingIn = true;
      added.forEach(hold);
      lately.forEach(([id, time]) => late.set(id, time));
      const again = [...back, ...lately.map(([id]) => id)];
      const rows = sorted(added.map(([id, time]) => ({ id, time })));
      store.setState(({ open }) => ({ open: changeSorted(open, rowsOf(rows), openAgain(again)) }));
      notifyChange();
      isTakingIn = false;
    },
    written() {
      underWay = noDecisions();
    },
    merge(mine, theirs) {
      return whole(written(whole(merged(readKept(mine), readKept(theirs)))));
    },
  };

  /** The rows of some events as they are held now. */
  const rowsOf = (rows: readonly AcknowledgedEvent[]) =>
    rows.flatMap(({ id }) => {
      const row = events.get(id);
      return row === undefined ? [] : [row];
    });

  /** The blocks among some events that wait and are not yet among those that do. */
  function openAgain(ids: readonly string[]): readonly EventRow[] {
    const { open } = store.getState();
    const rows = sorted(ids.flatMap((id) => events.get(id) ?? []).filter(isOpen));
    return rows.filter((row) => open.at(placeOf(open, row)) !== row);
  }

  events.subscribe(catchUp);
  return {
    ...store,
    has: (id) => times.has(id),
    acknowledgedAt: (id) => moments.get(id),
    isOpen,
    waitingFrom() {
      const { since, version } = store.getState();
      const { count } = events.changes;
      if (unreadLate.version !== version || unreadLate.changes !== count) {
        let from = Number.POSITIVE_INFINITY;
        for (const [id, time] of late) {
          from = times.has(id) || events.has(id) ? from : Math.min(from, time);
        }
        unreadLate = { version, changes: count, from };
      }
      return since === undefined ? undefined : Math.min(since, unreadLate.from - 1);
    },
    acknowledge(rows, at) {
      for (const row of rows) {
        hold(entryOf(row.id, row.time, at));
        decide('acknowledged', row);
      }
      store.setState(({ open }) => ({ open: changeSorted(open, rowsOf(sorted(rows)), []) }));
      notifyChange();
    },
    withdraw(rows) {
      for (const row of rows) {
        forget(row.id);
        decide('withdrawn', row);
      }
      const again = openAgain(rows.map(({ id }) => id));
      store.setState(({ open }) => ({ open: changeSorted(open, [], again) }));
      notifyChange();
    },
    kept,
  };
}

/** The blocks of the feed that nobody acknowledged, newest first: the same list for as long as they are the same. */
export function selectUnacknowledgedBlocks({
  acknowledged,
}: {
  readonly acknowledged: AcknowledgedStore;
}): RowList<EventRow> {
  return acknowledged.getState().open;
}

function sorted<Row extends AcknowledgedEvent>(rows: readonly Row[]): readonly Row[] {
  return [...rows].sort(newestFirst);
}

/** What was acknowledged and what was withdrawn, by id. */
interface Decisions {
  readonly acknowledged: Set<string>;
  readonly withdrawn: Set<string>;
}

function noDecisions(): Decisions {
  return { acknowledged: new Set(), withdrawn: new Set() };
}
