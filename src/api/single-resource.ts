import { jsonObject } from '../contract/tolerant.ts';

/**
 * The resource in a body that may be bare or wrapped in an object ("Whether the body is the bare agent or wrapped in an
 * object: not shown"): of the body and the objects in it, the one with most of the fields that it is known by, so that an `id` or a
 * `version` of the wrapping is not taken for the resource's own. Throws a TypeError when none has any.
 */
export function unwrap(body: unknown, knownFields: readonly string[]): unknown {
  const object = jsonObject.parse(body);
  let found: { readonly value: unknown; readonly fields: number } = { value: undefined, fields: 0 };
  const parts = Object.entries(object).flatMap(([name, value]) => (name === 'error' ? [] : [value]));
  for (const value of [object, ...parts]) {
    const fields = knownFields.filter((field) => hasField(value, field)).length;
    found = fields > found.fields ? { value, fields } : found;
  }
  if (found.fields === 0) {
    throw new TypeError(`it has none of the fields ${knownFields.join(', ')}`);
  }
  return found.value;
}

function hasField(value: unknown, field: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, field);
}
