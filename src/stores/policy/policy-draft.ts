import type { Policy } from '../../contract/policy.ts';

/** New values by field, for rules by their name and for the two blocked lists. */
export type PolicyChanges = Readonly<Record<string, unknown>>;

/**
 * A write of the policy that this console sent. `under-way`: it has no verdict yet. `unknown`: it has one, and may still
 * be carried out. `over`: nothing more will come of it.
 */
export interface OwnWrite {
  readonly state: 'under-way' | 'unknown' | 'over';
  /** What was stored when it was sent. */
  readonly base: Policy;
  readonly changes: PolicyChanges;
}

/** Changes that are not written yet. */
export interface PolicyDraft {
  /**
   * What each field held when it was decided on: the policy that the draft began from, with the fields that were decided
   * on later as they were then. Undefined while nothing is changed.
   */
  readonly base: Policy | undefined;
  readonly changes: PolicyChanges;
  /** What was sent from this console and may show in what is stored: it is nobody else's change. */
  readonly writes: readonly OwnWrite[];
}
