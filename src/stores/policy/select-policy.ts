import { findPolicyRule, POLICY_RULES, type PolicyRule } from '../../contract/policy-rules.ts';
import type { Policy } from '../../contract/policy.ts';
import { BLOCKED_LISTS, isBlockedList, isShown, valueOfField, withField } from './policy-fields.ts';
import type { PolicyDraft } from './policy-draft.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { rememberTest } from '../query/row-query.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { queryClock } from '../query/query-time.ts';
import { POLICY_QUERY } from './policy-query.ts';
import type { PolicySlice } from './policy-slice.ts';
import { withOwnWrites } from './own-writes.ts';
import { unreadableField } from './unreadable-field.ts';
import { withoutUnconfirmed } from './unconfirmed-writes.ts';
import { mergePolicy, type PolicyConflict, type PolicyMerge } from './merge-policy.ts';

/** A line of the policy editor: a rule or one of the two blocked lists. */
export interface PolicyField {
  /** The name of the rule or the list. */
  readonly id: string;
  /** Undefined for the two lists, and for rules that the specification does not have: those are only shown. */
  readonly rule: PolicyRule | undefined;
  readonly stored: unknown;
  /** A list that the server does not show, of which nobody here knows what it holds. */
  readonly isHidden: boolean;
  /** Set while what is stored is not understood, so that nothing may be written over it: the end of a sentence that says so. */
  readonly unreadable: string | undefined;
  /** Set while the draft changes it: what it becomes. */
  readonly draft: { readonly value: unknown } | undefined;
  /** Set while the draft and somebody else changed it, each in their way. */
  readonly conflict: PolicyConflict | undefined;
  /** Set while somebody else changed it since the draft began: what it was before. */
  readonly byOthers: { readonly base: unknown } | undefined;
  /** What it was to become in another console of this host, where that gave way to what the draft has. */
  readonly rivals: readonly unknown[];
}

const NO_FIELDS: readonly PolicyField[] = [];
const NOTHING_MERGED: PolicyMerge = { changes: {}, conflicts: [], byOthers: [] };

const mergeDraft = memoizeLast(
  (policy: Policy | undefined, { base, changes, writes, outdated }: PolicyDraft): PolicyMerge =>
    policy === undefined || base === undefined
      ? NOTHING_MERGED
      : mergePolicy(beganFrom(policy, base, writes, outdated), changes, policy),
);

/** What a draft began from, as far as what is `stored` could show it when it was read. */
function beganFrom(
  stored: Policy,
  base: Policy,
  writes: PolicyDraft['writes'],
  outdated: PolicyDraft['outdated'],
): Policy {
  const known = outdated?.stored === stored ? outdated.fields : [];
  const seen = known.reduce((policy, field) => withField(policy, field, valueOfField(stored, field)), base);
  return withoutUnconfirmed(withOwnWrites(seen, writes, stored), writes, stored);
}

const readFields = memoizeLast(
  (policy: Policy | undefined, merge: PolicyMerge, rivals: PolicyDraft['rivals']): readonly PolicyField[] => {
    if (policy === undefined) {
      return NO_FIELDS;
    }
    const known = POLICY_RULES.map((rule) => rule.name);
    const unknown = Object.keys(policy.rules ?? {}).filter((name) => !known.includes(name));
    return [...known, ...unknown, ...BLOCKED_LISTS].map((id) => {
      const conflict = merge.conflicts.find(({ field }) => field === id);
      const changed = Object.hasOwn(merge.changes, id) ? { value: merge.changes[id] } : undefined;
      return {
        id,
        rule: findPolicyRule(id),
        stored: valueOfField(policy, id),
        isHidden: isBlockedList(id) && !isShown(policy, id),
        unreadable: unreadableField(policy, id),
        draft: conflict === undefined ? changed : { value: conflict.keepingMine },
        conflict,
        byOthers: merge.byOthers.find(({ field }) => field === id),
        rivals: (rivals !== undefined && Object.hasOwn(rivals, id) ? rivals[id] : undefined) ?? [],
      };
    });
  },
);

const testOfQuery = rememberTest(POLICY_QUERY);

const filterFields = memoizeLast(
  (fields: readonly PolicyField[], matches: ReturnType<typeof testOfQuery>): readonly PolicyField[] =>
    matches === undefined ? fields : fields.filter((field) => matches(recordOfField(field))),
);

/** What a query can ask of a rule: its name, its meaning, its value, whether the draft changes it and is in conflict. */
export function recordOfField({ id, rule, stored, draft, conflict }: PolicyField): JsonObject {
  return {
    rule: id,
    value: draft === undefined ? stored : draft.value,
    changed: draft !== undefined,
    conflict: conflict !== undefined,
    ...(rule === undefined ? {} : { meaning: rule.meaning }),
  };
}

/** The draft merged into what is stored now: what is left to be written, conflicts, and what others changed. */
export function selectPolicyMerge({
  policy,
  policyDraft,
}: Pick<PolicySlice, 'policy' | 'policyDraft'>): PolicyMerge {
  return mergeDraft(policy.getState().data, policyDraft.getState());
}

/** Every rule of the policy and the two lists, with what is stored and what the draft makes of it. */
export function selectAllPolicyFields(
  stores: Pick<PolicySlice, 'policy' | 'policyDraft'>,
): readonly PolicyField[] {
  return readFields(
    stores.policy.getState().data,
    selectPolicyMerge(stores),
    stores.policyDraft.getState().rivals,
  );
}

/** The rules of the policy and the two lists that the typed query lets through. */
export function selectPolicyFields(stores: PolicySlice): readonly PolicyField[] {
  const view = stores.view.getState();
  return filterFields(selectAllPolicyFields(stores), testOfQuery(view.policy.text, queryClock(view)));
}
