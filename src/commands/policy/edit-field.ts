import { describeAllowed, findRuleProblem, type NumberRule } from '../../contract/policy-rules.ts';
import { jsonText } from '../../lib/json-text.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import { notify, openDialog, type CommandContext } from '../command.ts';
import { changeField, selectedField, valueInDraft } from './draft-field.ts';
import { loadLicences } from './licence-checks.ts';
import { openConflict } from './settle-conflict.ts';

/** Opens the editor that the field under the cursor needs; one in conflict is settled first. */
export function editField(context: CommandContext, field: PolicyField): void {
  if (field.conflict !== undefined) {
    settleConflict(context, field);
  } else {
    editValue(context, field);
  }
}

/** Whether a field can be edited: rules that the specification does not have are only shown. */
export function isEditable(field: PolicyField): boolean {
  return field.rule !== undefined || Array.isArray(field.stored);
}

function editValue(context: CommandContext, field: PolicyField): void {
  const { rule } = field;
  if (rule === undefined || rule.kind === 'licences') {
    void openListEditor(context, field);
  } else if (rule.kind === 'number') {
    editNumber(context, field, rule);
  } else if (rule.kind === 'flag') {
    changeField(context, field.id, valueInDraft(field) !== true);
  } else {
    // What is stored may change while the menu is open.
    const seen = context.stores.policy.getState().data;
    openDialog(context, {
      kind: 'choice',
      title: rule.meaning,
      choices: rule.choices.map((choice) => ({ label: choice, value: choice })),
      initial: String(valueInDraft(field)),
      choose: (value) => changeField(context, field.id, value, seen),
    });
  }
}

/** Opens the editor of a list; of licences, those that SPDX does not have or has deprecated are marked once that is loaded. */
async function openListEditor(context: CommandContext, { id, rule }: PolicyField): Promise<void> {
  openDialog(context, { kind: 'list-editor', field: id, cursor: 0, search: '', remarkOf: undefined });
  if (rule?.kind === 'licences') {
    const { remarkOfLicence } = await loadLicences();
    // A field may lie over it by now.
    context.stores.view.setState(({ dialogs }) => ({
      dialogs: dialogs.map((dialog) =>
        dialog.kind === 'list-editor' && dialog.field === id
          ? { ...dialog, remarkOf: remarkOfLicence }
          : dialog,
      ),
    }));
  }
}

function editNumber(context: CommandContext, field: PolicyField, rule: NumberRule): void {
  const value = valueInDraft(field);
  const seen = context.stores.policy.getState().data;
  const read = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));
  openDialog(context, {
    kind: 'text',
    title: rule.meaning,
    lines: [
      { label: 'rule', value: rule.name },
      { label: 'allowed', value: `${describeAllowed(rule)}, in steps of ${rule.step} with + and the arrows` },
      { label: 'stored', value: field.stored === undefined ? 'not set' : jsonText(field.stored) },
    ],
    label: rule.unit,
    initial: typeof value === 'number' ? String(value) : '',
    enterDoes: 'puts it into the draft',
    findProblem: (text) =>
      findRuleProblem(rule, read(text)) === undefined ? undefined : `It must be ${describeAllowed(rule)}.`,
    submit: (text) => changeField(context, field.id, read(text), seen),
    dangerous: false,
  });
}

/** Asks whose side is kept of a field that both changed; of a list, thing by thing. */
function settleConflict(context: CommandContext, field: PolicyField): void {
  const { conflict } = field;
  const seen = context.stores.policy.getState().data;
  if (conflict === undefined) {
    return;
  }
  if (conflict.elements !== undefined) {
    openConflict(context, field);
    return;
  }
  const told = (value: unknown) => (value === undefined ? 'not set' : jsonText(value));
  openDialog(context, {
    kind: 'choice',
    title: `You and somebody else changed ${field.id}, which was ${told(conflict.base)}`,
    choices: [
      { label: `Keep mine: ${told(conflict.mine)}`, value: 'mine' },
      { label: `Take theirs: ${told(conflict.theirs)}`, value: 'theirs' },
      ...(field.rule?.kind === 'flag' ? [] : [{ label: 'Edit it', value: 'edit' }]),
    ],
    initial: undefined,
    choose(side) {
      if (side === 'edit') {
        editValue(context, field);
      } else {
        changeField(context, field.id, side === 'mine' ? conflict.keepingMine : conflict.keepingTheirs, seen);
      }
    },
  });
}

/** Raises or lowers the number under the cursor by one step of its rule, within its range. */
export function stepField(context: CommandContext, direction: 1 | -1): void {
  const field = selectedField(context);
  const rule = field?.rule;
  if (field === undefined || rule?.kind !== 'number') {
    notify(context, 'Only a rule that is a number goes up and down.');
    return;
  }
  if (field.conflict !== undefined) {
    notify(context, 'Somebody else changed this rule too: Enter settles that first.');
    return;
  }
  const current = valueInDraft(field);
  const raised = (typeof current === 'number' ? current : rule.min) + direction * rule.step;
  const bounded = Math.min(rule.max ?? Number.MAX_SAFE_INTEGER, Math.max(rule.min, raised));
  // Binary fractions would otherwise show as 0.8500000000000001.
  changeField(context, field.id, Number(bounded.toFixed(6)));
}
