import { describeElement } from '../../../commands/list-elements.ts';
import type { Policy } from '../../../contract/policy.ts';
import { findPolicyRule } from '../../../contract/policy-rules.ts';
import { valueOfField } from '../../../stores/policy/policy-draft-store.ts';
import { strictnessOf } from '../../../stores/policy/policy-strictness.ts';
import type { ReviewRow } from '../../widgets/ReviewTable.tsx';
import { jsonText } from '../../../lib/json-text.ts';

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
        typeof value === 'string' ? value : value === undefined ? 'not set' : jsonText(value);
      return [{ field, before: told(before), after: told(after), effect }];
    }
    const had = new Set(before.map((item) => jsonText(item)));
    const has = new Set(after.map((item) => jsonText(item)));
    const removed = before.filter((item) => !has.has(jsonText(item))).map(describeElement);
    const added = after.filter((item) => !had.has(jsonText(item))).map(describeElement);
    return [
      ...removed.map((element) => ({ field, before: element, after: 'removed', effect })),
      ...added.map((element) => ({ field, before: 'not listed', after: element, effect })),
    ];
  });
}
