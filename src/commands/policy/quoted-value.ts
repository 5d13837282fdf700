import { jsonText } from '../../lib/json-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { named } from '../../lib/named.ts';
import { prose, type Sentence } from '../../lib/untrusted.ts';

/** What a field of the policy is, as a sentence quotes it. */
export function quotedValue(field: string, value: unknown): Sentence {
  if (Array.isArray(value)) {
    return `a list of ${value.length} ${value.length === 1 ? 'element' : 'elements'}`;
  }
  const text = jsonText(value);
  return profileOf('policy', `rules.${field}`) === 'ident' ? named(text) : prose(text);
}
