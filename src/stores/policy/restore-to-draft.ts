import { ownValue } from '../../lib/own-value.ts';
import type { PolicySlice } from './policy-slice.ts';
import type { PolicyChanges } from './policy-draft.ts';

/**
 * Puts changes into the draft again that were written and then lost, over what is stored now; a field that the draft changes
 * is left as it is there. Gives the fields that were put in.
 */
export function restoreToDraft(
  { policy, policyDraft }: Pick<PolicySlice, 'policy' | 'policyDraft'>,
  lost: PolicyChanges,
): readonly string[] {
  const { data } = policy.getState();
  if (data === undefined) {
    return [];
  }
  const drafted = policyDraft.getState().changes;
  const fields = Object.keys(lost).filter((field) => !Object.hasOwn(drafted, field));
  fields.forEach((field) => policyDraft.change(data, field, ownValue(lost, field)));
  return fields;
}
