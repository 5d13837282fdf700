import type { Answered } from '../../api/client.ts';
import { isRefusal, refusalOf, refusalThoughRead, statusOf } from './problem.ts';
import { readAfter, type Readings, type Waiting } from './read-after.ts';
import type { Verdict } from './verdict.ts';
import { blindOutcome, type Outcome, type Write } from './write.ts';

/** The verdict after the server took the write. */
export async function judgeAnswer<State, Answer>(
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
      : judgeMissed(write, { state, answer, fresh, readings, status });
  return { verdict, state, isMoved: false };
}

/** The verdict where the server took it, and it was not seen. */
function judgeMissed<State, Answer>(
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
export async function judgeAfterError<State, Answer>(
  write: Write<State, Answer>,
  problem: unknown,
  fresh: State,
  waiting: Waiting,
): Promise<Outcome<State>> {
  const { name, subject, area } = write;
  const status = statusOf(problem);
  const said = refusalOf(problem, 'change', area);
  const wasRefused = isRefusal(problem);
  const mayBeDone = !wasRefused || write.isReachedBy?.(status ?? 0) === true;
  const readings = await readAfter(write, { fresh }, mayBeDone ? waiting : withoutWaiting(waiting));
  const { state, error } = readings;
  if (state === undefined) {
    // A key that is refused for reading too was refused for what it is, and not on the way.
    if (wasRefused && statusOf(error) === status) {
      return blindOutcome({ kind: 'refused', sentence: `${subject} was not changed. ${said}`, status });
    }
    const unread = refusalOf(error, 'read', area);
    const sentence = `Unknown: the change was sent, and ${name} could not be read after it. ${said}${unread === said ? '' : ` ${unread}`}`;
    return blindOutcome({ kind: 'unknown', sentence, status, ...(wasRefused ? {} : { mayResend: true }) });
  }
  const isReached = write.isReached(state);
  if (wasRefused && !(isReached && mayBeDone)) {
    const refusal = refusalThoughRead(problem, name, area);
    const sentence = isReached
      ? `The server refused it, and ${name} ${write.describeReached(state)} all the same: another change did it, or this was repeated on its way. ${refusal}`
      : `${subject} was not changed${write.describeUnchanged(state)}. ${refusal}`;
    return { verdict: { kind: 'refused', sentence, status }, state, isMoved: false };
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
        ...(overtaken.isLikely === undefined && { isUntold: true }),
        ...(overtaken.overwritten.length > 0 && { overwritten: overtaken.overwritten }),
      };
}
