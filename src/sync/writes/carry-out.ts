import { AbortedError, ReadOnlyError } from '../../api/errors.ts';
import type { Client } from '../../api/client.ts';
import { STATUS } from '../../contract/status.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Journal, JournalState } from './journal.ts';
import { Operation, type Intent } from './operation.ts';
import { isNeverSent, isRefusal, provablyUndone, refusalOf, statusOf, type Area } from './problem.ts';
import type { Verdict } from './verdict.ts';

/** Most times that a write is sent which provably did nothing before. */
const MOST_SENDINGS = 3;

/** A write leaves within so many milliseconds of the fresh read that it was decided by; else it is read again. */
const FRESH_FOR = 5000;

/** What writes are made with. */
export interface WriterContext {
  /** Paced for a person's writes; it must never send a request twice by itself. */
  readonly client: Client;
  readonly clock: Clock;
  readonly journal: Journal;
  /** A new id for each write. */
  readonly newId: () => string;
}

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
  send(fresh: State, leaveBy: number): Promise<Answer>;
  /** Whether what was read is as it was wanted. */
  isReached(state: State): boolean;
  /** What there is to say when it is: "is suspended". */
  describeReached(after: State): string;
  /** What there is to say when it is not: "is active". */
  describeMissed(after: State): string;
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

/**
 * Makes one write: puts the intent down, reads anew, stops when that is not what the person saw, puts down what it read,
 * sends, reads again, and puts down what it observed ("Writes"). Sent again by itself only when it provably did nothing: it never left,
 * or the server asked to wait (429); and then all begins anew with a fresh read. Never throws.
 */
export async function carryOut<State, Answer>(
  context: WriterContext,
  write: Write<State, Answer>,
): Promise<Outcome<State>> {
  const { client, journal, clock } = context;
  if (client.isReadOnly) {
    return nothing({ kind: 'refused', sentence: readOnlySentence(), blockedBy: 'read-only' });
  }
  const operation = new Operation(context.newId(), write.intent, { journal, clock });
  try {
    await operation.intend(write.intent);
  } catch (error) {
    return nothing({
      kind: 'refused',
      sentence: `Nothing was sent, since it cannot be put down in the journal first. ${messageOf(error)}`,
      blockedBy: 'journal',
    });
  }
  const outcome = await attempt(context, write, operation);
  const verdict = { ...outcome.verdict, operation: operation.id };
  try {
    await operation.end(verdict, outcome.state === undefined ? undefined : write.toJournal(outcome.state));
  } catch (error) {
    const sentence = `${verdict.sentence} The journal does not say so: ${messageOf(error)}`;
    return { ...outcome, verdict: { ...verdict, sentence, blockedBy: 'journal' } };
  }
  return { ...outcome, verdict };
}

async function attempt<State, Answer>(
  { clock }: WriterContext,
  write: Write<State, Answer>,
  operation: Operation,
): Promise<Outcome<State>> {
  let before: unknown;
  for (let sendings = 1; ; sendings++) {
    // What was refused with a 429, or never left, did nothing either.
    const nothingDone = sendings === 1 ? 'Nothing was sent' : 'Not carried out';
    let fresh: State;
    try {
      fresh = await write.read('before the change');
    } catch (error) {
      return nothing({
        kind: 'refused',
        sentence: `${nothingDone}: ${write.name} could not be read before the change. ${refusalOf(error, 'read', write.area)}`,
        status: statusOf(error),
      });
    }
    if (sendings > 1 && write.isReached(fresh)) {
      const sentence = `Confirmed: ${write.name} ${write.describeReached(fresh)}, although an earlier try did not get through (${messageOf(before)}).`;
      return { verdict: { kind: 'confirmed', sentence }, state: fresh, isMoved: false };
    }
    const obstacle = write.findObstacle(fresh);
    if (obstacle !== undefined) {
      const sentence = `${nothingDone}: ${obstacle.sentence}`;
      return { verdict: { kind: 'refused', sentence }, state: fresh, isMoved: obstacle.isMoved };
    }
    const leaveBy = clock.monotonic() + FRESH_FOR;
    try {
      await operation.sending(write.toJournal(fresh));
    } catch (error) {
      const sentence = `${nothingDone}, since it cannot be put down in the journal first. ${messageOf(error)}`;
      return { verdict: { kind: 'refused', sentence, blockedBy: 'journal' }, state: fresh, isMoved: false };
    }
    let answer: Answer;
    try {
      answer = await write.send(fresh, leaveBy);
    } catch (error) {
      if (error instanceof ReadOnlyError) {
        const verdict: Verdict = { kind: 'refused', sentence: error.message, blockedBy: 'read-only' };
        return { verdict, state: fresh, isMoved: false };
      }
      if (!provablyUndone(error)) {
        return judgeAfterError(write, error);
      }
      if (isNeverSent(error) && (sendings === MOST_SENDINGS || error instanceof AbortedError)) {
        const sentence = `${write.subject} was not changed: it was never sent. ${refusalOf(error, 'change', write.area)}`;
        return { verdict: { kind: 'refused', sentence }, state: fresh, isMoved: false };
      }
      if (statusOf(error) === STATUS.rateLimited && write.inBulk) {
        // Reading would have to wait as well, and the whole stops here.
        const sentence = `The server asks to wait and says that it did not take the change of ${write.name} (429).`;
        return {
          verdict: { kind: 'refused', sentence, status: statusOf(error) },
          state: fresh,
          isMoved: false,
        };
      }
      if (sendings === MOST_SENDINGS) {
        return judgeAfterError(write, error);
      }
      before = error;
      continue;
    }
    return judgeAnswer(write, answer, fresh);
  }
}

