import type { Policy } from '../../contract/policy.ts';
import { isShown } from './policy-fields.ts';

/**
 * The lists among changes that the server does not show on reading. What is written of them is all that somebody here knows; on a
 * server that replaces lists, whatever else they hold is gone then.
 */
export function hiddenLists(stored: Policy, changes: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(changes)
    .filter(([field, wanted]) => Array.isArray(wanted) && !isShown(stored, field))
    .map(([field]) => field);
}

/** What there is to be known before such lists are written, as sentences. */
export function describeHiddenLists(lists: readonly string[]): string {
  return `The server does not show ${lists.join(' and ')}: only what is listed here would be sent, and whatever else it holds there would be lost.`;
}
