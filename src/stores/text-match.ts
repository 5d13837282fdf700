import { jsonText } from '../lib/json-text.ts';

/** The words of a text filter, in lower case. */
export function wordsOf(filter: string): readonly string[] {
  return filter.toLowerCase().split(/\s+/).filter(Boolean);
}

/**
 * A test for the text filter of a list: every word must occur somewhere in the row's text, whatever its case.
 * Undefined when the filter is empty.
 */
export function createTextMatch(filter: string): ((haystack: string) => boolean) | undefined {
  const words = wordsOf(filter);
  if (words.length === 0) {
    return undefined;
  }
  return (haystack) => {
    const text = haystack.toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

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
