import type { JsonObject } from '../../contract/tolerant.ts';
import { ownValue } from '../../lib/own-value.ts';
import { sameValueKey } from '../../lib/same-value.ts';

/** The fields that name what an element of a blocked list is about, the likeliest first ("Policy": its shape is not shown). */
const NAME_FIELDS = ['name', 'package', 'package_name', 'maintainer', 'username', 'email', 'id'];

/** The fields that distinguish two elements of one name. */
const QUALIFIERS = ['ecosystem', 'version'];

/** The field of an element that names what it is about; undefined when none does. */
export function nameFieldOf(element: JsonObject): string | undefined {
  return NAME_FIELDS.find((field) => Object.hasOwn(element, field) && typeof element[field] === 'string');
}

/** The name of what an element of a list is about: the text itself, or what the naming field of an object holds. */
export function nameOfElement(element: unknown): string | undefined {
  if (typeof element === 'string') {
    return element;
  }
  const object = asObject(element);
  const field = object === undefined ? undefined : nameFieldOf(object);
  return field === undefined ? undefined : (ownValue(object, field) as string);
}

/**
 * A text that two elements of a list share when they are about the same thing, whatever else they say of it: the name
 * with the ecosystem and the version where they are given. An element without a name is about itself.
 */
export function subjectOfElement(element: unknown): string {
  const name = nameOfElement(element);
  if (name === undefined) {
    return `= ${sameValueKey(element)}`;
  }
  const object = asObject(element) ?? {};
  return JSON.stringify([name, ...QUALIFIERS.map((field) => ownValue(object, field) ?? null)]);
}

/** The value if it is an object with fields. */
export function asObject(element: unknown): JsonObject | undefined {
  return typeof element === 'object' && element !== null && !Array.isArray(element)
    ? (element as JsonObject)
    : undefined;
}
