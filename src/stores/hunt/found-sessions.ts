import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Sentence } from '../../lib/untrusted.ts';
import type { SessionsOfMachines } from './hunt-answer.ts';

/** The sessions of the machines that a hunt found. */
export interface FoundSessionsState {
  /** Of each machine whose sessions were read what says whether an event is of one. */
  readonly byClient: SessionsOfMachines;
  /** Why no more of them are read. */
  readonly problem: Sentence | undefined;
  /** Machines beyond those whose sessions are read at most. */
  readonly left: number;
}

export type FoundSessionsStore = StoreApi<FoundSessionsState>;

/** No session of any machine. */
export const NO_FOUND_SESSIONS: FoundSessionsState = { byClient: new Map(), problem: undefined, left: 0 };

/** A store without sessions. */
export function createFoundSessionsStore(): FoundSessionsStore {
  return createStore<FoundSessionsState>(() => NO_FOUND_SESSIONS);
}
