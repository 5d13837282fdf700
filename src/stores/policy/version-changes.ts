import type { Policy } from '../../contract/policy.ts';
import { jsonText } from '../../lib/json-text.ts';
import { sameValueKey } from '../../lib/same-value.ts';
import { changesByOthers } from './merge-policy.ts';
import type { PolicyVersion } from './policy-version.ts';

/** So much of a value is shown in a line of many. */
const LONGEST_VALUE = 24;

/** What a version changed to the one that was seen before it, field by field, for a line of a list of versions. */
export const changesOfVersion = rememberEach((after: Policy, before: Policy): string => {
  const changes = changesByOthers(before, after);
  return changes.length === 0
    ? 'nothing that it says'
    : changes.map(({ field, base, theirs }) => fieldChange(field, base, theirs)).join(', ');
});

const saysTheSame = rememberEach(
  (version: Policy, stored: Policy): boolean => changesByOthers(stored, version).length === 0,
);

/** Of versions, the newest first, the one that is stored now: an earlier one that it restores says the same. */
export function storedVersion(
  versions: readonly PolicyVersion[],
  stored: Policy | undefined,
): PolicyVersion | undefined {
  return stored === undefined
    ? undefined
    : versions.find(({ policy }) => policy.version === stored.version && saysTheSame(policy, stored));
}

function fieldChange(field: string, before: unknown, after: unknown): string {
  if (Array.isArray(before) && Array.isArray(after)) {
    const [had, has] = [new Set(before.map(sameValueKey)), new Set(after.map(sameValueKey))];
    const count = (keys: Set<string>, others: Set<string>) =>
      [...keys].filter((key) => !others.has(key)).length;
    return `${field} +${count(has, had)} -${count(had, has)}`;
  }
  const textOf = (value: unknown) =>
    value === undefined ? 'not set' : jsonText(value).slice(0, LONGEST_VALUE);
  return `${field} ${textOf(before)} to ${textOf(after)}`;
}

/** Of each version what it came to last: a list of them is drawn with every key, and lists in them may be long. */
function rememberEach<Result>(derive: (version: Policy, other: Policy) => Result) {
  const known = new WeakMap<Policy, { readonly other: Policy; readonly result: Result }>();
  return (version: Policy, other: Policy): Result => {
    const last = known.get(version);
    if (last?.other === other) {
      return last.result;
    }
    const result = derive(version, other);
    known.set(version, { other, result });
    return result;
  };
}
