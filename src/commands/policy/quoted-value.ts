import { quotedJson } from '../../stores/policy/describe-element.ts';
import type { Sentence } from '../../lib/untrusted.ts';

/** What a field of the policy is, as a sentence quotes it; a list by its length. */
export function quotedValue(field: string, value: unknown): Sentence {
  return Array.isArray(value)
    ? `a list of ${value.length} ${value.length === 1 ? 'element' : 'elements'}`
    : quotedJson(field, value);
}
