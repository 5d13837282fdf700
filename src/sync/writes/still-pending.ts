import type { Clock } from '../../lib/clock.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { countingVerdict, isJudgedAgain } from '../../stores/journal/counting-verdict.ts';
import { wasSent, type Journal } from './journal.ts';
import { LANDS_WITHIN } from './late-landings.ts';
import { wantedBy } from './later-changes.ts';
import type { Write } from './write.ts';

/**
 * What may yet undo that something is as a write was to make it: an earlier change of the same from this host to something
 * else, which was not seen to have happened. A sentence with a space before it; empty when there is none, or the journal
 * cannot tell.
 */
export async function stillPending(
  { target, wanted, action }: Write<unknown, unknown>['intent'],
  { journal, clock }: { readonly journal: Journal; readonly clock: Clock },
): Promise<string> {
  const { operations } = await journal
    .read({ since: clock.now() - LANDS_WITHIN })
    .catch(() => ({ operations: [] }));
  const pending = operations.find(
    (operation) =>
      operation.isOwn &&
      wasSent(operation) &&
      isJudgedAgain(countingVerdict(operation.steps)?.verdict) &&
      (operation.steps[0].action === 'policy') === (action === 'policy') &&
      (action === 'policy' || operation.steps[0].target.id === target.id) &&
      Object.entries(wantedBy(operation)).some(
        ([field, value]) => Object.hasOwn(wanted, field) && !isSameValue(wanted[field], value),
      ),
  );
  const sent = pending?.steps.findLast(({ step }) => step === 'sending');
  if (pending === undefined || sent === undefined) {
    return '';
  }
  const until = new Date(Date.parse(sent.time) + LANDS_WITHIN).toISOString().slice(11, 16);
  const what = action === 'policy' ? 'change of the policy' : `change of it (${sent.action})`;
  return ` But an earlier ${what}, sent at ${sent.time.slice(11, 19)}Z, was not confirmed, and the server may still apply it: look at it again until ${until}Z.`;
}
