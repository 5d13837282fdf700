import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Policy } from '../../contract/policy.ts';

/** The lists of a policy beside its rules. */
export const BLOCKED_LISTS = ['blocked_packages', 'blocked_maintainers'] as const;
export type BlockedList = (typeof BLOCKED_LISTS)[number];

/** Changes that are not written yet: new values by field, for rules by their name and for the two blocked lists. */
export interface PolicyDraft {
  /** The policy that the draft began from; undefined while nothing is changed. */
  readonly base: Policy | undefined;
  readonly changes: Readonly<Record<string, unknown>>;
}

export interface PolicyDraftStore extends StoreApi<PolicyDraft> {
  /** Sets a field to a value; a value equal to the stored one removes the change. */
  change(policy: Policy, field: string, value: unknown): void;
  revert(field: string): void;
  discard(): void;
}

/** A draft without changes. */
export function createPolicyDraftStore(): PolicyDraftStore {
  const store = createStore<PolicyDraft>(() => ({ base: undefined, changes: {} }));
  const setChanges = (base: Policy | undefined, changes: Readonly<Record<string, unknown>>) =>
    store.setState({ base: Object.keys(changes).length === 0 ? undefined : base, changes });
  const revert = (field: string) => {
    const { base, changes } = store.getState();
    setChanges(base, Object.fromEntries(Object.entries(changes).filter(([name]) => name !== field)));
  };
  return {
    ...store,
    revert,
    change(policy, field, value) {
      const base = store.getState().base ?? policy;
      if (JSON.stringify(valueOfField(base, field)) === JSON.stringify(value)) {
        revert(field);
      } else {
        setChanges(base, { ...store.getState().changes, [field]: value });
      }
    },
    discard: () => setChanges(undefined, {}),
  };
}

/** Whether a field is one of the two lists; every other field is a rule. */
export function isBlockedList(field: string): field is BlockedList {
  return (BLOCKED_LISTS as readonly string[]).includes(field);
}

/** The stored value of a field of a policy. Rule names come from the server, so only own fields count. */
export function valueOfField(policy: Policy, field: string): unknown {
  if (isBlockedList(field)) {
    return policy[field] ?? [];
  }
  return policy.rules !== undefined && Object.hasOwn(policy.rules, field) ? policy.rules[field] : undefined;
}
