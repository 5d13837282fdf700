import type { Stores } from '../../stores/stores.ts';
import { notify, type NoticeContext } from '../base/notices.ts';

/** Says at the start that a draft of the policy is there, as nobody remembers what was not written last time. */
export function reportDraftOfLastTime(
  context: NoticeContext & { readonly stores: Pick<Stores, 'policyDraft'> },
): void {
  const { base, changes, rivals = {} } = context.stores.policyDraft.getState();
  const fields = Object.keys(changes);
  if (base !== undefined) {
    notify(
      context,
      `A draft of the policy is there from last time, not seen to be written: ${fields.length === 1 ? 'one change' : `${fields.length} changes`}, of ${fields.slice(0, 3).join(', ')}${fields.length > 3 ? ' and others' : ''}. 6 goes to it.${describeDisputed(Object.keys(rivals))}`,
    );
  }
}

function describeDisputed(fields: readonly string[]): string {
  return fields.length === 0
    ? ''
    : ` Two consoles did not agree on ${fields.join(', ')}: p there shows what the other one had.`;
}
