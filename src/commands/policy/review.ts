import { keyNameOf } from '../keys/key-name.ts';
import { named } from '../../lib/named.ts';
import { prose, quoting } from '../../lib/untrusted.ts';
import { withoutBlanks } from '../../lib/text-cleaning.ts';
import { FIRST_LOOK } from '../../stores/policy/review-rows.ts';
import { hiddenLists } from '../../stores/policy/hidden-lists.ts';
import { selectPolicyMerge } from '../../stores/policy/select-policy.ts';
import { updatePane } from '../../stores/view/view-store.ts';
import { notify, openDialog, type CommandContext } from '../base/command.ts';
import { goToTab } from '../base/tabs.ts';
import { POLICY_NOTICES, writeUnderWay } from './own-writes.ts';

/** Why there is nothing to review while the policy could not be read, as a sentence. */
function unreadReason({ stores }: CommandContext): string {
  const cause = stores.policy.getState().failure?.message ?? stores.connection.getState().problem;
  return `Nothing can be reviewed or sent before the policy is read${cause === undefined ? ', which it was not yet' : `, and it could not be: ${cause}`}`;
}

/** Why there is nothing to review and to write; undefined when there is a draft. */
export function hasNoDraft(context: CommandContext): string | undefined {
  const { policy, policyDraft } = context.stores;
  if (policyDraft.getState().base !== undefined) {
    return undefined;
  }
  return policy.getState().data === undefined ? unreadReason(context) : 'Nothing is changed yet.';
}

/**
 * Shows what writing the draft would change; what is in conflict is shown in the pane, to be settled first. The name of a list that the
 * server does not show is typed before; `agreed` are those of which it was.
 */
export function openReview(context: CommandContext, agreed: readonly string[] = []): void {
  const { stores } = context;
  const stored = stores.policy.getState().data;
  if (stored === undefined) {
    notify(context, unreadReason(context), 'plain', POLICY_NOTICES);
    return;
  }
  const busy = writeUnderWay(context);
  if (busy !== undefined) {
    notify(context, busy, 'bad', POLICY_NOTICES);
    return;
  }
  const { changes, conflicts, byOthers } = selectPolicyMerge(stores);
  const [conflict] = conflicts;
  if (conflict !== undefined) {
    goToTab(context, 'policy');
    updatePane(stores.view, 'policy', { text: '', cursor: conflict.field });
    notify(
      context,
      quoting`Nothing was sent: somebody else changed ${prose(conflicts.map(({ field }) => named(field)).join(', '))} too. ${keyNameOf(stores, 'policy.edit')} on ${conflicts.length === 1 ? 'it' : 'each'} settles that, then ${keyNameOf(stores, 'policy.review')} reviews again.`,
      'bad',
      POLICY_NOTICES,
    );
  } else if (Object.keys(changes).length > 0) {
    const hidden = hiddenLists(stored, changes);
    const list = hidden.find((each) => !agreed.includes(each));
    if (list !== undefined) {
      askForHiddenList(context, list, () => openReview(context, [...agreed, list]));
      return;
    }
    const events = stores.events.getState().rows;
    openDialog(context, {
      kind: 'policy-review',
      stored,
      changes,
      byOthers,
      events,
      hidden,
      typed: '',
      ...FIRST_LOOK,
    });
  } else if (stores.policyDraft.getState().base === undefined) {
    notify(context, 'Nothing is changed yet.');
  } else {
    stores.policyDraft.discard();
    notify(context, 'All that the draft changes is stored already, so there is nothing to write.');
  }
}

/** Has the name of a list typed that would be written over what nobody here has seen. */
function askForHiddenList(context: CommandContext, list: string, goOn: () => void): void {
  openDialog(context, {
    kind: 'text',
    title: quoting`Write ${named(list)} unseen?`,
    lines: [
      { label: 'list', value: `${list}, which the server does not show` },
      { label: 'sent', value: 'only what is listed here' },
      { label: 'lost', value: 'whatever else the server holds in it' },
    ],
    label: `type ${list}`,
    initial: '',
    enterDoes: 'goes on to the review',
    findProblem: (text) =>
      withoutBlanks(text) === list ? undefined : quoting`This is not ${named(list)} to the letter.`,
    submit: goOn,
    dangerous: true,
  });
}
