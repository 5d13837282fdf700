import { findPolicyRule } from '../../contract/policy-rules.ts';
import type { Policy } from '../../contract/policy.ts';
import { isCut } from '../../contract/size-gate.ts';
import { isExactNumber } from '../../lib/exact-json.ts';
import { named } from '../../lib/named.ts';
import { jsonText } from '../../lib/json-text.ts';
import { isBlockedList, valueOfField } from './policy-fields.ts';

/** How much of a value is shown in a sentence: more says nothing more. */
const MOST_CHARACTERS = 60;

/**
 * The end of a sentence that says how the stored form of a field is not understood: "cannot be read as a list ("abc")";
 * undefined when it is. Whoever changed such a field would overwrite what nobody has looked at. A rule that is absent or
 * null is one that is not set; a list that is null is none that could be added to.
 */
export function unreadableField(policy: Policy, field: string): string | undefined {
  const value = valueOfField(policy, field);
  if (isCutOnce(value)) {
    return 'is too large to be read whole';
  }
  const expected = expectedOf(field);
  if (expected === undefined || value === undefined || expected.isRead(value)) {
    return undefined;
  }
  const text = jsonText(value);
  return `cannot be read as ${expected.noun} (${text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text})`;
}

const cutLists = new WeakMap<object, boolean>();

/** Whether a part of a value is missing here, found out once of each list: what is left must not be written as the whole. */
function isCutOnce(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return isCut(value);
  }
  let answer = cutLists.get(value);
  if (answer === undefined) {
    answer = isCut(value);
    cutLists.set(value, answer);
  }
  return answer;
}

/** Why a field with such a stored form is not changed, and what to do, as sentences. */
export function whyNotChanged(field: string, unreadable: string): string {
  return `${named(field)} is not changed: what is stored there ${unreadable}, and would be overwritten unseen. Mend it where it was written, then read the policy again.`;
}

interface Expected {
  readonly noun: string;
  readonly isRead: (value: unknown) => boolean;
}

const LIST: Expected = { noun: 'a list', isRead: Array.isArray };

function expectedOf(field: string): Expected | undefined {
  if (isBlockedList(field)) {
    return LIST;
  }
  switch (findPolicyRule(field)?.kind) {
    case 'licences':
      return LIST;
    case 'number':
      return {
        noun: 'a number',
        isRead: (value) => value === null || typeof value === 'number' || isExactNumber(value),
      };
    case 'flag':
      return { noun: 'true or false', isRead: (value) => value === null || typeof value === 'boolean' };
    case 'choice':
      return { noun: 'one of its words', isRead: (value) => value === null || typeof value === 'string' };
    case undefined:
      return undefined;
  }
}
