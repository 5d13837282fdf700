import { isSameContent } from '../../stores/policy/merge-policy.ts';
import { valueOfField } from '../../stores/policy/policy-fields.ts';
import type { SeenPolicy } from '../../stores/policy/seen-policy.ts';
import type { JournalOperation, JournalState } from '../../sync/writes/journal.ts';

/**
 * The versions with where each was written: from this host when its journal has a change of the policy that was read
 * afterwards as this version, and elsewhere when it has none. Of a server that does not number its versions it is not told.
 */
export function withOrigins(
  versions: readonly SeenPolicy[],
  operations: readonly JournalOperation[],
): readonly SeenPolicy[] {
  const written = Map.groupBy(operations.flatMap(stateWritten), ({ version }) => version);
  return versions.map((version) => {
    const { policy } = version;
    if (policy.version === undefined) {
      return version;
    }
    const isOwn = (written.get(policy.version) ?? []).some((state) => isOf(policy, state));
    return { ...version, writtenFrom: isOwn ? 'this host' : 'elsewhere' };
  });
}

/** What was read after a change of the policy that was confirmed. */
function stateWritten({ steps }: JournalOperation): readonly JournalState[] {
  const last = steps.findLast(({ step }) => step === 'verdict');
  return last?.action === 'policy' && last.verdict === 'confirmed' && last.after !== undefined
    ? [last.after]
    : [];
}

/** Whether a version is what was read then: another server may have numbered one the same. */
function isOf(
  policy: SeenPolicy['policy'],
  { version: _, updated_at: time, ...fields }: JournalState,
): boolean {
  return (
    (time === undefined || time === policy.updated_at) &&
    Object.entries(fields).every(([field, value]) => isSameContent(valueOfField(policy, field), value))
  );
}
