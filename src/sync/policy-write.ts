import type { Client } from '../api/client.ts';
import { getPolicy, updatePolicy } from '../api/policy.ts';
import type { PolicyUpdate } from '../contract/bodies.ts';
import type { Policy } from '../contract/policy.ts';
import { isSameValue } from '../lib/same-value.ts';
import { isBlockedList, valueOfField } from '../stores/policy/policy-draft-store.ts';
import { mayHaveBeenApplied } from './failure.ts';
import type { PolicyWriteRequest, Verdict } from './sync.ts';

/**
 * Writes the changes of a draft: reads the policy anew and stops when somebody changed one of those fields meanwhile,
 * sends only what changed, and reads again to compare with what was expected. `onRead` is given every policy that was
 * read. Never throws.
 */
export async function writePolicyChanges(
  client: Client,
  { base, changes }: PolicyWriteRequest,
  onRead: (policy: Policy) => void,
): Promise<Verdict> {
  const fields = Object.keys(changes);
  try {
    const before = (await getPolicy(client, undefined, 'before the change')).value;
    onRead(before);
    const foreign = fields.filter(
      (field) => !isSameValue(valueOfField(before, field), valueOfField(base, field)),
    );
    if (foreign.length > 0) {
      return {
        kind: 'refused',
        sentence: `Nothing was sent: somebody changed ${foreign.join(', ')} meanwhile. Take your change back with u, look, and decide again.`,
      };
    }
  } catch (error) {
    return {
      kind: 'refused',
      sentence: `Nothing was sent: the policy could not be read before the change. ${messageOf(error)}`,
    };
  }
  let problem: string | undefined;
  try {
    await updatePolicy(client, updateOf(changes), undefined, 'write the policy');
  } catch (error) {
    if (!mayHaveBeenApplied(error)) {
      return { kind: 'refused', sentence: `The policy was not changed. ${messageOf(error)}` };
    }
    problem = messageOf(error);
  }
  try {
    const after = (await getPolicy(client, undefined, 'after the change')).value;
    onRead(after);
    const missing = fields.filter((field) => !isSameValue(valueOfField(after, field), changes[field]));
    if (missing.length === 0) {
      const afterError = problem === undefined ? '' : ` (the answer was lost: ${problem})`;
      return {
        kind: 'confirmed',
        sentence: `Confirmed: policy version ${after.version ?? 'unknown'} holds ${fields.length === 1 ? 'the change' : `all ${fields.length} changes`}${afterError}. Agents take it up at their next sync.`,
      };
    }
    return {
      kind: 'contradicted',
      sentence: `Contradicted: the stored policy differs from what was written in ${missing.join(', ')}.${problem === undefined ? '' : ` ${problem}`}`,
    };
  } catch (error) {
    return {
      kind: 'unknown',
      sentence: `Unknown: the policy was sent, but could not be read after it. ${messageOf(error)}`,
    };
  }
}

function updateOf(changes: PolicyWriteRequest['changes']): PolicyUpdate {
  const rules = Object.entries(changes).filter(([field]) => !isBlockedList(field));
  const lists = Object.entries(changes).filter(([field]) => isBlockedList(field));
  return {
    ...(rules.length === 0 ? {} : { rules: Object.fromEntries(rules) }),
    ...(Object.fromEntries(lists) as PolicyUpdate),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
