import type { Policy } from '../../contract/policy.ts';
import { isSameJson } from '../../lib/same-json.ts';

/** The lists of a policy beside its rules. */
export const BLOCKED_LISTS = ['blocked_packages', 'blocked_maintainers'] as const;
export type BlockedList = (typeof BLOCKED_LISTS)[number];

/** Whether a field is one of the two lists; every other field is a rule. */
export function isBlockedList(field: string): field is BlockedList {
  return (BLOCKED_LISTS as readonly string[]).includes(field);
}

/** The stored value of a field of a policy. Rule names come from the server, so only own fields count. */
export function valueOfField(policy: Policy, field: string): unknown {
  if (isBlockedList(field)) {
    // A list in a shape that cannot be read is no empty one: what it holds would be lost.
    const list = policy[field] ?? policy.raw[field];
    return list === undefined ? [] : list;
  }
  return policy.rules !== undefined && Object.hasOwn(policy.rules, field) ? policy.rules[field] : undefined;
}

/** Whether the server shows a field at all. */
export function isShown(policy: Policy, field: string): boolean {
  return isBlockedList(field)
    ? policy[field] !== undefined || policy.raw[field] !== undefined
    : policy.rules !== undefined && Object.hasOwn(policy.rules, field);
}

/** The policy with another value in a field; a rule that is undefined is not in it. */
export function withField(policy: Policy, field: string, value: unknown): Policy {
  if (isSameJson(valueOfField(policy, field), value)) {
    return policy;
  }
  if (isBlockedList(field)) {
    return { ...policy, [field]: value };
  }
  const others = Object.entries(policy.rules ?? {}).filter(([name]) => name !== field);
  return { ...policy, rules: Object.fromEntries(value === undefined ? others : [...others, [field, value]]) };
}
