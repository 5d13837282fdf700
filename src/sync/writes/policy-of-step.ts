import { policySchema, type Policy } from '../../contract/policy.ts';
import { isBlockedList } from '../../stores/policy/policy-fields.ts';
import type { JournalState } from './journal.ts';

/** The policy as far as a step of the journal has it. */
export function policyOf({ version, updated_at, ...fields }: JournalState): Policy {
  const entries = Object.entries(fields);
  return policySchema.parse({
    version,
    updated_at,
    rules: Object.fromEntries(entries.filter(([field]) => !isBlockedList(field))),
    ...Object.fromEntries(entries.filter(([field]) => isBlockedList(field))),
  });
}
