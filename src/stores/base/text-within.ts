import { jsonText } from '../../lib/json-text.ts';

/** Nothing that people wrote is nested deeper; what is, is found by its JSON. */
const DEEPEST = 50;

/** All text in a value, at any depth, joined by spaces. */
export function textWithin(value: unknown, depth = 0): string {
  if (typeof value === 'object' && value !== null && depth < DEEPEST) {
    return Object.values(value)
      .map((inner) => textWithin(inner, depth + 1))
      .join(' ');
  }
  if (value === undefined || value === null) {
    return '';
  }
  return typeof value === 'string' ? value : jsonText(value);
}
