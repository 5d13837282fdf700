import type { Policy } from '../../contract/policy.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { changesByOthers } from './merge-policy.ts';
import { policyDifferences, type PolicyDifference } from './policy-differences.ts';
import { valueOfField } from './policy-fields.ts';
import type { PolicyChanges } from './policy-draft.ts';

/** What changes of a policy change, line by line. */
export const differencesFrom = memoizeLast(
  (stored: Policy, changes: PolicyChanges): readonly PolicyDifference[] =>
    policyDifferences(
      Object.entries(changes).map(([field, after]) => ({
        field,
        before: valueOfField(stored, field),
        after,
      })),
    ),
);

/** What differs between two policies, line by line. */
export const differencesBetween = memoizeLast((from: Policy, to: Policy): readonly PolicyDifference[] =>
  policyDifferences(
    changesByOthers(from, to).map(({ field, base, theirs }) => ({ field, before: base, after: theirs })),
  ),
);
