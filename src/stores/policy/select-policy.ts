import { findPolicyRule, POLICY_RULES, type PolicyRule } from '../../contract/policy-rules.ts';
import type { Policy } from '../../contract/policy.ts';
import { BLOCKED_LISTS, valueOfField, type PolicyDraft } from './policy-draft-store.ts';
import type { JsonObject } from '../../contract/tolerant.ts';
import { rememberTest } from '../query/row-query.ts';
import { rememberLast } from '../remember-last.ts';
import { queryClock } from '../view-store.ts';
import type { Stores } from '../stores.ts';

/** A line of the policy editor: a rule or one of the two blocked lists. */
export interface PolicyField {
  /** The name of the rule or the list. */
  readonly id: string;
  /** Undefined for the two lists, and for rules that the specification does not have: those are only shown. */
  readonly rule: PolicyRule | undefined;
  readonly stored: unknown;
  /** Set while the draft changes it. */
  readonly draft: { readonly value: unknown } | undefined;
}

const NO_FIELDS: readonly PolicyField[] = [];

const readFields = rememberLast((policy: Policy | undefined, draft: PolicyDraft): readonly PolicyField[] => {
  if (policy === undefined) {
    return NO_FIELDS;
  }
  const known = POLICY_RULES.map((rule) => rule.name);
  const unknown = Object.keys(policy.rules ?? {}).filter((name) => !known.includes(name));
  return [...known, ...unknown, ...BLOCKED_LISTS].map((id) => ({
    id,
    rule: findPolicyRule(id),
    stored: valueOfField(policy, id),
    draft: Object.hasOwn(draft.changes, id) ? { value: draft.changes[id] } : undefined,
  }));
});

const testOfQuery = rememberTest('policy');

const filterFields = rememberLast(
  (fields: readonly PolicyField[], matches: ReturnType<typeof testOfQuery>): readonly PolicyField[] =>
    matches === undefined ? fields : fields.filter((field) => matches(recordOfField(field))),
);

/** What a query can ask of a rule: its name, its meaning, its value and whether the draft changes it. */
export function recordOfField({ id, rule, stored, draft }: PolicyField): JsonObject {
  return {
    rule: id,
    value: draft === undefined ? stored : draft.value,
    changed: draft !== undefined,
    ...(rule === undefined ? {} : { meaning: rule.meaning }),
  };
}

/** Every rule of the policy and the two lists, with what is stored and what the draft makes of it. */
export function selectAllPolicyFields(stores: Stores): readonly PolicyField[] {
  return readFields(stores.policy.getState().data, stores.policyDraft.getState());
}

/** The rules of the policy and the two lists that the typed query lets through. */
export function selectPolicyFields(stores: Stores): readonly PolicyField[] {
  const view = stores.view.getState();
  return filterFields(selectAllPolicyFields(stores), testOfQuery(view.policy.text, queryClock(view)));
}
