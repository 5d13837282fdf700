import type { Policy } from '../../contract/policy.ts';

/** New values by field, for rules by their name and for the two blocked lists. */
export type PolicyChanges = Readonly<Record<string, unknown>>;

/** Changes that are not written yet. */
export interface PolicyDraft {
  /**
   * What each field held when it was decided on: the policy that the draft began from, with the fields that were decided
   * on later as they were then. Undefined while nothing is changed.
   */
  readonly base: Policy | undefined;
  readonly changes: PolicyChanges;
}
