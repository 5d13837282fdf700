import { AbortedError, ReadOnlyError } from '../../api/errors.ts';
import type { Answered, Client } from '../../api/client.ts';
import { STATUS } from '../../contract/status.ts';
import { delay } from '../../lib/clock.ts';
import type { JournalState } from './journal.ts';
import type { JournalContext } from './journal-clock.ts';
import { Operation } from './operation.ts';
import { verifyAfterError, verifyAnswer, verifyBeforeResend, type EarlierTry } from './verify-outcome.ts';
import { isNeverSent, mayBeSentAgain, refusalOf, statusOf } from './problem.ts';
import type { Waiting } from './read-after.ts';
import { READS_LAG, recentChange, type RecentChange } from './recent-change.ts';
import { stillPending } from './still-pending.ts';
import type { Verdict } from './verdict.ts';
import { blindOutcome, type Outcome, type Write } from './write.ts';

/** Most times that a write is sent which provably did nothing before. */
const MOST_SENDINGS = 3;

/** A write leaves within so many milliseconds of the fresh read that it was decided by; else it is read again. */
const FRESH_FOR = 5000;

/** What may be out of date is read again after so many milliseconds. */
const READ_AGAIN_AFTER = 1500;

/** What writes are made with. */
export interface WriterContext extends JournalContext {
  /** Paced for a person's writes; it must never send a request twice by itself. */
  readonly client: Client;
  /** A new id for each write. */
  readonly newId: () => string;
  /** Called with a mistake in the program in the middle of a write: what was being done, after "while", and what was thrown. */
  readonly onFault?: ((doing: string, error: unknown) => void) | undefined;
}

/** How a person, or a script, waits for one write. */
export interface WaitingOptions {
  /** Ends the waiting for it to be seen, and leaves it unknown then; what is sent stays sent. */
  readonly signal?: AbortSignal | undefined;
  /** Called when it is read again since it is not seen yet, or is seen and may be from before an earlier change from here. */
  readonly onWait?: ((isSeen: boolean) => void) | undefined;
}

/**
 * Makes one write: records the intent, reads anew, stops when that is not what the person saw, records what it read,
 * sends, reads again, and records what it observed ("Writes"). Sent again by itself only when it provably did nothing: it never left,
 * or the server asked to wait (429); and then all begins anew with a fresh read. Never throws: a mistake in the program on the
 * way leaves it refused where nothing can have been done, and otherwise unknown, and is recorded as such.
 */
export async function executeWrite<State, Answer>(
  context: WriterContext,
  write: Write<State, Answer>,
  options: WaitingOptions = {},
): Promise<Outcome<State>> {
  if (context.client.isReadOnly) {
    return blindOutcome({ kind: 'refused', sentence: readOnlySentence(), blockedBy: 'read-only' });
  }
  let operation: Operation;
  try {
    operation = new Operation(context.newId(), write.intent, context);
    await operation.intend(write.intent);
  } catch (error) {
    return blindOutcome({
      kind: 'refused',
      sentence: `Nothing was sent, since it cannot be recorded in the journal first. ${messageOf(error)}`,
      blockedBy: 'journal',
    });
  }
  const sending: Sending = { mayBeDone: false };
  const outcome = await attempt(context, write, operation, { ...options, sending }).catch(
    (error: unknown) => {
      context.onFault?.('making a change', error);
      return faultOutcome(write, error, sending);
    },
  );
  const verdict = { ...outcome.verdict, operation: operation.id };
  try {
    await operation.end(verdict, stateForJournal(context, write, outcome.state));
  } catch (error) {
    const sentence = `${verdict.sentence} The journal does not say so yet: ${messageOf(error)}`;
    return { ...outcome, verdict: { ...verdict, sentence, blockedBy: 'journal' } };
  }
  return { ...outcome, verdict };
}

/** Whether what was sent so far may have been carried out. */
interface Sending {
  mayBeDone: boolean;
}

