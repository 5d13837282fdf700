import { keyNameOf } from '../keys/key-name.ts';
import { zoneOf } from '../../lib/format-time.ts';
import { momentsIn } from '../../lib/sentence-moments.ts';
import { STATUS } from '../../contract/status.ts';
import { safeSentence } from '../../lib/safe-text.ts';
import { asUntrusted, prose, quoting, untrustedText } from '../../lib/untrusted.ts';
import { faultText } from '../../stores/connection/faults.ts';
import { clearWritten } from '../../stores/policy/clear-written.ts';
import { selectPolicyMerge } from '../../stores/policy/select-policy.ts';
import type { PolicyReviewDialog } from '../../stores/view/dialog-states.ts';
import type { PolicyVerdict } from '../../sync/writes/verdict.ts';
import { closeDialog, notify, openDialog, type CommandContext } from '../base/command.ts';
import { noteMessage } from '../base/notices.ts';
import { readOnlyReason } from '../base/read-only.ts';
import { POLICY_NOTICES, writeUnderWay } from './own-writes.ts';
import { openReview } from './review.ts';
import { numberToType } from './typed-number.ts';
import { syncedBy } from './sync-time.ts';

/** Writes what the review shows, and says what was observed. */
export async function writeReviewed(context: CommandContext, dialog: PolicyReviewDialog): Promise<void> {
  const { stores, sync } = context;
  const refusal = whyNotNow(context) ?? numberToType(context.stores, dialog);
  if (refusal !== undefined) {
    notify(context, refusal, 'bad', POLICY_NOTICES);
    return;
  }
  closeDialog(context);
  const { stored, changes } = dialog;
  notify(context, 'Writing the policy', 'plain', POLICY_NOTICES);
  const write = stores.policyDraft.send(stored, changes);
  const stopping = new AbortController();
  stores.policyDraft.setState({ cancel: () => stopping.abort() });
  const verdict = await sync
    .writePolicy({
      base: stored,
      changes,
      cancel: stopping.signal,
      onStep: (kind) => stores.policyDraft.setState({ progress: { kind, since: context.clock.now() } }),
    })
    .catch((error: unknown) => verdictAfterFault(context, error));
  stores.policyDraft.setState({ progress: undefined, cancel: undefined });
  stores.policyDraft.end(write, stateAfter(verdict));
  if (verdict.moved !== undefined) {
    // What was read is in the store by now, and the draft merged into it; a conflict says enough by itself.
    if (selectPolicyMerge(stores).conflicts.length === 0) {
      notify(context, prose(verdict.sentence), 'bad', POLICY_NOTICES);
    }
    openReview(context);
    return;
  }
  if (verdict.kind === 'confirmed') {
    clearWritten(stores, changes, verdict.stored);
  }
  reportVerdict(context, verdict);
}

/** The verdict where vigil itself failed in the middle of the write. */
function verdictAfterFault({ stores }: CommandContext, error: unknown): PolicyVerdict {
  stores.faults.report('writing the policy', error);
  const said = asUntrusted(faultText(error));
  const sentence = untrustedText`Unknown: a fault in vigil came while the policy was written: ${said}. The journal has what was sent. Look at the policy before it is written again.`;
  return { kind: 'unknown', sentence };
}

/** Why nothing is sent now, and how to go on; undefined when it is. */
function whyNotNow(context: CommandContext): string | undefined {
  const readOnly = readOnlyReason(context);
  if (readOnly === undefined) {
    return writeUnderWay(context);
  }
  return context.stores.view.getState().access.forbiddenBy === undefined
    ? `Nothing was sent: read-only. Esc, :unlock, then ${keyNameOf(context.stores, 'policy.review')}; the draft stays.`
    : `Nothing was sent. ${readOnly}`;
}

function stateAfter({ kind }: PolicyVerdict): 'unknown' | 'over' | undefined {
  return kind === 'refused' ? undefined : kind === 'confirmed' ? 'over' : 'unknown';
}

/** Shows the verdict, and shows it whole where it is more than that all went as it should. */
function reportVerdict(
  context: CommandContext,
  { kind, status, isOvertaken, ...verdict }: PolicyVerdict,
): void {
  const { view } = context.stores;
  const isPlain = kind === 'confirmed' && (status ?? STATUS.success) < 400 && isOvertaken !== true;
  // What it quotes is named in it.
  const zone = zoneOf(view.getState().timeStyle);
  const sentence = momentsIn(zone, prose(verdict.sentence), context.clock.now());
  const whole =
    kind === 'confirmed'
      ? quoting`${sentence} Agents that run should have it by ${syncedBy(context, zone)}, an estimate.`
      : kind === 'refused'
        ? quoting`${sentence} The draft stays: ${keyNameOf(context.stores, 'policy.review')} reviews it again.`
        : sentence;
  const tone = kind === 'confirmed' ? 'good' : 'bad';
  const { dialogs, ascii } = view.getState();
  // Somebody who is answering something else must not answer this.
  if (isPlain || dialogs.length > 0) {
    notify(context, whole, tone, POLICY_NOTICES);
    return;
  }
  noteMessage(context, whole, tone, POLICY_NOTICES);
  const text = safeSentence(whole, ascii, 'cell');
  openDialog(context, { kind: 'plain', title: 'What became of the change of the policy', text, top: 0 });
}
