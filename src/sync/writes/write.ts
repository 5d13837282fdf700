import type { Answered } from '../../api/client.ts';
import type { JournalState } from './journal.ts';
import type { Intent } from './operation.ts';
import type { Area } from './problem.ts';
import type { Verdict } from './verdict.ts';

/** One write, as it differs from the others. `State` is what is read before and after it. */
export interface Write<State, Answer> {
  readonly intent: Intent;
  /** What it is about, in a sentence and at the beginning of one. */
  readonly name: string;
  readonly subject: string;
  /** What the key has to be permitted for, in words. */
  readonly area: Area;
  readonly inBulk: boolean;
  read(purpose: string): Promise<State>;
  /** Why it must not be sent to what was just read; undefined when that is what the person decided on. */
  findObstacle(fresh: State): Obstacle | undefined;
  /** Sends it, unless it could only leave after that time of the monotonic clock. */
  send(fresh: State, leaveBy: number): Promise<Answered<Answer>>;
  /** Whether what was read is as it was wanted. */
  isReached(state: State): boolean;
  /** What there is to say when it is: "is suspended". */
  describeReached(after: State): string;
  /** What the two readings around it tell of changes by others that came between them, as a sentence; undefined when nothing. */
  findOvertaken?(fresh: State, after: State): string | undefined;
  /** What there is to say when it is not: "is active". */
  describeMissed(after: State): string;
  /** The end of a sentence that says that a refusal left it as it was: ": it is active"; empty when that is all. */
  describeUnchanged(after: State): string;
  /** Why, where the server took it and it is not as it was wanted. */
  explainContradiction(after: State, answer: Answer, fresh: State): string;
  /** Whether a refusal with that status says that it happened before. */
  isReachedBy?(status: number): boolean;
  toJournal(state: State): JournalState;
}

export interface Obstacle {
  /** Without "Nothing was sent". */
  readonly sentence: string;
  /** It is another one than the person saw. */
  readonly isMoved: boolean;
}

/** What came of a write. */
export interface Outcome<State> {
  readonly verdict: Verdict;
  /** As it was read last. */
  readonly state: State | undefined;
  readonly isMoved: boolean;
}

/** The outcome of a write about which nothing could be read. */
export function blindOutcome(verdict: Verdict): Outcome<never> {
  return { verdict, state: undefined, isMoved: false };
}
