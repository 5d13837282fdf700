import { createStore, type StoreApi } from 'zustand/vanilla';

import type { Policy } from '../../contract/policy.ts';
import { isSameJson } from '../../lib/same-json.ts';
import { isSameValue } from '../../lib/same-value.ts';
import { keepDraft } from './kept-draft.ts';
import type { OwnWrite, PolicyChanges, PolicyDraft } from './policy-draft.ts';
import type { KeptOnHost } from '../kept/kept-on-host.ts';

/** The lists of a policy beside its rules. */
export const BLOCKED_LISTS = ['blocked_packages', 'blocked_maintainers'] as const;
export type BlockedList = (typeof BLOCKED_LISTS)[number];

export type { PolicyChanges, PolicyDraft } from './policy-draft.ts';

export interface PolicyDraftStore extends StoreApi<PolicyDraft> {
  /**
   * Sets a field to a value that was decided on while the policy was `seen`; a value equal to the one it held then removes
   * the change. What others change in the field afterwards is a conflict, and no longer what they did before.
   */
  change(seen: Policy, field: string, value: unknown): void;
  /** Takes other changes in the place of all, decided on while the policy was `seen`. */
  replace(seen: Policy, changes: PolicyChanges): void;
  revert(field: string): void;
  discard(): void;
  /** Forgets the changes that were written, unless they were changed again since. */
  settle(written: PolicyChanges): void;
  /** Notes that changes of what is `stored` are being sent. */
  send(stored: Policy, changes: PolicyChanges): OwnWrite;
  /** Notes what is known of a write that was sent: `undefined` when it did nothing. Gives what stands for it from now on. */
  end(write: OwnWrite, state: 'unknown' | 'over' | undefined): OwnWrite | undefined;
  readonly kept: KeptOnHost;
  /** Whether it will be there again after the next start. */
  readonly isKept: () => boolean;
}

/** A draft without changes. */
export function createPolicyDraftStore(): PolicyDraftStore {
  const store = createStore<PolicyDraft>(() => ({ base: undefined, changes: {}, writes: [] }));
  const setDraft = (base: Policy | undefined, changes: PolicyChanges) =>
    store.setState(({ base: before, writes }) => ({
      base: Object.keys(changes).length === 0 ? undefined : base,
      changes,
      // What a new draft begins from has in it what came of the writes that are over.
      writes: before === undefined ? writes.filter(({ state }) => state !== 'over') : writes,
    }));
  const keepOnly = (isKept: (field: string, value: unknown) => boolean) => {
    const { base, changes } = store.getState();
    setDraft(
      base,
      Object.fromEntries(Object.entries(changes).filter(([field, value]) => isKept(field, value))),
    );
  };
  const revert = (field: string) => keepOnly((name) => name !== field);
  const keeping = keepDraft(store, setDraft);
  return {
    ...store,
    ...keeping,
    revert,
    change(seen, field, value) {
      const stored = valueOfField(seen, field);
      if (isSameValue(stored, value)) {
        revert(field);
        return;
      }
      const { base, changes } = store.getState();
      setDraft(base === undefined ? seen : withField(base, field, stored), { ...changes, [field]: value });
    },
    replace(seen, changes) {
      const entries = Object.entries(changes);
      setDraft(
        seen,
        Object.fromEntries(
          entries.filter(([field, value]) => !isSameValue(valueOfField(seen, field), value)),
        ),
      );
    },
    discard: () => setDraft(undefined, {}),
    send(stored, changes) {
      const write: OwnWrite = { state: 'under-way', base: stored, changes };
      store.setState(({ writes }) => ({ writes: [...writes, write] }));
      return write;
    },
    end(write, state) {
      const ended = state === undefined ? undefined : { ...write, state };
      store.setState(({ writes }) => ({
        writes: writes.flatMap((each) => (each === write ? (ended ?? []) : each)),
      }));
      return ended;
    },
    settle: (written) =>
      keepOnly((field, value) => !Object.hasOwn(written, field) || !isSameValue(written[field], value)),
  };
}

/** Whether a field is one of the two lists; every other field is a rule. */
export function isBlockedList(field: string): field is BlockedList {
  return (BLOCKED_LISTS as readonly string[]).includes(field);
}

/** The stored value of a field of a policy. Rule names come from the server, so only own fields count. */
export function valueOfField(policy: Policy, field: string): unknown {
  if (isBlockedList(field)) {
    // A list in a shape that cannot be read is no empty one: what it holds would be lost.
    return policy[field] ?? policy.raw[field] ?? [];
  }
  return policy.rules !== undefined && Object.hasOwn(policy.rules, field) ? policy.rules[field] : undefined;
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
