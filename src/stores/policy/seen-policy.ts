import type { Policy } from '../../contract/policy.ts';

/** A version of the policy as it was first seen on this host. */
export interface SeenPolicy {
  /** Of its content: versions that say the same are one. */
  readonly hash: string;
  /** When it was first seen, in milliseconds. */
  readonly seenAt: number;
  readonly policy: Policy;
}