async function attempt<State, Answer>(
  context: WriterContext,
  write: Write<State, Answer>,
  operation: Operation,
  { sending, ...options }: WaitingOptions & { readonly sending: Sending },
): Promise<Outcome<State>> {
  const { clock } = context;
  let recent: Promise<RecentChange | undefined> | undefined;
  const lastChange = () => (recent ??= recentChange(write.intent, operation.id, context));
  const waiting: Waiting = {
    ...options,
    clock,
    provenFrom: async () => (await lastChange())?.shownFrom ?? Number.NEGATIVE_INFINITY,
  };
  let earlier: EarlierTry<State> | undefined;
  for (let sendings = 1; ; sendings++) {
    // A server may have carried out what it answered with a 429.
    const nothingDone =
      earlier !== undefined
        ? 'Not sent again after the server answered 429'
        : sendings === 1
          ? 'Nothing was sent'
          : 'Not carried out';
    const status = statusOf(earlier?.problem);
    let fresh: State;
    try {
      fresh = await readBefore(write, lastChange, waiting);
    } catch (error) {
      return blindOutcome({
        kind: 'refused',
        sentence: `${nothingDone}: ${write.name} could not be read before the change. ${refusalOf(error, 'read', write.area)}`,
        status: statusOf(error) ?? status,
      });
    }
    if (sendings > 1 && write.isReached(fresh)) {
      return verifyBeforeResend(write, fresh, earlier);
    }
    earlier = earlier && { ...earlier, read: [...earlier.read, fresh] };
    const obstacle = write.findObstacle(fresh);
    if (obstacle !== undefined) {
      const pending = write.isReached(fresh) ? await stillPending(write.intent, context) : '';
      const settled = await obstacle.settle?.(context);
      const sentence = `${nothingDone}: ${obstacle.sentence}${settled?.sentence ?? ''}${pending}`;
      const verdict: Verdict = { kind: 'refused', sentence, status, end: settled?.end };
      return { verdict, state: fresh, isMoved: obstacle.isMoved };
    }
    const leaveBy = clock.monotonic() + FRESH_FOR;
    try {
      await operation.sending(write.toJournal(fresh));
    } catch (error) {
      const sentence = `${nothingDone}, since it cannot be recorded in the journal first. ${messageOf(error)}`;
      const verdict: Verdict = { kind: 'refused', sentence, status, blockedBy: 'journal' };
      return { verdict, state: fresh, isMoved: false };
    }
    let answer: Answered<Answer>;
    sending.mayBeDone = true;
    try {
      answer = await write.send(fresh, leaveBy);
    } catch (error) {
      if (error instanceof ReadOnlyError) {
        const verdict: Verdict = { kind: 'refused', sentence: error.message, blockedBy: 'read-only' };
        return { verdict, state: fresh, isMoved: false };
      }
      if (!mayBeSentAgain(error)) {
        return verifyAfterError(write, error, fresh, waiting);
      }
      sending.mayBeDone = !isNeverSent(error) || earlier !== undefined;
      if (isNeverSent(error) && (sendings === MOST_SENDINGS || error instanceof AbortedError)) {
        const sentence =
          earlier === undefined
            ? `${write.subject} was not changed: it was never sent. ${refusalOf(error, 'change', write.area)}`
            : `${nothingDone}: it never left. ${refusalOf(error, 'change', write.area)}`;
        return { verdict: { kind: 'refused', sentence, status }, state: fresh, isMoved: false };
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
        return verifyAfterError(write, error, earlier?.fresh ?? fresh, waiting);
      }
      if (statusOf(error) === STATUS.rateLimited) {
        earlier ??= { problem: error, fresh, read: [] };
      }
      continue;
    }
    return verifyAnswer(write, answer, fresh, waiting);
  }
}

/** What a mistake in the program leaves of a write: nothing further is written then. */
function faultOutcome<State, Answer>(
  { name }: Write<State, Answer>,
  error: unknown,
  { mayBeDone }: Sending,
): Outcome<State> {
  const said = `${messageOf(error)}.`;
  return blindOutcome(
    mayBeDone
      ? {
          kind: 'unknown',
          sentence: `Unknown: the change of ${name} was sent, and a fault in vigil kept it from being checked: ${said} Look at it before anything else is done with it.`,
          blockedBy: 'fault',
        }
      : {
          kind: 'refused',
          sentence: `Nothing was changed: a fault in vigil came before the change of ${name}: ${said}`,
          blockedBy: 'fault',
        },
  );
}

/** What was read last as the journal keeps it; undefined also where a mistake in the program is in the way. */
function stateForJournal<State, Answer>(
  { onFault }: Pick<WriterContext, 'onFault'>,
  write: Write<State, Answer>,
  state: State | undefined,
): JournalState | undefined {
  try {
    return state === undefined ? undefined : write.toJournal(state);
  } catch (error) {
    onFault?.('noting a change in the journal', error);
    return undefined;
  }
}

/**
 * Reads what it is about before it. Where that may be from before an earlier change from here, or before what the person saw, it is
 * read again for as long as a server's readings may lag: nothing is refused, and no list written, by what is out of date.
 */
async function readBefore<State, Answer>(
  write: Write<State, Answer>,
  lastChange: () => Promise<RecentChange | undefined>,
  { clock, signal, onWait }: Waiting,
): Promise<State> {
  const until = clock.monotonic() + READS_LAG;
  for (;;) {
    const fresh = await write.read('before the change');
    const left = (await mayBeOutdated(write, fresh, until, lastChange)) - clock.monotonic();
    if (left <= 0) {
      return fresh;
    }
    try {
      signal?.throwIfAborted();
      onWait?.(false);
      await delay(clock, Math.min(left, READ_AGAIN_AFTER), signal);
    } catch {
      throw new Error('It may be out of date, and was waited for no longer.');
    }
  }
}

/** Until when, by the monotonic clock, what was read may be out of date. */
async function mayBeOutdated<State, Answer>(
  write: Write<State, Answer>,
  fresh: State,
  until: number,
  lastChange: () => Promise<RecentChange | undefined>,
): Promise<number> {
  if (write.isOutdated?.(fresh) === true) {
    return until;
  }
  if (write.isAsNewAs === undefined && write.findObstacle(fresh) === undefined) {
    return 0;
  }
  const last = await lastChange();
  return last === undefined || write.isAsNewAs?.(fresh, last.after) === true ? 0 : last.shownFrom;
}

function readOnlySentence(): string {
  return new ReadOnlyError({ method: '', path: '', query: '' }).message;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
