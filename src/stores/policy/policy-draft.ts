import type { Policy } from '../../contract/policy.ts';
import type { WriteProgress } from '../base/write-step.ts';

/** New values by field, for rules by their name and for the two blocked lists. */
export type PolicyChanges = Readonly<Record<string, unknown>>;

/**
 * A write of the policy that this user sent from this host. `under-way`: this console sent it, and it has no verdict yet.
 * `unknown`: it may still be carried out. `over`: nothing more will come of it.
 */
export interface OwnWrite {
  /** By which the consoles of one user distinguish it from others; undefined of one that each of them has from the journal. */
  readonly id?: string;
  readonly state: 'under-way' | 'unknown' | 'over';
  /** What was stored when it was sent. */
  readonly base: Policy;
  readonly changes: PolicyChanges;
  /** What this console had read last when another one said that it is over: that may be from before it. */
  readonly unconfirmedIn?: Policy | undefined;
}

/** Changes that somebody decided on. */
export interface DraftContent {
  /**
   * What each field held when it was decided on: the policy that the draft began from, with the fields that were decided
   * on later as they were then. Undefined while nothing is changed.
   */
  readonly base: Policy | undefined;
  readonly changes: PolicyChanges;
  /**
   * By field, what was decided on in another console of this host at the same time and gave way to what is in `changes`,
   * until the field is decided on again. Undefined where there is none.
   */
  readonly rivals?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

/** Changes that are not written yet. */
export interface PolicyDraft extends DraftContent {
  /** What was sent by this user and may show in what is stored: it is nobody else's change. */
  readonly writes: readonly OwnWrite[];
  /**
   * Fields of which another console knew, when it said so, more than this one had read last in `stored`: how they stand there is
   * from before it, and nobody's doing.
   */
  readonly outdated?: { readonly stored: Policy; readonly fields: readonly string[] } | undefined;
  /** Where the write is that this console has under way; undefined while there is none. */
  readonly progress?: WriteProgress | undefined;
  /** Keeps that write from being sent; undefined while there is none. */
  readonly cancel?: (() => void) | undefined;
}
