import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Sentence, Untrusted } from '../../lib/untrusted.ts';
import type { Lacks } from '../events/incompleteness.ts';
import type { HuntList } from './hunt-list.ts';
import type { ListMatcher } from './list-matcher.ts';

/** What somebody hunts for in a console. */
export interface HuntQuestion {
  /** The file of the list, in full. */
  readonly file: Untrusted;
  readonly list: HuntList;
  readonly matcher: ListMatcher;
}

/**
 * How far the reading of the events is that are older than those of the feed.
 * - `waiting`: the feed itself was not read yet.
 * - `running`, `done`: it is under way, or was read to its end.
 * - `cancelled`: by whoever hunts. `stopped`: by a failure.
 */
export type PastPhase = 'waiting' | 'running' | 'done' | 'cancelled' | 'stopped';

/** The reading of the events before those of the feed, none of which is kept. */
export interface PastReading {
  readonly phase: PastPhase;
  /** Why it was stopped, or is being tried again. */
  readonly problem: Sentence | undefined;
  /** When it is tried again, in milliseconds; undefined while it goes on. */
  readonly triesAt: number | undefined;
  /** Events of it that were read, and how many there are as far as that is known. */
  readonly read: number;
  readonly of: number | undefined;
  /** Those of them in parts that were read to their end. */
  readonly inParts: number;
  /** What is known of the completeness of these parts. */
  readonly state: Lacks | undefined;
  /** Events of them that the server no longer had at the end. */
  readonly deleted: number;
}

/** A hunt in a console. */
export interface Hunt extends HuntQuestion {
  /** Which one it is, from 1. */
  readonly number: number;
  readonly past: PastReading;
}

export interface HuntState {
  /** The last one; undefined before the first. */
  readonly hunt: Hunt | undefined;
}
export type HuntStore = StoreApi<HuntState>;

/** A past of which nothing was read. */
export const UNREAD_PAST: PastReading = {
  phase: 'waiting',
  problem: undefined,
  triesAt: undefined,
  read: 0,
  of: undefined,
  inParts: 0,
  state: undefined,
  deleted: 0,
};

/** A store without a hunt. */
export function createHuntStore(): HuntStore {
  return createStore<HuntState>(() => ({ hunt: undefined }));
}
