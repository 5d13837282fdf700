import type { Answered } from '../../api/client.ts';
import type { JournalState } from './journal.ts';
import type { JournalContext } from './journal-clock.ts';
import type { Intent } from './operation.ts';
import type { Age } from './policy-marks.ts';
import type { Overwritten } from './policy-parts.ts';
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
  /** Whether what was read before it is known to be older than what the person saw. */
  isOutdated?(fresh: State): boolean;
  /** Whether what was read before it shows at least what an earlier change was read to have done; undefined where nothing says. */
  isAsNewAs?(fresh: State, earlier: JournalState | undefined): boolean | undefined;
  /** Whether what was read is as requested. */
  isReached(state: State): boolean;
  /** What the server's own marks say of a reading after it, compared with its answer, or without one, with what was read before. */
  ageAfter?(after: State, sent: { readonly fresh: State; readonly answer?: Answer }): Age;
  /** The server's answer as a reading of it; undefined where it is none. */
  asState?(answer: Answer): State | undefined;
  /** What there is to say when it is: "is suspended". */
  describeReached(after: State): string;
  /** What is known of changes that came between the reading before it and it; undefined when nothing did. */
  findOvertaken?(readings: ReadingsAround<State, Answer>): LostUpdate | undefined;
  /** What there is to say when it is not: "is active". `fresh` is as it was read before it. */
  describeMissed(after: State, fresh?: State): string;
  /** What there is to say when nothing of it is to be seen: "is active". */
  describeUnchanged(after: State): string;
  /** Whether a part of it, and not all, is seen that was not there before. */
  isPartlyReached?(after: State, fresh: State): boolean;
  /**
   * Why what was read is no proof that it was not carried out, as a sentence: it is in nothing else than it was before it.
   * Undefined where it is, or where the marks of the server say that it is newer.
   */
  explainFromBefore?(after: State, answer: Answer, fresh: State): string | undefined;
  /** Why nobody can say whether it is as requested, as a sentence; undefined where the reading says that it is not. */
  explainUnseen?(after: State): string | undefined;
  /** Why, where the server took it and it is not as requested. */
  explainContradiction(after: State, answer: Answer, fresh: State): string;
  /** Whether a refusal with that status says that it happened before. */
  isReachedBy?(status: number): boolean;
  toJournal(state: State): JournalState;
}

/** What was read around a write. */
export interface ReadingsAround<State, Answer> {
  readonly fresh: State;
  /** The server's answer to it, if there was one. */
  readonly answer?: Answer | undefined;
  /** What else was read about that time, before it was seen; it may be older than what was read before it. */
  readonly between: readonly State[];
  readonly after: State;
}

/** What is known of other changes that came between the reading before a write and it. */
export interface LostUpdate {
  /** As one or two sentences. */
  readonly sentence: string;
  /** Something else was overwritten, or may have been; undefined where nothing says. */
  readonly isLikely: boolean | undefined;
  /** What is known to have been overwritten. */
  readonly overwritten: readonly Overwritten[];
}

export interface Obstacle {
  /** Without "Nothing was sent". */
  readonly sentence: string;
  /** It is another one than the person saw. */
  readonly isMoved: boolean;
  /** Does what is left to do where it is as requested before: what to add to the sentence, and what became of an end. */
  readonly settle?: ((context: JournalContext) => Promise<Settled>) | undefined;
}

/** What is left to say where nothing had to be sent. */
export interface Settled {
  /** Begins with a blank; may be empty. */
  readonly sentence: string;
  readonly end?: Verdict['end'];
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
