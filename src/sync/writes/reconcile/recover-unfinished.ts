import { namesIn } from '../../../stores/journal/names-in.ts';
import { withNamed } from '../../../lib/named.ts';
import type { Quoted } from '../../../lib/untrusted.ts';
import { effectiveVerdict } from '../../../stores/journal/effective-verdict.ts';
import {
  topicOf,
  wasSent,
  type JournalOperation,
  type JournalState,
  type JournalTarget,
} from '../journal.ts';
import { sinceAgo } from '../journal-clock.ts';
import { carriedOutOver, unknownBetweenText } from './outcome-finding.ts';
import {
  isRepeated,
  laterChanges,
  operationsByThing,
  readAnew,
  readBeforeNext,
  sinceBefore,
  wasReached,
} from '../later-changes.ts';
import { Operation } from '../operation.ts';
import type { Verdict } from '../verdict.ts';
import { writeOf } from '../write-of-steps.ts';
import type { ReconcileContext } from './reconcile-options.ts';

/** What was found out about a write. */
export interface Finding {
  readonly operation: string;
  readonly sentence: Quoted;
  readonly target: JournalTarget;
  /** What it is about: what is found out later about the same takes its place. */
  readonly topic: string;
}

/**
 * Finds out what became of the writes that a process left without a verdict when it ended, and puts that down ("Writes":
 * the journal). One of which only the intent is there was never sent; of the others, what they are about is read again, or,
 * where the agent was changed again later, it counts how it was read before that. One that cannot be read is left for the
 * next start, and one that another process has put a verdict on meanwhile is reported as that has it. Resolves with a sentence about
 * each, the oldest first. Rejects with the journal's sentence when it cannot be read or written.
 */
export async function resolveUnfinished(context: ReconcileContext): Promise<readonly Finding[]> {
  const unfinished = await unfinishedSince(context, sinceAgo(0, context.clock));
  const oldest = unfinished.at(-1);
  if (oldest === undefined) {
    return [];
  }
  // What was done later to the same things counts, too.
  const { operations } = await context.journal.read({ since: sinceBefore(oldest, context.clock) });
  const byThing = operationsByThing(operations);
  const found: Finding[] = [];
  for (const operation of operations.filter(({ isUnfinished }) => isUnfinished).reverse()) {
    const sentence = await lookInto(context, operation, laterChanges(operation, byThing(operation)));
    found.push({
      operation: operation.operation,
      sentence: withNamed(sentence, namesIn(operation)),
      target: operation.steps[0].target,
      topic: topicOf(operation),
    });
  }
  return found;
}

async function unfinishedSince({ journal }: ReconcileContext, since: number) {
  const { operations } = await journal.read({ since });
  return operations.filter(({ isUnfinished }) => isUnfinished);
}

/** Records what became of one, and resolves with a sentence. */
async function lookInto(
  context: ReconcileContext,
  operation: JournalOperation,
  later: readonly JournalOperation[],
): Promise<string> {
  const [first] = operation.steps;
  const write = writeOf(context.client, operation);
  const what = `vigil ended without a verdict on a change that was decided on at ${first.time.slice(0, 19)}Z (${first.action === 'policy' ? 'of the policy' : `${first.action} of ${write.name}`})`;

  async function end(verdict: Verdict, after?: JournalState): Promise<string> {
    // Whoever starts at the same time looks into the same.
    const { present } = await readAnew(operation, context);
    const known = present && effectiveVerdict(present.steps);
    if (known !== undefined) {
      return known.sentence ?? verdict.sentence;
    }
    await Operation.again(operation, context).end(verdict, after);
    return verdict.sentence;
  }

  if (!wasSent(operation)) {
    return end({ kind: 'refused', sentence: `Nothing was sent: ${what}, before it was sent.` });
  }
  const next = readBeforeNext(later);
  if (next?.before !== undefined) {
    const { before, time } = next;
    const was = `${write.name} was ${typeof before['status'] === 'string' ? before['status'] : 'without a status'} at ${time}, before it was changed again`;
    return end(
      wasReached(operation, before)
        ? { kind: 'confirmed', sentence: `Confirmed: ${was}. ${what}.` }
        : { kind: 'unknown', sentence: `Unknown: ${what}. It may have been sent, and ${was}.` },
      before,
    );
  }
  let state;
  try {
    state = await write.read('what became of an earlier change');
  } catch (error) {
    return `Unknown: ${what}, and it could not be checked. ${error instanceof Error ? error.message : String(error)}`;
  }
  const after = write.toJournal(state);
  if (!write.isReached(state)) {
    const sentence = `Unknown: ${what}. It may have been sent, and ${write.name} ${write.describeMissed(state)} now.`;
    return end({ kind: 'unknown', sentence }, after);
  }
  const over = carriedOutOver(operation, later, undefined, state);
  const is = `${write.name} ${write.describeReached(state)}`;
  const unknownPart = unknownBetweenText(operation, state);
  return end(
    isRepeated(operation, later)
      ? {
          kind: 'unknown',
          sentence: `Unknown: ${what}. ${write.subject} ${write.describeReached(state)}, and a later change from this host was to do the same.`,
        }
      : {
          kind: 'confirmed',
          sentence:
            over === undefined
              ? `Confirmed: ${is}, unless somebody else did the same. ${what}.${unknownPart}`
              : `Carried out ${over.over}: ${is}${over.text}. ${what}.${over.unread}${unknownPart}`,
        },
    after,
  );
}
