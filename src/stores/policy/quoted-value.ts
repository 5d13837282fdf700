import { jsonText } from '../../lib/json-text.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { named } from '../../lib/named.ts';
import { prose, type Quoted, type Sentence } from '../../lib/untrusted.ts';

/** What a field of the policy is, as a sentence quotes it; a list by its length. */
export function quotedValue(field: string, value: unknown): Sentence {
  return Array.isArray(value)
    ? `a list of ${value.length} ${value.length === 1 ? 'element' : 'elements'}`
    : quotedJson(field, value);
}

/** The same with lists as they are. */
export function quotedJson(field: string, value: unknown): Quoted {
  const text = jsonText(value);
  return profileOf('policy', `rules.${field}`) === 'ident' ? named(text) : prose(text);
}
