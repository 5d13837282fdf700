import type { Policy } from '../../contract/policy.ts';
import type { PolicySlice } from './policy-slice.ts';
import type { PolicyChanges } from './policy-draft.ts';
import { selectPolicyMerge } from './select-policy.ts';

/** Takes out of the draft what was written and is stored by now; what is left begins from what was written. */
export function clearWritten(
  stores: Pick<PolicySlice, 'policy' | 'policyDraft'>,
  written: PolicyChanges,
  stored: Policy | undefined,
): void {
  stores.policyDraft.settle(written);
  const { data } = stores.policy.getState();
  if (data !== undefined) {
    stores.policyDraft.rebase(data);
  }
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
