import type { Policy } from '../../contract/policy.ts';

/** A version of the policy as it was first seen on this host. */
export interface PolicyVersion {
  /** By which it is known among the versions of this host. */
  readonly id: string;
  /** When it was first seen, in milliseconds. */
  readonly seenAt: number;
  readonly policy: Policy;
  /** Who wrote it, as far as this user's journal on this host says; undefined while that is not known. */
  readonly writtenBy?: 'you here' | 'others';
}
