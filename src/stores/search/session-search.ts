import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Session } from '../../contract/session.ts';
import type { Sought } from '../../lib/text-finder.ts';
import type { Sentence } from '../../lib/untrusted.ts';
import type { Completeness } from '../base/completeness.ts';
import type { SessionsView } from '../sessions/sessions-view.ts';
import type { SearchHit } from './search-hit.ts';

/** So many hits are kept; what is found beyond them is only counted. */
export const MOST_HITS = 2000;

/** What is searched for, and in which sessions. */
export interface SearchQuestion {
  readonly sought: Sought;
  /** Those that pass the filters of the list, as they were listed then. */
  readonly sessions: readonly Session[];
  /** Whether filters leave any out, as far as they were read. */
  readonly isFiltered: boolean;
  /** How many of the sessions that the server has were read into the list. */
  readonly listed: Completeness;
  /** Sessions of subagents are not among them: they are listed on request alone. */
  readonly leavesSubagentsOut: boolean;
  /** The filters of the list then. */
  readonly chosenBy: SessionsView;
}

/** A transcript that could not be searched, or not all of it, and why as a sentence. */
export interface Unsearched {
  readonly session: Session;
  readonly problem: Sentence;
  /** What of it is here was searched. */
  readonly isInPart: boolean;
}

/** How much was found. */
export interface FoundCounts {
  readonly matches: number;
  readonly messages: number;
}

/** How far a search has come, and what it found. */
export interface SearchProgress {
  /** Sessions that are done with, those that could not be read included. */
  readonly done: number;
  readonly unsearched: readonly Unsearched[];
  /** The first ones, at most so many as are kept. */
  readonly hits: readonly SearchHit[];
  readonly found: FoundCounts;
  /** By the id of each session in which anything was found. */
  readonly bySession: ReadonlyMap<string, FoundCounts>;
  readonly bytes: number;
  /** Messages that were looked through. */
  readonly messages: number;
  /** Messages that are larger than what is shown of one: what was cut off was not searched. */
  readonly cutMessages: number;
}

/** A search through the transcripts of sessions, one after the other. */
export interface SessionSearch extends SearchQuestion, SearchProgress {
  /** Which one it is, from 1. */
  readonly number: number;
  readonly phase: 'running' | 'cancelled' | 'stopped' | 'done';
  /** Why it has stopped before its end, as a sentence. */
  readonly stop: Sentence | undefined;
  /** When the sessions were listed, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** When it began, by the monotonic clock: what an estimate is made from. */
  readonly since: number;
  /** For how long it went on until the last session that is done with, in milliseconds. */
  readonly took: number;
}

export interface SessionSearchState {
  /** The last one; undefined before there was any. */
  readonly search: SessionSearch | undefined;
}

export type SessionSearchStore = StoreApi<SessionSearchState>;

/** A store in which nothing was searched for yet. */
export function createSessionSearchStore(): SessionSearchStore {
  return createStore<SessionSearchState>(() => ({ search: undefined }));
}

/** A search that has not looked at anything yet. */
export const NOTHING_SEARCHED: SearchProgress = {
  done: 0,
  unsearched: [],
  hits: [],
  found: { matches: 0, messages: 0 },
  bySession: new Map(),
  bytes: 0,
  messages: 0,
  cutMessages: 0,
};

/** How long a search still takes at the pace until now, in milliseconds; undefined before any session is done with. */
export function searchTimeLeft(
  { done, sessions, since }: SessionSearch,
  monotonic: number,
): number | undefined {
  return done === 0 ? undefined : ((monotonic - since) / done) * (sessions.length - done);
}
