import { jsonText } from '../../lib/json-text.ts';
import { plainText, type MixedText, type TextPart } from '../../lib/mixed-text.ts';
import { ownValue } from '../../lib/own-value.ts';
import { profileOf } from '../../lib/text-fields.ts';
import type { Untrusted } from '../../lib/untrusted.ts';
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
      typeof value === 'string'
        ? { text: plainOrQuoted(value), profile: profileOf('element', field) }
        : { text: jsonText(value), profile: 'cell' },
    ]);
  const parts = [...named, ...others];
  return parts.length === 0 ? [name(jsonText(object))] : parts;
}

/** The same as JSON, where two elements read the same in words. */
export function elementJsonParts(element: unknown): MixedText {
  const object = asObject(element);
  if (object === undefined) {
    return [name(jsonText(element))];
  }
  const fields = Object.entries(object).flatMap(([field, value], index): MixedText => [
    name(`${index === 0 ? '{' : ','}${jsonText(field)}:`),
    { text: jsonText(value), profile: typeof value === 'string' ? profileOf('element', field) : 'cell' },
  ]);
  return fields.length === 0 ? [name('{}')] : [...fields, name('}')];
}

/** The same as one text. */
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
