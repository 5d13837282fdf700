import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Agent } from '../../contract/agent.ts';
import type { AnyText, Sentence } from '../../lib/untrusted.ts';
import type { WriteProgress } from '../base/write-step.ts';
import type { AgentAction } from './agent-action.ts';

/** What has become of an agent in a run: what was observed after the write, or why there was none. */
export type ItemState =
  'waiting' | 'under way' | 'confirmed' | 'contradicted' | 'unknown' | 'refused' | 'skipped';

/** One agent that something is done with. */
export interface RunItem {
  /** As it was when somebody decided. */
  readonly agent: Agent;
  readonly state: ItemState;
  /** While it is under way: where its write is. */
  readonly step?: WriteProgress | undefined;
  /** What happened, as a sentence for people; empty before anything has. */
  readonly sentence: AnyText;
  /** When that was said, in milliseconds since the epoch; undefined where no time is named in it. */
  readonly saidAt?: number | undefined;
  /** What it was seen to be after the write. */
  readonly after: Agent | 'gone' | undefined;
  /** The write of it in the journal, once it was made. */
  readonly operation?: string | undefined;
  /** It may be sent once more, which was not done yet. */
  readonly mayResend: boolean;
  /** The run stopped at it, and begins with it when it goes on: it was refused for a reason that holds for all. */
  readonly isStop: boolean;
}

/** The topic of the message that a run has begun, which is outdated once its progress is shown. */
export const RUN_TOPIC = 'agent run';

/** Something that is done with one agent or several, one after the other. */
export interface AgentRun {
  readonly action: AgentAction;
  readonly reason: string;
  /** When a suspension is to end, in milliseconds since the epoch. */
  readonly until?: number | undefined;
  readonly isUndo: boolean;
  readonly items: readonly RunItem[];
  /** `stopping` after somebody cancelled it, until the one under way is finished. */
  readonly phase: 'running' | 'stopping' | 'cancelled' | 'stopped' | 'done';
  /** Why it has stopped before its end, as a sentence. */
  readonly stop: Sentence | undefined;
  /** When it was decided, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** When it last began to send, by the monotonic clock, and how many were finished then: what an estimate is made from. */
  readonly pace: { readonly since: number; readonly from: number };
}

/** What `:undo` would turn back: the agents of the last suspension or reactivation that were seen to have changed. */
export interface Undoable {
  readonly action: 'suspend' | 'reactivate';
  readonly reason: string;
  /** When it was decided on, in milliseconds since the epoch. */
  readonly at: number;
  /** As they were seen after it. */
  readonly agents: readonly Agent[];
  /** It was done before this console was started, and is known from the journal. */
  readonly isOfBefore?: true;
}

/** A suspension or reactivation that was sent and never confirmed; it may have happened, or may still. */
export interface UnconfirmedChange {
  readonly agent: Agent;
  readonly action: 'suspend' | 'reactivate';
  readonly reason: string;
  readonly at: number;
  /** The write of it in the journal. */
  readonly operation: string | undefined;
}

/** What is turned back, as its dialog says it. */
export interface Undone extends Undoable {
  /** Agents of the same action or of later ones that it leaves out, since no change of them was seen. */
  readonly passedOver: readonly Agent[];
}

export interface AgentRunState {
  /** The last run, which may be under way. */
  readonly run: AgentRun | undefined;
  /** Lets no further agent of the run begin. */
  readonly cancel: () => void;
  readonly undoable: Undoable | undefined;
  /** What was suspended or reactivated since, or along with it, and not confirmed. */
  readonly unconfirmed: readonly UnconfirmedChange[];
}

export type AgentRunStore = StoreApi<AgentRunState>;

/** Nothing was done yet. */
export function createAgentRunStore(): AgentRunStore {
  return createStore<AgentRunState>(() => ({
    run: undefined,
    cancel: () => undefined,
    undoable: undefined,
    unconfirmed: [],
  }));
}

/** Whether a run still sends. */
export function isUnderWay(run: AgentRun | undefined): boolean {
  return run?.phase === 'running' || run?.phase === 'stopping';
}

/** How many agents of a run are in each state. */
export function countStates({ items }: Pick<AgentRun, 'items'>): Readonly<Record<ItemState, number>> {
  const counts: Record<ItemState, number> = {
    waiting: 0,
    'under way': 0,
    confirmed: 0,
    contradicted: 0,
    unknown: 0,
    refused: 0,
    skipped: 0,
  };
  for (const { state } of items) {
    counts[state]++;
  }
  return counts;
}

/** Whether a run that goes on begins with this agent, or comes to it. */
export function isLeft({ state, isStop }: RunItem): boolean {
  return state === 'waiting' || isStop;
}

/** How many agents of a run are finished with, also by being skipped, and how many there are. */
export function progressOf(run: Pick<AgentRun, 'items'>): { readonly done: number; readonly of: number } {
  const { waiting, 'under way': current } = countStates(run);
  const of = run.items.length;
  return { done: of - waiting - current, of };
}

/** How long a run still takes at the pace until now, in milliseconds; undefined before any agent is finished. */
export function timeLeft(run: AgentRun, monotonic: number): number | undefined {
  const { done, of } = progressOf(run);
  const finished = done - run.pace.from;
  return finished <= 0 ? undefined : ((monotonic - run.pace.since) / finished) * (of - done);
}
