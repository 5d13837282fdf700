import type { Answered } from '../../api/client.ts';
import { isRefusal, refusalOf, refusalThoughRead, statusOf } from './problem.ts';
import { readAfter, type Readings, type Waiting } from './read-after.ts';
import type { Verdict } from './verdict.ts';
import { blindOutcome, type Outcome, type Write } from './write.ts';

/** The verdict after the server took the write. */
export async function verifyAnswer<State, Answer>(
  write: Write<State, Answer>,
  { value: answer, facts: { status } }: Answered<Answer>,
  fresh: State,
  waiting: Waiting,
): Promise<Outcome<State>> {
  const { name } = write;
  const readings = await readAfter(write, { fresh, answer }, waiting);
  const { state, error } = readings;
  if (state === undefined) {
    const sentence = `Unknown: the server took the change, but ${name} could not be read after it. ${refusalOf(error, 'read', write.area)}`;
    return blindOutcome({ kind: 'unknown', sentence, status });
  }
  const verdict: Verdict =
    write.isReached(state) && readings.isSettled
      ? confirmed(
          write,
          { fresh, answer, ...readings, state },
          {
            kind: 'confirmed',
            sentence: `Confirmed: ${name} ${write.describeReached(state)}.`,
            status,
          },
        )
      : verdictOfMissed(write, { state, answer, fresh, readings, status });
  return { verdict, state, isMoved: false };
}

/** The verdict where the server took it, and it was not seen. */
function verdictOfMissed<State, Answer>(
  write: Write<State, Answer>,
  {
    state,
    answer,
    fresh,
    readings: { isSettled, isCut, waited, all },
    status,
  }: {
    readonly state: State;
    readonly answer: Answer;
    readonly fresh: State;
    readonly readings: Readings<State>;
    readonly status: number;
  },
): Verdict {
  const { name } = write;
  if (write.isReached(state)) {
    const sentence = `Unknown: the server took the change, and ${name} ${write.describeReached(state)}, but that may have been read from before an earlier change. ${cutText(isCut)}`;
    return { kind: 'unknown', sentence, status };
  }
  const isOlder = write.ageAfter?.(state, { fresh, answer }) === 'older';
  const answered = isOlder ? write.asState?.(answer) : undefined;
  // The server's own answer is newer than what was read since.
  const shown = answered === undefined || write.isReached(answered) ? state : answered;
  const missed = write.describeMissed(shown, fresh);
  const unseen = write.explainUnseen?.(shown);
  if (unseen !== undefined) {
    return {
      kind: 'unknown',
      sentence: `Unknown: the server took the change, but ${name} ${missed}. ${unseen}`,
      status,
    };
  }
  if (isOlder && shown === state) {
    const sentence = `Unknown: the server took the change, but what it gives of ${name} is still from before it${timesText(all.length, waited)}. ${LATER}`;
    return { kind: 'unknown', sentence, status };
  }
  const doubt = isSettled ? write.explainFromBefore?.(shown, answer, fresh) : undefined;
  if (doubt !== undefined) {
    const sentence = `Unknown: the server took the change, but ${name} ${missed}${timesText(all.length, waited)}. ${doubt} ${LATER}`;
    return { kind: 'unknown', sentence, status };
  }
  if (!isSettled && shown === state) {
    const sentence = `Unknown: the server took the change, and ${name} ${missed} so far. What is read may be from before the change. ${cutText(isCut)}`;
    return { kind: 'unknown', sentence, status };
  }
  const sentence = `Contradicted: the server took the change, but ${name} ${missed}${timesText(all.length, waited)}. ${write.explainContradiction(shown, answer, fresh)}`;
  return { kind: 'contradicted', sentence, status };
}

const LATER = 'What is read of it later is compared with the change.';

function cutText(isCut: boolean): string {
  return `${isCut ? 'It was waited for no longer. ' : 'It could not be read again. '}${LATER}`;
}

/** How often it was read; empty for once. */
function timesText(times: number, waited: number): string {
  return times <= 1 ? '' : ` (read ${times} times in ${Math.round(waited / 1000)} s)`;
}

/** The verdict after a write that was sent and got an error, or no answer at all. */
export async function verifyAfterError<State, Answer>(
  write: Write<State, Answer>,
  problem: unknown,
  fresh: State,
  waiting: Waiting,
): Promise<Outcome<State>> {
  const { name, area } = write;
  const status = statusOf(problem);
  const said = refusalOf(problem, 'change', area);
  const wasRefused = isRefusal(problem);
  const mayBeDone = !wasRefused || write.isReachedBy?.(status ?? 0) === true;
  const readings = await readAfter(write, { fresh }, mayBeDone ? waiting : withoutWaiting(waiting));
  const { state, error } = readings;
  if (state === undefined) {
    // A key that is refused for reading too was refused for what it is, and not on the way.
    if (wasRefused && statusOf(error) === status) {
      const sentence = `The server refused the change of ${name}, and reading it as well. ${said}`;
      return blindOutcome({ kind: 'refused', sentence, status, isOvertakenUnknown: true });
    }
    const unread = refusalOf(error, 'read', area);
    const sentence = `Unknown: the change was sent, and ${name} could not be read after it. ${said}${unread === said ? '' : ` ${unread}`}`;
    return blindOutcome({ kind: 'unknown', sentence, status, ...(wasRefused ? {} : { mayResend: true }) });
  }
  const isReached = write.isReached(state);
  if (wasRefused && !(isReached && mayBeDone)) {
    const verdict = verdictOfRefused(write, { problem, fresh, readings: { ...readings, state } });
    return { verdict, state, isMoved: false };
  }
  if (isReached && readings.isSettled) {
    const verdict = confirmed(
      write,
      { fresh, ...readings, state },
      {
        kind: 'confirmed',
        sentence: `Confirmed after an error: ${name} ${write.describeReached(state)}. What came in place of an answer: ${said}`,
        status,
      },
    );
    return { verdict, state, isMoved: false };
  }
  const seen = isReached
    ? `${write.describeReached(state)}, but that may have been read from before an earlier change`
    : `${write.describeMissed(state, fresh)} so far; it may still be carried out later`;
  const unseen = isReached ? undefined : write.explainUnseen?.(state);
  const sentence = `Unknown: it was sent, and ${name} ${seen}.${unseen === undefined ? '' : ` ${unseen}`} ${said}`;
  return { verdict: { kind: 'unknown', sentence, status, mayResend: true }, state, isMoved: false };
}

