import type { Policy } from '../../contract/policy.ts';
import { isSameJson } from '../../lib/same-json.ts';
import type { PolicyChanges } from '../../stores/policy/policy-draft.ts';
import {
  selectAllPolicyFields,
  selectPolicyFields,
  type PolicyField,
} from '../../stores/policy/select-policy.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import { notify, type CommandContext } from '../base/command.ts';

/** The field under the cursor. */
export function selectedField({ stores }: Pick<CommandContext, 'stores'>): PolicyField | undefined {
  const fields = selectPolicyFields(stores);
  return fields[selectedIndex(stores, 'policy', visibleRows(fields))];
}

/** The field of that name as it is now. */
export function fieldNamed({ stores }: Pick<CommandContext, 'stores'>, id: string): PolicyField | undefined {
  return selectAllPolicyFields(stores).find((field) => field.id === id);
}

/** What a field would hold if the draft were written. */
export function valueInDraft(field: PolicyField): unknown {
  return field.draft === undefined ? field.stored : field.draft.value;
}

/** The elements of a list as the draft has them. */
export function elementsInDraft(field: PolicyField | undefined): readonly unknown[] {
  const value = field === undefined ? [] : valueInDraft(field);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** Puts a value into the draft that was decided on while the policy was `seen`; without one, it is what is stored now. */
export function changeField(
  { stores }: Pick<CommandContext, 'stores'>,
  field: string,
  value: unknown,
  seen: Policy | undefined = stores.policy.getState().data,
): void {
  if (seen !== undefined) {
    stores.policyDraft.change(seen, field, value);
  }
}

/**
 * Changes the elements of a list as the draft has them. Of a list that both sides changed it is what the user made of it:
 * what they disagree on stays to be settled.
 */
export function changeElements(
  context: Pick<CommandContext, 'stores'>,
  id: string,
  change: (elements: readonly unknown[]) => readonly unknown[],
): void {
  const { policyDraft } = context.stores;
  const field = fieldNamed(context, id);
  const { base } = policyDraft.getState();
  const mine = field?.conflict?.mine;
  if (base !== undefined && Array.isArray(mine)) {
    policyDraft.change(base, id, change(mine as readonly unknown[]));
  } else {
    changeField(context, id, change(elementsInDraft(field)));
  }
}

/** Does something to the draft that was asked about; nothing, with a message, where another console changed it meanwhile. */
export function ifSameDraft(context: CommandContext, asked: PolicyChanges, act: () => void): () => void {
  return () => {
    if (isSameJson(context.stores.policyDraft.getState().changes, asked)) {
      act();
    } else {
      notify(
        context,
        'The draft was changed in another console just now: nothing was done. Look at it again.',
        'bad',
      );
    }
  };
}
