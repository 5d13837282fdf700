import type { CommandContext } from '../base/command.ts';

/** The topic of messages about writing the policy. */
export const POLICY_NOTICES = 'policy';

/** Why nothing can be written now, as a sentence: a second write could overtake the first and lose to it. */
export function writeUnderWay({ stores }: Pick<CommandContext, 'stores'>): string | undefined {
  return stores.policyDraft.getState().writes.some(({ state }) => state === 'under-way')
    ? 'Not yet: a change of the policy is under way. Wait for what becomes of it; the draft stays.'
    : undefined;
}

/** The fields of writes that may still be carried out, over whatever is written until then. */
export function fieldsStillPending({ stores }: Pick<CommandContext, 'stores'>): readonly string[] {
  const pending = stores.policyDraft.getState().writes.filter(({ state }) => state === 'unknown');
  return [...new Set(pending.flatMap(({ changes }) => Object.keys(changes)))];
}
