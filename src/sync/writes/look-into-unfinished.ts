import type { Client } from '../../api/client.ts';
import { agentSchema } from '../../contract/agent.ts';
import { policySchema } from '../../contract/policy.ts';
import type { Clock } from '../../lib/clock.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { agentDeletionWrite } from './agent-deletion.ts';
import { agentStatusWrite } from './agent-status.ts';
import type { Write } from './write.ts';
import type { Journal, JournalOperation, JournalRecord } from './journal.ts';
import { Operation } from './operation.ts';
import { policyWrite } from './policy-write.ts';
import type { Verdict } from './verdict.ts';

/** What a write that was left without a verdict is looked into with. */
export interface UnfinishedContext {
  /** Only reads are made with it. */
  readonly client: Client;
  readonly clock: Clock;
  readonly journal: Journal;
}

/**
 * Finds out what became of the writes that a process left without a verdict when it ended, and puts that down ("Writes":
 * the journal). One of which only the intent is there was never sent; of the others, what they are about is read again, or,
 * where the agent was changed again later, it counts how it was read before that. One that cannot be read is left for the
 * next start. Resolves with a sentence about each, the oldest first. Rejects with the
 * journal's sentence when it cannot be read or written.
 */
export async function lookIntoUnfinished(context: UnfinishedContext): Promise<readonly string[]> {
  const { operations } = await context.journal.read();
  const inOrder = operations.toReversed();
  const told: string[] = [];
  for (const [place, operation] of inOrder.entries()) {
    if (operation.isUnfinished) {
      told.push(await lookInto(context, operation, firstReadAfter(operation, inOrder.slice(place + 1))));
    }
  }
  return told;
}

/** How an agent was read right before it was changed the next time; undefined when it was not, as far as is known here. */
function firstReadAfter(
  { steps: [{ target, base_url: server }] }: JournalOperation,
  later: readonly JournalOperation[],
): JournalRecord | undefined {
  return target.id === undefined
    ? undefined
    : later
        .filter(({ steps: [first] }) => first.target.id === target.id && first.base_url === server)
        .flatMap(({ steps }) => steps)
        .find(({ step, before }) => step === 'sending' && before !== undefined);
}

async function lookInto(
  context: UnfinishedContext,
  { operation, steps }: JournalOperation,
  next: JournalRecord | undefined,
): Promise<string> {
  const [first] = steps;
  const write = writeOf(context.client, steps) as Write<unknown, unknown>;
  const entry = new Operation(operation, { ...first, isUndo: first.undo }, context);
  const what = `vigil ended without a verdict on a change that was decided on at ${first.time.slice(0, 19)}Z (${first.action === 'policy' ? 'of the policy' : `${first.action} of ${write.name}`})`;
  if (steps.every(({ step }) => step === 'intent')) {
    const sentence = `Nothing was sent: ${what}, before it was sent.`;
    await entry.end({ kind: 'refused', sentence }, undefined);
    return sentence;
  }
  if (next?.before !== undefined) {
    const { before, time } = next;
    const wasReached = Object.entries(first.after ?? {}).every(([field, value]) =>
      isSameValue(before[field], value),
    );
    const was = `${write.name} was ${typeof before['status'] === 'string' ? before['status'] : 'without a status'} at ${time}, before it was changed again`;
    const verdict: Verdict =
      wasReached && first.after !== undefined
        ? { kind: 'confirmed', sentence: `Confirmed: ${was}. ${what}.` }
        : { kind: 'unknown', sentence: `Unknown: ${what}. It may have been sent, and ${was}.` };
    await entry.end(verdict, before);
    return verdict.sentence;
  }
  let state: unknown;
  try {
    state = await write.read('what became of an earlier change');
  } catch (error) {
    return `Unknown: ${what}, and it could not be looked into. ${error instanceof Error ? error.message : String(error)}`;
  }
  const verdict: Verdict = write.isReached(state)
    ? { kind: 'confirmed', sentence: `Confirmed: ${write.name} ${write.describeReached(state)}. ${what}.` }
    : {
        kind: 'unknown',
        sentence: `Unknown: ${what}. It may have been sent, and ${write.name} ${write.describeMissed(state)} now.`,
      };
  await entry.end(verdict, write.toJournal(state));
  return verdict.sentence;
}

/** The write that the steps are of, as far as it is needed to read and judge what it is about. */
function writeOf(client: Client, [first, ...others]: JournalOperation['steps']) {
  const { action, target } = first;
  switch (action) {
    case 'policy':
      return policyWrite(client, {
        base: policySchema.parse({ version: target.version }),
        changes: wantedBy([first, ...others]),
      });
    case 'suspend':
    case 'reactivate':
      return agentStatusWrite(client, {
        agent: agentSchema.parse({ ...target, id: target.id ?? 'unknown' }),
        status: action === 'suspend' ? 'suspended' : 'active',
        reason: '',
      });
    case 'delete':
    case 'hard-delete':
      return agentDeletionWrite(client, {
        agent: agentSchema.parse({ ...target, id: target.id ?? 'unknown' }),
        hard: action === 'hard-delete',
        reason: '',
      });
  }
}

function wantedBy(steps: readonly JournalRecord[]): Readonly<Record<string, unknown>> {
  return steps.find(({ step }) => step === 'intent')?.after ?? {};
}