/**
 * The verdict where the server refused it, which some do after they carried it out. What is read right after that may be from before
 * it, so only a reading that cannot be says that nothing was changed; nobody is kept waiting for one.
 */
function verdictOfRefused<State, Answer>(
  write: Write<State, Answer>,
  {
    problem,
    fresh,
    readings,
  }: {
    readonly problem: unknown;
    readonly fresh: State;
    readonly readings: Readings<State> & { readonly state: State };
  },
): Verdict {
  const { name, subject, area } = write;
  const { state, isSettled } = readings;
  const refusal = refusalThoughRead(problem, name, area);
  const about = { kind: 'refused', status: statusOf(problem) } as const;
  const part = describeAllTheSame(write, state, fresh);
  if (part !== undefined) {
    const sentence = `The server refused the change, ${part}. ${refusal}`;
    return confirmed(write, { fresh, ...readings }, { ...about, sentence });
  }
  return isSettled
    ? { ...about, sentence: `${subject} was not changed: it ${write.describeUnchanged(state)}. ${refusal}` }
    : {
        ...about,
        sentence: `The server refused the change of ${name}; read once after that, it ${write.describeUnchanged(state)}. ${refusal}`,
        isOvertakenUnknown: true,
      };
}

/**
 * What is seen of a change that the server refused, to follow "refused the change, "; undefined when nothing is. `fresh` is as
 * it was read before it.
 */
export function describeAllTheSame<State, Answer>(
  write: Write<State, Answer>,
  state: State,
  fresh: State,
): string | undefined {
  if (write.isReached(state)) {
    return `and ${write.name} ${write.describeReached(state)} all the same: it was carried out, or another change did it`;
  }
  return write.isPartlyReached?.(state, fresh) === true
    ? `and part of it is there all the same, carried out or done by another change: ${write.name} ${write.describeMissed(state, fresh)}`
    : undefined;
}

/** The verdict before it would be sent once more, where what is read by then is as requested. */
export function verifyBeforeResend<State, Answer>(
  write: Write<State, Answer>,
  state: State,
  earlier: EarlierTry<State> | undefined,
): Outcome<State> {
  const reached = `Confirmed: ${write.name} ${write.describeReached(state)}`;
  const verdict: Verdict =
    earlier === undefined
      ? {
          kind: 'confirmed',
          sentence: `${reached}, by another change: this one was never sent.`,
        }
      : confirmed(
          write,
          { fresh: earlier.fresh, all: [...earlier.read, state], state },
          {
            kind: 'confirmed',
            sentence: `${reached}. An earlier try was answered with 429 and carried out all the same, or another change did it (${earlier.problem instanceof Error ? earlier.problem.message : String(earlier.problem)}).`,
            status: statusOf(earlier.problem),
          },
        );
  return { verdict, state, isMoved: false };
}

/** The first try to which the server answered that it did nothing. */
export interface EarlierTry<State> {
  readonly problem: unknown;
  /** As it was read before it. */
  readonly fresh: State;
  /** What was read since. */
  readonly read: readonly State[];
}

/** Reads once: what the server says by itself is enough. */
function withoutWaiting(waiting: Waiting): Waiting {
  return { ...waiting, signal: AbortSignal.abort() };
}

/** The verdict, with what came between the two readings: the API has no way to keep others from it. */
function confirmed<State, Answer>(
  write: Write<State, Answer>,
  {
    fresh,
    answer,
    all,
    state: after,
  }: {
    readonly fresh: State;
    readonly answer?: Answer;
    readonly all: readonly State[];
    readonly state: State;
  },
  verdict: Verdict,
): Verdict {
  const overtaken = write.findOvertaken?.({ fresh, answer, between: all.slice(0, -1), after });
  return overtaken === undefined
    ? verdict
    : {
        ...verdict,
        sentence: `${verdict.sentence} ${overtaken.sentence}`,
        ...(overtaken.isLikely === true && { isOvertaken: true }),
        ...(overtaken.isLikely === undefined && { isOvertakenUnknown: true }),
        ...(overtaken.overwritten.length > 0 && { overwritten: overtaken.overwritten }),
      };
}
