import { findPolicyRule, findRuleProblem } from '../../contract/policy-rules.ts';
import { ownValue } from '../../lib/own-value.ts';
import type { PolicyRecord } from '../base/records.ts';
import { type BlockedLists, readBlockedLists } from './blocked-lists.ts';
import { DEFAULT_RULES, type RuleValues } from './default-policy.ts';

/** A stored policy made ready for evaluating thousands of packages. */
export interface EffectivePolicy {
  readonly version: string;
  readonly rules: RuleValues;
  /** The allowed licences in lower case. */
  readonly allowedLicences: ReadonlySet<string>;
  readonly blocked: BlockedLists;
}

/**
 * Reads a stored policy leniently: a rule that is missing or holds a value outside its kind takes the default, and an
 * unreadable element of a blocked list is passed over. An agent never stops working because of an odd policy.
 */
export function readEffectivePolicy(policy: PolicyRecord): EffectivePolicy {
  const entries = Object.entries(DEFAULT_RULES).map(([name, fallback]: [string, unknown]) => {
    const rule = findPolicyRule(name);
    const value = ownValue(policy.rules, name);
    const usable = rule !== undefined && findRuleProblem(rule, value) === undefined;
    return [name, usable ? value : fallback];
  });
  const rules = Object.fromEntries(entries) as RuleValues;
  return {
    version: policy.version,
    rules,
    allowedLicences: new Set(rules.allowed_licenses.map((identifier) => identifier.trim().toLowerCase())),
    blocked: readBlockedLists(policy.blocked_packages, policy.blocked_maintainers),
  };
}