/** The verdict after the server took the write. */
async function judgeAnswer<State, Answer>(
  write: Write<State, Answer>,
  answer: Answer,
  fresh: State,
): Promise<Outcome<State>> {
  const { name } = write;
  const { state, error } = await readAgain(write);
  if (state === undefined) {
    const sentence = `Unknown: the server took the change, but ${name} could not be read after it. ${refusalOf(error, 'read', write.area)}`;
    return nothing({ kind: 'unknown', sentence });
  }
  const verdict: Verdict = write.isReached(state)
    ? { kind: 'confirmed', sentence: `Confirmed: ${name} ${write.describeReached(state)}.` }
    : {
        kind: 'contradicted',
        sentence: `Contradicted: the server took the change, but ${name} ${write.describeMissed(state)}. ${write.explainContradiction(state, answer, fresh)}`,
      };
  return { verdict, state, isMoved: false };
}

/** The verdict after a write that was sent and got an error, or no answer at all. */
async function judgeAfterError<State, Answer>(
  write: Write<State, Answer>,
  problem: unknown,
): Promise<Outcome<State>> {
  const { name, subject, area } = write;
  const status = statusOf(problem);
  const said = refusalOf(problem, 'change', area);
  const { state, error } = await readAgain(write);
  const wasRefused = isRefusal(problem);
  if (state === undefined) {
    // A key that is refused for reading too was refused for what it is, and not on the way.
    if (wasRefused && statusOf(error) === status) {
      return nothing({ kind: 'refused', sentence: `${subject} was not changed. ${said}`, status });
    }
    const sentence = `Unknown: the change was sent, and ${name} could not be read after it. ${said} ${refusalOf(error, 'read', area)}`;
    return nothing({ kind: 'unknown', sentence, status, ...(wasRefused ? {} : { mayResend: true }) });
  }
  const reached = write.isReached(state);
  if (wasRefused && !(reached && write.isReachedBy?.(status ?? 0) === true)) {
    const sentence = reached
      ? `The server refused it, and ${name} ${write.describeReached(state)} all the same: somebody else did it, or it was repeated on its way. ${said}`
      : `${subject} was not changed: it ${write.describeMissed(state)}. ${said}`;
    return { verdict: { kind: 'refused', sentence, status }, state, isMoved: false };
  }
  const verdict: Verdict = reached
    ? {
        kind: 'confirmed',
        sentence: `Confirmed after an error: ${name} ${write.describeReached(state)}. What came in place of an answer: ${said}`,
        status,
      }
    : {
        kind: 'unknown',
        sentence: `Unknown: it was sent, and ${name} ${write.describeMissed(state)} so far; it may still be carried out later. ${said}`,
        status,
        mayResend: true,
      };
  return { verdict, state, isMoved: false };
}

/** Reads what became of it, once more when that fails: no change is made by it. */
async function readAgain<State, Answer>(
  write: Write<State, Answer>,
): Promise<{ readonly state: State | undefined; readonly error?: unknown }> {
  try {
    return { state: await write.read('after the change') };
  } catch {
    try {
      return { state: await write.read('after the change, once more') };
    } catch (error) {
      return { state: undefined, error };
    }
  }
}

function readOnlySentence(): string {
  return new ReadOnlyError({ method: '', path: '', query: '' }).message;
}

function nothing(verdict: Verdict): Outcome<never> {
  return { verdict, state: undefined, isMoved: false };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
