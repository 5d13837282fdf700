import { agentSchema } from '../../../contract/agent.ts';
import { effectiveVerdict } from '../../../stores/journal/effective-verdict.ts';
import type { JournalOperation, JournalState } from '../journal.ts';
import { describeAllTheSame } from '../verify-outcome.ts';
import { carriedOutOver, readBefore, type OutcomeFinding, type Seen } from './outcome-finding.ts';
import { momentOf } from '../journal-clock.ts';
import { isRepeated } from '../later-changes.ts';
import { policyOf } from '../policy-of-step.ts';
import type { AnyState } from '../write-of-steps.ts';
import type { Write } from '../write.ts';

/** Whether a change that the server refused, or a part of it, is to be seen in what was read, or in what the journal has of it. */
export function isSeenAllTheSame(
  operation: JournalOperation,
  write: Write<AnyState, unknown>,
  state: AnyState | JournalState | undefined,
): boolean {
  return state !== undefined && describe(operation, write, stateOf(operation, state)) !== undefined;
}

/**
 * What there is to say of a change that the server refused and that is seen all the same; undefined when that may be the doing of a
 * later one of this host. It stays refused: whether it was carried out or somebody else did the same cannot be seen.
 */
export function refusedOutcomeFinding(
  seen: Seen,
  later: readonly JournalOperation[],
): OutcomeFinding | undefined {
  const { operation, write, earlier, state, seenAt } = seen;
  const reading =
    state === undefined || isRepeated(operation, later) ? undefined : describe(operation, write, state);
  if (state === undefined || reading === undefined) {
    return undefined;
  }
  // Whoever did it: of the policy it took back what was stored before.
  const isOfPolicy = operation.steps[0].action === 'policy' && write.isReached(state);
  const over = isOfPolicy ? carriedOutOver(operation, later, readBefore(seen), state) : undefined;
  const at = momentOf(new Date(seenAt).toISOString(), seenAt);
  return {
    kind: 'refused',
    status: effectiveVerdict(operation.steps)?.status,
    sentence: `Seen later: at ${momentOf(earlier.at, seenAt)} the server refused the change, ${reading}${over?.text ?? ''}. It was seen at ${at}.${over?.unread ?? ''}`,
    after: write.toJournal(state),
    overtaken: over?.overtaken ?? [],
    lost: over?.lost ?? {},
  };
}

function describe(
  operation: JournalOperation,
  write: Write<AnyState, unknown>,
  state: AnyState,
): string | undefined {
  const sent = operation.steps.find(({ step }) => step === 'sending')?.before ?? {};
  return describeAllTheSame(write, state, stateOf(operation, sent));
}

/** As a reading: what the journal keeps is a part of one. */
function stateOf(
  { steps: [{ action, target }] }: JournalOperation,
  state: AnyState | JournalState,
): AnyState {
  if (state === 'gone' || 'raw' in state) {
    return state as AnyState;
  }
  if (action === 'policy') {
    return policyOf(state);
  }
  return 'gone' in state ? 'gone' : agentSchema.parse({ ...state, id: target.id ?? 'unknown' });
}
