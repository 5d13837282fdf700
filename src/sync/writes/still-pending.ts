import { isSameValue } from '../../lib/same-value.ts';
import { effectiveVerdict, isOpenVerdict } from '../../stores/journal/effective-verdict.ts';
import { sendingOf, wasSent } from './journal.ts';
import {
  ageOf,
  ageOfOperation,
  sinceAgo,
  type JournalContext,
  momentOf,
  OUTCOME_OPEN_FOR,
} from './journal-clock.ts';
import { wantedBy } from './later-changes.ts';
import type { Write } from './write.ts';

/**
 * What may yet undo that something is as a write was to make it: an earlier change of the same from this host to something
 * else, which was not seen to have happened. A sentence with a space before it; empty when there is none, or the journal
 * cannot say.
 */
export async function stillPending(
  { target, wanted, action }: Write<unknown, unknown>['intent'],
  { journal, clock }: JournalContext,
): Promise<string> {
  const { operations } = await journal
    .read({ since: sinceAgo(OUTCOME_OPEN_FOR, clock), about: { action, target } })
    .catch(() => ({ operations: [] }));
  const pending = operations.find(
    (operation) =>
      operation.isOwn &&
      ageOfOperation(operation, clock) <= OUTCOME_OPEN_FOR &&
      wasSent(operation) &&
      isOpenVerdict(effectiveVerdict(operation.steps)?.verdict) &&
      (operation.steps[0].action === 'policy') === (action === 'policy') &&
      (action === 'policy' || operation.steps[0].target.id === target.id) &&
      Object.entries(wantedBy(operation)).some(
        ([field, value]) => Object.hasOwn(wanted, field) && !isSameValue(wanted[field], value),
      ),
  );
  const sent = pending && sendingOf(pending);
  if (pending === undefined || sent === undefined) {
    return '';
  }
  const until = new Date(clock.now() + OUTCOME_OPEN_FOR - ageOf(sent, clock)).toISOString().slice(11, 16);
  const what = action === 'policy' ? 'change of the policy' : `change of it (${sent.action})`;
  return ` But an earlier ${what}, sent at ${momentOf(sent.time, clock.now())}, was not confirmed, and the server may still apply it: look at it again until ${until}Z.`;
}
