import type { Policy } from '../../contract/policy.ts';

/** A version of the policy as it was first seen on this host. */
export interface SeenPolicy {
  /** By which it is known among the versions of this host. */
  readonly id: string;
  /** When it was first seen, in milliseconds. */
  readonly seenAt: number;
  readonly policy: Policy;
  /** Where it was written, as far as the journal of this host tells; undefined while that is not known. */
  readonly writtenFrom?: 'this host' | 'elsewhere';
}
