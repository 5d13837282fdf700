import { jsonText } from '../../lib/json-text.ts';
import { ownValue } from '../../lib/own-value.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { asObject, nameFieldOf } from './element-subject.ts';

/** A text that would be taken for another one, or for none, where it is shown among others. */
const NOT_PLAIN = /^(?:["\s]|$)|\s$/;

/** A text as it reads: as JSON where it is blank, or spaces at its ends would not be seen. */
export function plainOrQuoted(text: string): string {
  return NOT_PLAIN.test(text) ? jsonText(text) : text;
}

/** An element of a blocked list as one line of text, which is never blank: the specification does not show its shape. */
export function describeElement(element: unknown): Untrusted {
  if (typeof element === 'string') {
    return asUntrusted(plainOrQuoted(element));
  }
  const object = asObject(element);
  if (object === undefined) {
    return asUntrusted(jsonText(element));
  }
  const name = nameFieldOf(object);
  const details = Object.entries(object)
    .filter(([field, value]) => field !== name && value !== null && value !== undefined && value !== '')
    .map(
      ([field, value]) => `${field} ${typeof value === 'string' ? plainOrQuoted(value) : jsonText(value)}`,
    );
  const parts = [
    ...(name === undefined ? [] : [plainOrQuoted(ownValue(object, name) as string)]),
    ...details,
  ];
  return asUntrusted(parts.length === 0 ? jsonText(object) : parts.join(', '));
}
