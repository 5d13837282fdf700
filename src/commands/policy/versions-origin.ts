import { effectiveVerdict } from '../../stores/journal/effective-verdict.ts';
import { isSameContent } from '../../stores/policy/merge-policy.ts';
import { valueOfField } from '../../stores/policy/policy-fields.ts';
import type { PolicyVersion } from '../../stores/policy/policy-version.ts';
import type { JournalOperation, JournalState } from '../../sync/writes/journal.ts';

/**
 * The versions with who wrote each: this user from here when their journal on this host has a change of the policy that was
 * read afterwards as this version, and others when it has none; these may be the same user at another place. Of a server
 * that does not number its versions it is not known.
 */
export function withOrigins(
  versions: readonly PolicyVersion[],
  operations: readonly JournalOperation[],
): readonly PolicyVersion[] {
  const written = Map.groupBy(operations.flatMap(stateWritten), ({ version }) => version);
  return versions.map((version) => {
    const { policy } = version;
    if (policy.version === undefined) {
      return version;
    }
    const isOwn = (written.get(policy.version) ?? []).some((state) => isOf(policy, state));
    return { ...version, writtenBy: isOwn ? 'you here' : 'others' };
  });
}

/** What was read after a change of the policy that was confirmed. */
function stateWritten({ steps }: JournalOperation): readonly JournalState[] {
  const last = effectiveVerdict(steps);
  return last?.action === 'policy' && last.verdict === 'confirmed' && last.after !== undefined
    ? [last.after]
    : [];
}

/** Whether a version is what was read then: another server may have numbered one the same. */
function isOf(
  policy: PolicyVersion['policy'],
  { version: _, updated_at: time, ...fields }: JournalState,
): boolean {
  return (
    (time === undefined || time === policy.updated_at) &&
    Object.entries(fields).every(([field, value]) => isSameContent(valueOfField(policy, field), value))
  );
}
