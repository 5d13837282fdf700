import type { PolicyRecord } from '../base/records.ts';
import { type EffectivePolicy, readEffectivePolicy } from './effective-policy.ts';
import type { Machine } from './machine.ts';

interface StoredPolicy {
  readonly key: string;
  readonly effective: EffectivePolicy;
  /** From when on an agent that syncs gets it; milliseconds since the epoch. */
  readonly from: number;
}

/**
 * Which policy each machine acts on. A machine fetches the stored policy every `intervalSeconds`, at its own phase of
 * the interval, and keeps to it until the next time ("Events": changes reach agents at their next policy sync).
 */
export class PolicySync {
  readonly #interval: number;
  /** Oldest first; the first one has applied ever since. */
  #stored: StoredPolicy[];
  #hasLearned = false;

  constructor(policy: PolicyRecord, intervalSeconds: number) {
    this.#interval = Math.max(1, intervalSeconds * 1000);
    this.#stored = [{ key: keyOf(policy), effective: readEffectivePolicy(policy), from: -Infinity }];
  }

  /**
   * Learns what is stored at `now`, the stretch since `last` being the one in which it may have changed. The time of
   * the change is the policy's own `updated_at`, as far as it lies in the stretch. What is stored the first time may
   * have been there for long, so that machines have synced it before.
   */
  learn(policy: PolicyRecord, last: number, now: number): void {
    const newest = this.#stored.at(-1) as StoredPolicy;
    const key = keyOf(policy);
    if (key !== newest.key) {
      const earliest = this.#hasLearned ? last : -Infinity;
      const from = Math.min(now, Math.max(earliest, policy.updated_at));
      this.#stored.push({ key, effective: readEffectivePolicy(policy), from });
    }
    this.#hasLearned = true;
    const oldestSync = last - this.#interval;
    while (this.#stored.length > 1 && (this.#stored[1] as StoredPolicy).from <= oldestSync) {
      this.#stored.shift();
    }
  }

  /** When the machine last fetched the policy, up to and including `at`. */
  lastSync(machine: Machine, at: number): number {
    const offset = Math.floor(machine.syncPhase * this.#interval);
    return Math.floor((at - offset) / this.#interval) * this.#interval + offset;
  }

  /** The policy that the machine acts on at that time. */
  policyOf(machine: Machine, at: number): EffectivePolicy {
    const synced = this.lastSync(machine, at);
    const known = this.#stored.findLast((stored) => stored.from <= synced) ?? this.#stored[0];
    return (known as StoredPolicy).effective;
  }
}

function keyOf(policy: PolicyRecord): string {
  return JSON.stringify([
    policy.version,
    policy.updated_at,
    policy.rules,
    policy.blocked_packages,
    policy.blocked_maintainers,
  ]);
}
