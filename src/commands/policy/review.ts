import type { Policy } from '../../contract/policy.ts';
import type { PolicyChanges } from '../../stores/policy/policy-draft.ts';
import { differencesFrom } from '../../stores/policy/select-differences.ts';
import { selectPolicyMerge } from '../../stores/policy/select-policy.ts';
import { updatePane } from '../../stores/view-store.ts';
import { closeDialog, notify, openDialog, type CommandContext } from '../command.ts';
import { readOnlyReason } from '../read-only.ts';
import { goToTab } from '../shell.ts';
import { syncedBy } from './sync-time.ts';

/** Shows what writing the draft would change; what is in conflict is shown in the pane, to be settled first. */
export function openReview(context: CommandContext): void {
  const { stores } = context;
  const stored = stores.policy.getState().data;
  if (stored === undefined) {
    notify(context, 'The policy is not here yet.');
    return;
  }
  const { changes, conflicts, foreign } = selectPolicyMerge(stores);
  const [conflict] = conflicts;
  if (conflict !== undefined) {
    goToTab(context, 'policy');
    updatePane(stores.view, 'policy', { text: '', cursor: conflict.field });
    notify(
      context,
      `Nothing was sent: somebody else changed ${conflicts.map(({ field }) => field).join(', ')} too. Enter on ${conflicts.length === 1 ? 'it' : 'each'} settles that, then W reviews again.`,
      'bad',
    );
  } else if (Object.keys(changes).length > 0) {
    const events = stores.events.getState().rows;
    const { length } = differencesFrom(stored, changes);
    const last = Math.max(0, length - 1);
    openDialog(context, { kind: 'policy-review', stored, changes, foreign, events, top: 0, last });
  } else if (stores.policyDraft.getState().base === undefined) {
    notify(context, 'Nothing is changed yet.');
  } else {
    stores.policyDraft.discard();
    notify(context, 'All that the draft changes is stored already, so there is nothing to write.');
  }
}

/** Writes what the review shows, and tells what was observed. */
export async function writeReviewed(context: CommandContext): Promise<void> {
  const { stores, sync } = context;
  const dialog = stores.view.getState().dialogs.at(-1);
  if (dialog?.kind !== 'policy-review') {
    return;
  }
  const refusal = readOnlyReason(context);
  if (refusal !== undefined) {
    notify(context, refusal, 'bad');
    return;
  }
  closeDialog(context);
  const { stored, changes } = dialog;
  notify(context, 'Writing the policy');
  const verdict = await sync.writePolicy({ base: stored, changes });
  if (verdict.moved !== undefined) {
    // What was read is in the store by now, and the draft merged into it; a conflict tells enough by itself.
    if (selectPolicyMerge(stores).conflicts.length === 0) {
      notify(context, verdict.sentence, 'bad');
    }
    openReview(context);
    return;
  }
  if (verdict.kind === 'confirmed') {
    forgetWritten(context, changes, verdict.stored);
  }
  const until = verdict.kind === 'confirmed' ? ` All have it by ${syncedBy(context)}.` : '';
  notify(context, `${verdict.sentence}${until}`, verdict.kind === 'confirmed' ? 'good' : 'bad');
}

/** Takes out of the draft what is stored by now. */
function forgetWritten({ stores }: CommandContext, written: PolicyChanges, stored: Policy | undefined): void {
  stores.policyDraft.settle(written);
  if (stored !== undefined && stores.policyDraft.getState().base !== undefined) {
    const left = selectPolicyMerge(stores);
    for (const field of Object.keys(written)) {
      if (
        !Object.hasOwn(left.changes, field) &&
        left.conflicts.every((conflict) => conflict.field !== field)
      ) {
        stores.policyDraft.revert(field);
      }
    }
  }
}
