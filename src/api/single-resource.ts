import { jsonObject } from '../contract/tolerant.ts';

/**
 * The resource in a body that may be bare or wrapped in an object ("Whether the body is the bare agent or wrapped in an
 * object: not shown"): the body itself when it has one of the telling fields, else the first object in it that has.
 */
export function unwrap(body: unknown, tellingFields: readonly string[]): unknown {
  const object = jsonObject.parse(body);
  const isResource = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && tellingFields.some((field) => field in value);
  return isResource(object) ? object : (Object.values(object).find(isResource) ?? object);
}
