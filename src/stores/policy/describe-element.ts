import { jsonText } from '../../lib/json-text.ts';
import { asUntrusted, type Untrusted } from '../../lib/untrusted.ts';
import { asObject, nameFieldOf } from './element-subject.ts';

/** An element of a blocked list as one line of text: the specification does not show its shape. */
export function describeElement(element: unknown): Untrusted {
  if (typeof element === 'string') {
    return asUntrusted(element);
  }
  const object = asObject(element);
  if (object === undefined) {
    return asUntrusted(jsonText(element));
  }
  const name = nameFieldOf(object);
  const details = Object.entries(object)
    .filter(([field, value]) => field !== name && value !== null && value !== undefined && value !== '')
    .map(([field, value]) => `${field} ${typeof value === 'string' ? value : jsonText(value)}`);
  return asUntrusted(
    [name === undefined ? '' : (object[name] as string), ...details].filter(Boolean).join(', '),
  );
}
