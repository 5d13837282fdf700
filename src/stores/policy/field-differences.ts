import { policyDifferences, type PolicyDifference } from './policy-differences.ts';
import type { PolicyField } from './select-policy.ts';

const known = new WeakMap<PolicyField, readonly PolicyDifference[]>();

/** What the draft changes of a field, line by line; nothing where it changes nothing of it. Frames ask for it. */
export function differencesOfField(field: PolicyField): readonly PolicyDifference[] {
  const { id, stored, draft } = field;
  const differences =
    known.get(field) ??
    (draft === undefined ? [] : policyDifferences([{ field: id, before: stored, after: draft.value }]));
  known.set(field, differences);
  return differences;
}
