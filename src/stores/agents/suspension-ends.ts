import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Agent } from '../../contract/agent.ts';
import type { Listing } from '../base/listing.ts';
import { agentsById } from './agent-action.ts';

/** A suspension that was made from this host to last until a time, and after which this host did nothing else to the agent. */
export interface SuspensionEnd {
  /** As it was seen after the suspension. */
  readonly agent: Agent;
  /** When it was to end, in milliseconds since the epoch. */
  readonly until: number;
  /** The suspension in the journal. */
  readonly operation: string;
  readonly reason: string;
}

export interface SuspensionEndsState {
  /** Those that end first come first. */
  readonly ends: readonly SuspensionEnd[];
}

export type SuspensionEndsStore = StoreApi<SuspensionEndsState>;

/** None is known yet. */
export function createSuspensionEndsStore(): SuspensionEndsStore {
  return createStore<SuspensionEndsState>(() => ({ ends: [] }));
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The longest that a suspension may be made for, and the shortest, in milliseconds: a verdict may take some seconds. */
const LONGEST_SUSPENSION = 7 * DAY;
const SHORTEST_SUSPENSION = MINUTE;

/** Why a suspension cannot be made for so many milliseconds, as a sentence; `span` is undefined for what is no span of time. */
export function suspensionProblem(span: number | undefined): string | undefined {
  return span === undefined || span < SHORTEST_SUSPENSION || span > LONGEST_SUSPENSION
    ? 'It takes a time from 1m to 7d, as 30m, 4h or 2d.'
    : undefined;
}

/** How a suspension with an end stands, as far as a list says it. */
export type SuspensionState = 'lasts' | 'due' | 'over' | 'unknown';

/**
 * How a suspension stands at a time: it lasts until its end, and is due from then on while the agent is as it was suspended;
 * it is over where the agent is otherwise. What is not in the list is unknown: it may be gone, or not be read.
 */
export function suspensionState(
  { agent, until }: SuspensionEnd,
  listed: Agent | undefined,
  now: number,
): SuspensionState {
  if (listed === undefined) {
    return 'unknown';
  }
  const isSuspended =
    listed.status === 'suspended' &&
    listed.hostname === agent.hostname &&
    listed.generation === agent.generation;
  return isSuspended ? (now < until ? 'lasts' : 'due') : 'over';
}

/** The agents whose suspension was to have ended, as the list has them now. */
export function selectDue(
  { ends }: SuspensionEndsState,
  listing: Listing<Agent> | undefined,
  now: number,
): readonly Agent[] {
  const byId = agentsById(listing);
  return ends.flatMap((end) => {
    const listed = byId.get(end.agent.id);
    return listed !== undefined && suspensionState(end, listed, now) === 'due' ? [listed] : [];
  });
}
