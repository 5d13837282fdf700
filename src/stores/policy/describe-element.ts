import { isExactNumber } from '../../lib/exact-json.ts';
import { jsonText } from '../../lib/json-text.ts';
import { plainText, type MixedText, type TextPart } from '../../lib/mixed-text.ts';
import { ownValue } from '../../lib/own-value.ts';
import { profileOf } from '../../lib/text-fields.ts';
import { named } from '../../lib/named.ts';
import { prose, type Quoted, type Untrusted } from '../../lib/untrusted.ts';
import { asObject, nameFieldOf } from './element-subject.ts';

/** A text that would be taken for another one, or for none, where it is shown among others. */
const NOT_PLAIN = /^(?:["\s]|$)|\s$/;

/** A text as it reads: as JSON where it is blank, or spaces at its ends would not be seen. */
export function plainOrQuoted(text: string): string {
  return NOT_PLAIN.test(text) ? jsonText(text) : text;
}

/**
 * An element of a blocked list as one line, which is never blank: the specification does not show its shape. What names
 * something in it is an identifier, and what people wrote to explain it is prose.
 */
export function elementParts(element: unknown): MixedText {
  if (typeof element === 'string') {
    return [name(plainOrQuoted(element))];
  }
  const object = asObject(element);
  if (object === undefined) {
    return [name(jsonText(element))];
  }
  const nameField = nameFieldOf(object);
  const named = nameField === undefined ? [] : [name(plainOrQuoted(ownValue(object, nameField) as string))];
  const others = Object.entries(object)
    .filter(([field, value]) => field !== nameField && value !== null && value !== undefined && value !== '')
    .flatMap(([field, value], index): MixedText => [
      { text: index + named.length === 0 ? '' : ', ', profile: 'cell' },
      name(field),
      { text: ' ', profile: 'cell' },
      ...(typeof value === 'string'
        ? [{ text: plainOrQuoted(value), profile: profileOf('element', field) }]
        : jsonParts(field, value)),
    ]);
  const parts = [...named, ...others];
  return parts.length === 0 ? [name(jsonText(object))] : parts;
}

/** The same as JSON, where two elements read the same in words. */
export function elementJsonParts(element: unknown): MixedText {
  const object = asObject(element);
  return object === undefined ? [name(jsonText(element))] : jsonParts('', object);
}

/** So deep in an element fields are distinguished from each other; what is deeper all counts as names. */
const DEEPEST = 4;

/** The value of a field as JSON, with the fields that are in it. */
function jsonParts(field: string, value: unknown, depth = 0): MixedText {
  const object = asObject(value);
  if (object === undefined || isExactNumber(value) || depth === DEEPEST) {
    const isText = [value].flat().every((text) => typeof text === 'string');
    const profile = isText && field !== '' ? profileOf('element', field) : 'ident';
    return [{ text: jsonText(value), profile }];
  }
  const fields = Object.entries(object).flatMap(([inner, part], index): MixedText => [
    name(`${index === 0 ? '{' : ','}${jsonText(inner)}:`),
    ...jsonParts(inner, part, depth + 1),
  ]);
  return fields.length === 0 ? [name('{}')] : [...fields, name('}')];
}

/** What a field of the policy is, as a sentence quotes it. */
export function quotedJson(field: string, value: unknown): Quoted {
  const text = jsonText(value);
  return profileOf('policy', `rules.${field}`) === 'ident' ? named(text) : prose(text);
}

/** An element as one text. */
export function describeElement(element: unknown): Untrusted {
  return plainText(elementParts(element));
}

/** Elements one behind the other. */
export function elementsParts(elements: readonly unknown[], separator: string): MixedText {
  return elements.flatMap((element, index) => [
    ...(index === 0 ? [] : [{ text: separator, profile: 'cell' } as const]),
    ...elementParts(element),
  ]);
}

function name(text: string): TextPart {
  return { text, profile: 'ident' };
}
