import type { OwnWrite, PolicyChanges } from '../../stores/policy/policy-draft.ts';
import { valueOfField } from '../../stores/policy/policy-fields.ts';
import { selectPolicyMerge } from '../../stores/policy/select-policy.ts';
import type { Policy } from '../../contract/policy.ts';
import { holdsValue } from '../../stores/policy/holds-value.ts';
import { notify, type CommandContext } from '../command.ts';

/** The topic of what is told of writing the policy. */
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

/** Takes out of the draft what is stored by now. */
export function forgetWritten(
  { stores }: Pick<CommandContext, 'stores'>,
  written: PolicyChanges,
  stored: Policy | undefined,
): void {
  stores.policyDraft.settle(written);
  if (stored !== undefined && stores.policyDraft.getState().base !== undefined) {
    const left = selectPolicyMerge(stores);
    for (const field of Object.keys(written)) {
      if (
        !Object.hasOwn(left.changes, field) &&
        left.conflicts.every((conflict) => conflict.field !== field)
      ) {
        stores.policyDraft.revert(field);
      }
    }
  }
}

/** Tells when a write of which nothing was to be seen is found to have been carried out after all. */
export function tellWhenCarriedOut(context: CommandContext, write: OwnWrite): void {
  const { policy, policyDraft } = context.stores;
  const fields = Object.keys(write.changes);
  const stop = policy.subscribe(({ data }) => {
    if (
      data === undefined ||
      !fields.every((field) => holdsValue(valueOfField(data, field), write.changes[field]))
    ) {
      return;
    }
    stop();
    policyDraft.end(write, 'over');
    forgetWritten(context, write.changes, data);
    notify(
      context,
      `Carried out late: the policy holds what was unknown by now, ${fields.join(', ')}, as version ${data.version ?? 'without a name'}.`,
      'bad',
      POLICY_NOTICES,
    );
  });
}
