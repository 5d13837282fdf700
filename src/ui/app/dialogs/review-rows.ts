import { describeElement } from '../../../commands/list-elements.ts';
import type { Policy } from '../../../contract/policy.ts';
import { findPolicyRule } from '../../../contract/policy-rules.ts';
import { valueOfField } from '../../../stores/policy-draft-store.ts';
import { strictnessOf } from '../../../stores/policy-strictness.ts';
import type { ReviewRow } from '../../widgets/ReviewTable.tsx';

/** Every change before and after: a rule takes one row, a list one for each element that is added or removed. */
export function reviewRows(
  base: Policy | undefined,
  changes: Readonly<Record<string, unknown>>,
): readonly ReviewRow[] {
  return Object.entries(changes).flatMap(([field, after]): readonly ReviewRow[] => {
    const before = base === undefined ? undefined : valueOfField(base, field);
    const effect = strictnessOf(findPolicyRule(field), before, after);
    if (!Array.isArray(before) || !Array.isArray(after)) {
      const told = (value: unknown) =>
        typeof value === 'string' ? value : (JSON.stringify(value) ?? 'not set');
      return [{ field, before: told(before), after: told(after), effect }];
    }
    const had = new Set(before.map((item) => JSON.stringify(item)));
    const has = new Set(after.map((item) => JSON.stringify(item)));
    const removed = before.filter((item) => !has.has(JSON.stringify(item))).map(describeElement);
    const added = after.filter((item) => !had.has(JSON.stringify(item))).map(describeElement);
    return [
      ...removed.map((element) => ({ field, before: element, after: 'removed', effect })),
      ...added.map((element) => ({ field, before: 'not listed', after: element, effect })),
    ];
  });
}
