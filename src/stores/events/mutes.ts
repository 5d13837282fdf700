import { createStore, type StoreApi } from 'zustand/vanilla';

import { isSameJson } from '../../lib/same-json.ts';
import type { JsonValue, KeptOnHost } from '../base/kept-on-host.ts';
import { muteProblem } from './event-mutes.ts';

/** The longest time that something can be muted, in milliseconds. */
export const LONGEST_MUTE = 7 * 86_400_000;

/** So many can mute at a time. */
export const MOST_MUTES = 20;

/** So many are kept, those that have ended among them, so that another console learns of their end. */
const MOST_KEPT = 100;

/** Events that are hidden from the feed, and that nobody is alerted of, for a while. */
export interface Mute {
  /** The query that they pass. */
  readonly text: string;
  /** When it was made, or ended by somebody, in milliseconds since the epoch. */
  readonly at: number;
  /** When it ends by itself. */
  readonly until: number;
}

export interface MutesState {
  /** By their queries, those that have ended among them. */
  readonly all: ReadonlyMap<string, Mute>;
  /** Those that mute now, the newest first: the same list for as long as they are the same. */
  readonly active: readonly Mute[];
}

/** What is muted, kept on this host. */
export interface MutesStore extends StoreApi<MutesState> {
  readonly kept: KeptOnHost;
  /** Mutes what passes a query; a mute of the same query is replaced. */
  mute(mute: Mute): void;
  /** Ends a mute before its time. */
  end(text: string, now: number): void;
  /** Ends what ends by the clock. */
  endDue(now: number): void;
}

/** Nothing is muted yet. */
export function createMutesStore(): MutesStore {
  const store = createStore<MutesState>(() => ({ all: new Map(), active: [] }));
  /** The time as it was last known: what is read from a file is looked at by the next frame. */
  let known = Number.NEGATIVE_INFINITY;
  const show = (all: ReadonlyMap<string, Mute>) => {
    const before = store.getState();
    const active = [...all.values()]
      .filter(({ at, until }) => until > known && until > at)
      .sort((left, right) => right.at - left.at || (left.text < right.text ? -1 : 1))
      .slice(0, MOST_MUTES);
    const isSame = isSameJson(active, before.active);
    if (!isSame || all !== before.all) {
      store.setState({ all, active: isSame ? before.active : active });
    }
  };
  const add = (mute: Mute) => show(merged(store.getState().all, new Map([[mute.text, mute]])));
  return {
    ...store,
    mute(mute) {
      known = Math.max(known, mute.at);
      add(mute);
    },
    end(text, now) {
      known = Math.max(known, now);
      add({ text, at: now, until: now });
    },
    endDue(now) {
      known = now;
      show(store.getState().all);
    },
    kept: {
      name: 'mutes',
      read: () => written(store.getState().all),
      isWhole: (value) =>
        value === undefined || (Array.isArray(value) && value.length === readKept(value).size),
      restore: (value) => show(readKept(value)),
      merge: (mine, theirs) => written(merged(readKept(mine), readKept(theirs))),
      takeIn(theirs) {
        const { all } = store.getState();
        const both = merged(all, readKept(theirs));
        if (!isSameJson(written(all), written(both))) {
          show(both);
        }
      },
      subscribe: (listener) =>
        store.subscribe(({ all }, before) => (all === before.all ? undefined : listener(true))),
    },
  };
}

/** Both, of two with one query the one that was made or ended last; the newest of more than can be kept. */
function merged(
  mine: ReadonlyMap<string, Mute>,
  theirs: ReadonlyMap<string, Mute>,
): ReadonlyMap<string, Mute> {
  const both = new Map(mine);
  for (const [text, mute] of theirs) {
    const other = both.get(text);
    if (other === undefined || mute.at > other.at || (mute.at === other.at && mute.until < other.until)) {
      both.set(text, mute);
    }
  }
  const newest = [...both].sort(
    ([text, left], [other, right]) => right.at - left.at || (text < other ? -1 : 1),
  );
  return new Map(newest.slice(0, MOST_KEPT));
}

function written(mutes: ReadonlyMap<string, Mute>): JsonValue {
  return [...mutes.values()].map(({ text, at, until }) => [text, at, until]);
}

/** Those of what is kept on a host that mute at a time, the one that ends first at the front. */
export function keptMutesAt(value: unknown, now: number): readonly Mute[] {
  return [...readKept(value).values()]
    .filter(({ at, until }) => until > now && until > at)
    .sort((left, right) => left.until - right.until);
}

function readKept(value: unknown): ReadonlyMap<string, Mute> {
  const entries = Array.isArray(value) ? (value as unknown[]) : [];
  return new Map(entries.filter(isEntry).map(([text, at, until]) => [text, { text, at, until }] as const));
}

function isEntry(value: unknown): value is readonly [text: string, at: number, until: number] {
  if (!Array.isArray(value) || value.length !== 3) {
    return false;
  }
  const [text, at, until] = value as readonly unknown[];
  return (
    typeof text === 'string' &&
    muteProblem(text) === undefined &&
    typeof at === 'number' &&
    typeof until === 'number' &&
    Number.isFinite(at) &&
    until >= at &&
    until - at <= LONGEST_MUTE
  );
}
