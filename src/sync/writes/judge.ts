import type { Answered } from '../../api/client.ts';
import { isRefusal, refusalOf, refusalThoughRead, statusOf } from './problem.ts';
import type { Verdict } from './verdict.ts';
import { blindOutcome, type Outcome, type Write } from './write.ts';

/** The verdict after the server took the write. */
export async function judgeAnswer<State, Answer>(
  write: Write<State, Answer>,
  { value: answer, facts: { status } }: Answered<Answer>,
  fresh: State,
): Promise<Outcome<State>> {
  const { name } = write;
  const { state, error } = await readAgain(write);
  if (state === undefined) {
    const sentence = `Unknown: the server took the change, but ${name} could not be read after it. ${refusalOf(error, 'read', write.area)}`;
    return blindOutcome({ kind: 'unknown', sentence, status });
  }
  const verdict: Verdict = write.isReached(state)
    ? withOvertaken(write, fresh, state, {
        kind: 'confirmed',
        sentence: `Confirmed: ${name} ${write.describeReached(state)}.`,
        status,
      })
    : {
        kind: 'contradicted',
        sentence: `Contradicted: the server took the change, but ${name} ${write.describeMissed(state)}. ${write.explainContradiction(state, answer, fresh)}`,
        status,
      };
  return { verdict, state, isMoved: false };
}

/** The verdict after a write that was sent and got an error, or no answer at all. */
export async function judgeAfterError<State, Answer>(
  write: Write<State, Answer>,
  problem: unknown,
  fresh: State,
): Promise<Outcome<State>> {
  const { name, subject, area } = write;
  const status = statusOf(problem);
  const said = refusalOf(problem, 'change', area);
  const { state, error } = await readAgain(write);
  const wasRefused = isRefusal(problem);
  if (state === undefined) {
    // A key that is refused for reading too was refused for what it is, and not on the way.
    if (wasRefused && statusOf(error) === status) {
      return blindOutcome({ kind: 'refused', sentence: `${subject} was not changed. ${said}`, status });
    }
    const unread = refusalOf(error, 'read', area);
    const sentence = `Unknown: the change was sent, and ${name} could not be read after it. ${said}${unread === said ? '' : ` ${unread}`}`;
    return blindOutcome({ kind: 'unknown', sentence, status, ...(wasRefused ? {} : { mayResend: true }) });
  }
  const reached = write.isReached(state);
  if (wasRefused && !(reached && write.isReachedBy?.(status ?? 0) === true)) {
    const refusal = refusalThoughRead(problem, name, area);
    const sentence = reached
      ? `The server refused it, and ${name} ${write.describeReached(state)} all the same: somebody else did it, or it was repeated on its way. ${refusal}`
      : `${subject} was not changed${write.describeUnchanged(state)}. ${refusal}`;
    return { verdict: { kind: 'refused', sentence, status }, state, isMoved: false };
  }
  const verdict: Verdict = reached
    ? withOvertaken(write, fresh, state, {
        kind: 'confirmed',
        sentence: `Confirmed after an error: ${name} ${write.describeReached(state)}. What came in place of an answer: ${said}`,
        status,
      })
    : {
        kind: 'unknown',
        sentence: `Unknown: it was sent, and ${name} ${write.describeMissed(state)} so far; it may still be carried out later. ${said}`,
        status,
        mayResend: true,
      };
  return { verdict, state, isMoved: false };
}

/** The verdict, with what others changed between the two readings: the API has no way to keep them from it. */
function withOvertaken<State, Answer>(
  write: Write<State, Answer>,
  fresh: State,
  after: State,
  verdict: Verdict,
): Verdict {
  const overtaken = write.findOvertaken?.(fresh, after);
  return overtaken === undefined
    ? verdict
    : { ...verdict, sentence: `${verdict.sentence} ${overtaken}`, isOvertaken: true };
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
