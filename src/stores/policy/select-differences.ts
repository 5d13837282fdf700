import type { Policy } from '../../contract/policy.ts';
import { rememberLast } from '../base/memoize-last.ts';
import { foreignChanges } from './merge-policy.ts';
import { policyDifferences, type PolicyDifference } from './policy-differences.ts';
import { valueOfField } from './policy-fields.ts';
import type { PolicyChanges } from './policy-draft.ts';

/** What changes of a policy change, line by line. */
export const differencesFrom = rememberLast(
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
export const differencesBetween = rememberLast((from: Policy, to: Policy): readonly PolicyDifference[] =>
  policyDifferences(
    foreignChanges(from, to).map(({ field, base, theirs }) => ({ field, before: base, after: theirs })),
  ),
);
