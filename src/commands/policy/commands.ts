import { openDialog, updateDialog, type Command, type CommandContext } from '../command.ts';
import { blockPackageCommands } from './block-package.ts';
import { selectedField } from './draft-field.ts';
import { editField, isEditable, stepField } from './edit-field.ts';
import { policyExchangeCommands } from './exchange.ts';
import { listEditorCommands } from './list-editor.ts';
import { openReview } from './review.ts';
import { policyVersionCommands } from './versions.ts';
import { writeReviewed } from './write-reviewed.ts';

function hasNoDraft({ stores }: CommandContext): string | undefined {
  return stores.policyDraft.getState().base === undefined ? 'Nothing is changed yet.' : undefined;
}

/** Asks before all changes are taken back. */
function revertAll(context: CommandContext): void {
  const { policyDraft } = context.stores;
  openDialog(context, {
    kind: 'confirm',
    title: 'Take all changes of the draft back?',
    lines: Object.keys(policyDraft.getState().changes)
      .slice(0, 8)
      .map((field) => ({ label: 'changed', value: field })),
    yesDoes: 'takes them back',
    confirm: () => policyDraft.discard(),
  });
}

type Changes = 'policy-review' | 'policy-comparison';

/** Scrolling of a table of changes: what shows it knows where it ends. */
function scrolling(kind: Changes): readonly Command[] {
  const command = (id: string, title: string, to: (top: number, page: number) => number): Command => ({
    id: `${kind}.${id}`,
    title,
    scope: kind,
    moves: true,
    run(context) {
      const { dialogs, rows } = context.stores.view.getState();
      const dialog = dialogs.at(-1);
      if (dialog?.kind === kind) {
        const page = Math.max(1, Math.floor((rows - 14) / 2));
        updateDialog(context, kind, { top: Math.max(0, Math.min(dialog.last, to(dialog.top, page))) });
      }
    },
  });
  return [
    command('down', 'A change down', (top) => top + 1),
    command('up', 'A change up', (top) => top - 1),
    command('page-down', 'A page down', (top, page) => top + page),
    command('page-up', 'A page up', (top, page) => top - page),
    command('start', 'To the first change', () => 0),
    command('end', 'To the last change', () => Number.MAX_SAFE_INTEGER),
  ];
}

/** Editing the policy: a draft first, then a review, then the write. */
export const policyCommands: readonly Command[] = [
  {
    id: 'policy.edit',
    title: 'Edit the rule or list under the cursor',
    hint: 'edit',
    scope: 'policy',
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
  { id: 'policy.increase', title: 'A step up', scope: 'policy', run: (context) => stepField(context, 1) },
  { id: 'policy.decrease', title: 'A step down', scope: 'policy', run: (context) => stepField(context, -1) },
  {
    id: 'policy.revert',
    title: 'Take the change of this field back',
    hint: 'revert',
    scope: 'policy',
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
    disabledReason: hasNoDraft,
    run: openReview,
  },
  {
    id: 'policy-review.write',
    title: 'Write the policy',
    hint: 'write',
    scope: 'policy-review',
    dangerous: true,
    run: (context) => void writeReviewed(context),
  },
  ...scrolling('policy-review'),
  ...scrolling('policy-comparison'),
  ...listEditorCommands,
  ...policyVersionCommands,
  ...policyExchangeCommands,
  ...blockPackageCommands,
];
