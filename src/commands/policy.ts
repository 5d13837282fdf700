import {
  describeAllowed,
  findRuleProblem,
  type NumberRule,
  type PolicyRule,
} from '../contract/policy-rules.ts';
import type { ListEditorDialog } from '../stores/dialog.ts';
import {
  selectAllPolicyFields,
  selectPolicyFields,
  type PolicyField,
} from '../stores/policy/select-policy.ts';
import type { Stores } from '../stores/stores.ts';
import { cursorIndex, visibleRows } from '../stores/rows/visible-rows.ts';
import {
  closeDialog,
  notify,
  openDialog,
  updateDialog,
  type Command,
  type CommandContext,
} from './command.ts';
import { addToList } from './list-elements.ts';
import { readOnlyReason } from './read-only.ts';

/** The field under the cursor. */
export function selectedField({ stores }: Pick<CommandContext, 'stores'>): PolicyField | undefined {
  const fields = selectPolicyFields(stores);
  return fields[cursorIndex(visibleRows(fields), stores.view.getState().policy.cursor)];
}

/** What a field would hold if the draft were written. */
export function valueInDraft(field: PolicyField): unknown {
  return field.draft === undefined ? field.stored : field.draft.value;
}

function changeField(stores: Stores, field: string, value: unknown): void {
  const policy = stores.policy.getState().data;
  if (policy !== undefined) {
    stores.policyDraft.change(policy, field, value);
  }
}

function editNumber(context: CommandContext, field: PolicyField, rule: NumberRule): void {
  const value = valueInDraft(field);
  const read = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
  openDialog(context, {
    kind: 'text',
    title: rule.meaning,
    lines: [
      { label: 'rule', value: rule.name },
      { label: 'allowed', value: describeAllowed(rule) },
      { label: 'stored', value: String(field.stored) },
    ],
    label: rule.unit,
    initial: typeof value === 'number' ? String(value) : '',
    enterDoes: 'puts it into the draft',
    findProblem: (text) =>
      findRuleProblem(rule, read(text)) === undefined ? undefined : `It must be ${describeAllowed(rule)}.`,
    submit: (text) => changeField(context.stores, field.id, read(text)),
    dangerous: false,
  });
}

function editField(context: CommandContext, field: PolicyField): void {
  const { stores } = context;
  const { rule } = field;
  if (rule === undefined || rule.kind === 'licences') {
    openDialog(context, { kind: 'list-editor', field: field.id, cursor: 0 });
  } else if (rule.kind === 'number') {
    editNumber(context, field, rule);
  } else if (rule.kind === 'flag') {
    changeField(stores, field.id, valueInDraft(field) !== true);
  } else {
    openDialog(context, {
      kind: 'choice',
      title: rule.meaning,
      choices: rule.choices.map((choice) => ({ label: choice, value: choice })),
      initial: String(valueInDraft(field)),
      choose: (value) => changeField(stores, field.id, value),
    });
  }
}

function isEditable(field: PolicyField): boolean {
  return field.rule !== undefined || Array.isArray(field.stored);
}

function step(context: CommandContext, direction: 1 | -1): void {
  const field = selectedField(context);
  const rule: PolicyRule | undefined = field?.rule;
  if (field === undefined || rule?.kind !== 'number') {
    notify(context, 'Only a rule that is a number goes up and down.');
    return;
  }
  const current = valueInDraft(field);
  const raised = (typeof current === 'number' ? current : rule.min) + direction * rule.step;
  const bounded = Math.min(rule.max ?? Number.MAX_SAFE_INTEGER, Math.max(rule.min, raised));
  // Binary fractions would otherwise show as 0.8500000000000001.
  changeField(context.stores, field.id, Number(bounded.toFixed(6)));
}

function hasNoDraft({ stores }: CommandContext): string | undefined {
  return stores.policyDraft.getState().base === undefined ? 'Nothing is changed yet.' : undefined;
}

async function write(context: CommandContext): Promise<void> {
  const { base, changes } = context.stores.policyDraft.getState();
  closeDialog(context);
  if (base === undefined) {
    return;
  }
  notify(context, 'Writing the policy');
  const verdict = await context.sync.writePolicy({ base, changes });
  if (verdict.kind === 'confirmed') {
    context.stores.policyDraft.discard();
  }
  notify(context, verdict.sentence, verdict.kind === 'confirmed' ? 'good' : 'bad');
}

function openEditor({
  stores,
}: CommandContext): { dialog: ListEditorDialog; items: readonly unknown[] } | undefined {
  const dialog = stores.view.getState().dialogs.at(-1);
  if (dialog?.kind !== 'list-editor') {
    return undefined;
  }
  const field = selectAllPolicyFields(stores).find(({ id }) => id === dialog.field);
  const value = field === undefined ? [] : valueInDraft(field);
  return { dialog, items: Array.isArray(value) ? (value as readonly unknown[]) : [] };
}

/** A command of the list editor, which is given the list and the place of its cursor. */
function editing(
  id: string,
  title: string,
  run: (context: CommandContext, items: readonly unknown[], cursor: number, field: string) => void,
  more: Pick<Command, 'hint' | 'moves'> = {},
): Command {
  return {
    id: `list-editor.${id}`,
    title,
    scope: 'list-editor',
    ...more,
    run(context) {
      const open = openEditor(context);
      if (open !== undefined) {
        run(context, open.items, open.dialog.cursor, open.dialog.field);
      }
    },
  };
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
  { id: 'policy.increase', title: 'A step up', scope: 'policy', run: (context) => step(context, 1) },
  { id: 'policy.decrease', title: 'A step down', scope: 'policy', run: (context) => step(context, -1) },
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
    id: 'policy.review',
    title: 'Review the changes and write them',
    hint: 'review and write',
    scope: 'policy',
    dangerous: true,
    disabledReason: (context) => hasNoDraft(context) ?? readOnlyReason(context),
    run: (context) => openDialog(context, { kind: 'policy-review' }),
  },
  {
    id: 'policy-review.write',
    title: 'Write the policy',
    hint: 'write',
    scope: 'policy-review',
    dangerous: true,
    run: (context) => void write(context),
  },
  editing(
    'down',
    'Next element',
    (context, items, cursor) =>
      updateDialog(context, 'list-editor', { cursor: Math.min(items.length - 1, cursor + 1) }),
    { moves: true },
  ),
  editing(
    'up',
    'Previous element',
    (context, _items, cursor) => updateDialog(context, 'list-editor', { cursor: Math.max(0, cursor - 1) }),
    { moves: true },
  ),
  editing(
    'add',
    'Add an element',
    (context, items, _cursor, field) =>
      openDialog(context, {
        kind: 'text',
        title: `Add to ${field}`,
        lines: [],
        label: 'new',
        initial: '',
        joint: ', ',
        enterDoes: 'adds it to the draft',
        findProblem: (text) => {
          const added = addToList(items, text);
          return 'problem' in added ? added.problem : undefined;
        },
        submit(text) {
          const added = addToList(items, text);
          if ('items' in added) {
            changeField(context.stores, field, added.items);
            updateDialog(context, 'list-editor', { cursor: added.items.length - 1 });
          }
        },
        dangerous: false,
      }),
    { hint: 'add' },
  ),
  editing(
    'remove',
    'Remove the element under the cursor',
    (context, items, cursor, field) => {
      changeField(
        context.stores,
        field,
        items.filter((_item, index) => index !== cursor),
      );
      updateDialog(context, 'list-editor', { cursor: Math.max(0, Math.min(cursor, items.length - 2)) });
    },
    { hint: 'remove' },
  ),
];
