import { keyNameOf } from '../keys/key-name.ts';
import { describeAllowed, findRuleProblem, type NumberRule } from '../../contract/policy-rules.ts';
import { jsonText } from '../../lib/json-text.ts';
import { isBlockedList } from '../../stores/policy/policy-fields.ts';
import type { PolicyField } from '../../stores/policy/select-policy.ts';
import { whyNotChanged } from '../../stores/policy/unreadable-field.ts';
import { notify, openDialog, openMenu, type CommandContext } from '../base/command.ts';
import { changeField, selectedField, valueInDraft } from './draft-field.ts';
import { loadLicences } from './licence-checks.ts';
import { openConflict } from './settle-conflict.ts';
import { openRuleConflict } from './settle-rule.ts';

/** Opens the editor that the field under the cursor needs; one in conflict is settled first. */
export function editField(context: CommandContext, field: PolicyField): void {
  if (isUnreadable(context, field)) {
    return;
  }
  if (field.conflict === undefined) {
    editValue(context, field);
  } else if (field.conflict.elements === undefined) {
    openRuleConflict(context, field.id, (now) => editValue(context, now));
  } else {
    openConflict(context, field);
  }
}

/** Whether a field can be edited: rules that the specification does not have are only shown. */
export function isEditable(field: PolicyField): boolean {
  return field.rule !== undefined || isBlockedList(field.id);
}

/** Whether it is edited in a field, as a number is that nobody else changed. */
export function isEditedInField({ rule, conflict, unreadable }: PolicyField): boolean {
  return rule?.kind === 'number' && conflict === undefined && unreadable === undefined;
}

/** Whether what is stored in a field is not understood, with a message: then it is not changed. */
export function isUnreadable(context: CommandContext, { id, unreadable }: PolicyField): boolean {
  if (unreadable === undefined) {
    return false;
  }
  notify(context, whyNotChanged(id, unreadable), 'bad');
  return true;
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
    openMenu(context, {
      title: rule.meaning,
      choices: rule.choices.map((choice) => ({ label: choice, value: choice })),
      initial: String(valueInDraft(field)),
      choose: (value) => changeField(context, field.id, value, seen),
    });
  }
}

/** Opens the editor of a list; of licences, those that SPDX does not have or has deprecated are marked once that is loaded. */
async function openListEditor(context: CommandContext, { id, rule }: PolicyField): Promise<void> {
  openDialog(context, {
    kind: 'list-editor',
    field: id,
    cursor: undefined,
    search: '',
    remarkOf: undefined,
  });
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
  const stored = field.stored === undefined ? 'not set' : jsonText(field.stored);
  openDialog(context, {
    kind: 'text',
    title: `Edit ${rule.name}`,
    lines: [
      { label: 'means', value: rule.meaning },
      { label: 'allowed', value: `${describeAllowed(rule)}, ${rule.unit}; stricter when ${rule.stricter}` },
      { label: 'step', value: String(rule.step) },
      {
        label: 'stored',
        value: field.draft === undefined ? stored : `${stored}, and ${jsonText(value)} in the draft`,
      },
    ],
    label: rule.unit,
    initial: typeof value === 'number' ? String(value) : '',
    enterDoes: 'puts it into the draft',
    findProblem: (text) => findNumberProblem(rule, text),
    step: (text, direction) => String(stepped(rule, readNumber(text) ?? value, direction)),
    submit: (text) => changeField(context, field.id, readNumber(text), seen),
    dangerous: false,
  });
}

/** The number that a text is in plain digits; undefined when it is none. */
function readNumber(text: string): number | undefined {
  return /^ *(?:\d+(?:\.\d*)?|\.\d+) *$/.test(text) ? Number(text) : undefined;
}

/** Why a text cannot be the value of a rule, as a sentence that says what to do. */
function findNumberProblem(rule: NumberRule, text: string): string | undefined {
  const number = readNumber(text);
  if (number !== undefined && findRuleProblem(rule, number) === undefined) {
    return undefined;
  }
  const allowed = `It must be ${describeAllowed(rule)}`;
  if (/^ *\d+,\d* *$/.test(text) && !rule.whole) {
    return `${allowed}; a point stands before the fraction.`;
  }
  return rule.max === undefined && number !== undefined && number > Number.MAX_SAFE_INTEGER
    ? `${allowed}, and at most ${Number.MAX_SAFE_INTEGER}.`
    : `${allowed}.`;
}

/** Raises or lowers the number under the cursor by one step of its rule, within its range. */
export function stepField(context: CommandContext, direction: 1 | -1): void {
  const field = selectedField(context);
  const rule = field?.rule;
  if (field === undefined || rule?.kind !== 'number') {
    notify(context, 'Only a rule that is a number goes up and down.');
    return;
  }
  if (isUnreadable(context, field)) {
    return;
  }
  if (field.conflict !== undefined) {
    notify(
      context,
      `Somebody else changed this rule too: ${keyNameOf(context.stores, 'policy.edit')} settles that first.`,
    );
    return;
  }
  changeField(context, field.id, stepped(rule, valueInDraft(field), direction));
}

/** A step up or down from a value, within the range of its rule; what is no number counts as the least. */
function stepped(rule: NumberRule, from: unknown, direction: 1 | -1): number {
  const raised = (typeof from === 'number' ? from : rule.min) + direction * rule.step;
  const bounded = Math.min(rule.max ?? Number.MAX_SAFE_INTEGER, Math.max(rule.min, raised));
  // A server may store a fraction where none can be written, and binary ones would show as 0.8500000000000001.
  return rule.whole ? (direction > 0 ? Math.floor(bounded) : Math.ceil(bounded)) : Number(bounded.toFixed(6));
}
