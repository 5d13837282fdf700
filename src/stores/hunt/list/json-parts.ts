import type { JsonObject } from '../../../contract/tolerant.ts';
import { ownValue } from '../../../lib/own-value.ts';

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text under a name; undefined where there is none. */
export function textIn(object: JsonObject, name: string): string | undefined {
  const value = ownValue(object, name);
  return typeof value === 'string' ? value : undefined;
}

/** The list under a name; empty where there is none. */
export function listIn(object: JsonObject, name: string): readonly unknown[] {
  const value = ownValue(object, name);
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
