import { openDialog, type Command, type CommandContext } from '../base/command.ts';
import { blockPackageCommands } from './block-package.ts';
import { ifSameDraft, selectedField } from './draft-field.ts';
import { editField, isEditable, isEditedInField, stepField } from './edit-field.ts';
import { policyExchangeCommands } from './exchange.ts';
import { hasNoDraft, openReview } from './review.ts';
import { policyVersionCommands } from './versions.ts';

/** Asks before all changes are taken back. */
function revertAll(context: CommandContext): void {
  const { policyDraft } = context.stores;
  const { changes } = policyDraft.getState();
  openDialog(context, {
    kind: 'confirm',
    title: 'Take all changes of the draft back?',
    lines: Object.keys(changes)
      .slice(0, 8)
      .map((field) => ({ label: 'changed', value: field })),
    yesDoes: 'takes them back',
    confirm: ifSameDraft(context, changes, () => policyDraft.discard()),
  });
}

/** Editing the policy: a draft first, then a review, then the write. */
export const policyCommands: readonly Command[] = [
  {
    id: 'policy.edit',
    title: 'Edit the rule or list under the cursor',
    hint: 'edit',
    scope: 'policy',
    onRow: true,
    opensField(context) {
      const field = selectedField(context);
      return field !== undefined && isEditedInField(field);
    },
    disabledReason(context) {
      const field = selectedField(context);
      if (field === undefined) {
        return 'The policy is not here yet.';
      }
      return isEditable(field) ? undefined : 'This rule is not in the specification, so it is only shown.';
    },
    run(context) {
      const field = selectedField(context);
      if (field !== undefined) {
        editField(context, field);
      }
    },
  },
  {
    id: 'policy.increase',
    title: 'A step up',
    scope: 'policy',
    onRow: true,
    run: (context) => stepField(context, 1),
  },
  {
    id: 'policy.decrease',
    title: 'A step down',
    scope: 'policy',
    onRow: true,
    run: (context) => stepField(context, -1),
  },
  {
    id: 'policy.revert',
    title: 'Take the change of this field back',
    hint: 'revert',
    scope: 'policy',
    onRow: true,
    run(context) {
      const field = selectedField(context);
      if (field !== undefined) {
        context.stores.policyDraft.revert(field.id);
      }
    },
  },
  {
    id: 'policy.revert-all',
    title: 'Take all changes of the draft back',
    scope: 'policy',
    disabledReason: hasNoDraft,
    run: revertAll,
  },
  {
    id: 'policy.review',
    title: 'Review the changes and write them',
    hint: 'review and write',
    scope: 'policy',
    dangerous: true,
    disabledReason: hasNoDraft,
    run: (context) => openReview(context),
  },
  ...policyVersionCommands,
  ...policyExchangeCommands,
  ...blockPackageCommands,
];
