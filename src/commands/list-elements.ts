import type { JsonObject } from '../contract/tolerant.ts';
import { asUntrusted, type Untrusted } from '../lib/untrusted.ts';
import { jsonText } from '../lib/json-text.ts';

/** The fields that name what an element of a blocked list is about, the likeliest first. */
const NAME_FIELDS = ['name', 'package', 'maintainer', 'id'];

/** An element of a blocked list as one line of text: the specification does not show its shape. */
export function describeElement(element: unknown): Untrusted {
  if (typeof element === 'string') {
    return asUntrusted(element);
  }
  if (typeof element !== 'object' || element === null) {
    return asUntrusted(jsonText(element));
  }
  const name = nameFieldOf(element as JsonObject);
  const { [name ?? '']: main, ...rest } = element as Record<string, unknown>;
  const details = Object.entries(rest)
    .filter(([, value]) => value !== null && value !== undefined && value !== '')
    .map(([field, value]) => `${field} ${typeof value === 'string' ? value : jsonText(value)}`);
  return asUntrusted(
    [name === undefined ? '' : String(main as string), ...details].filter(Boolean).join(', '),
  );
}

/**
 * The list with new elements for the text, several of them separated by commas. They take the shape of the elements
 * that are there: text, or an object whose naming field holds the text. Refused when one is empty, already listed, or
 * cannot be a name: none of the names of licences, packages and maintainers holds a space.
 */
export function addToList(
  items: readonly unknown[],
  text: string,
): { readonly items: readonly unknown[] } | { readonly problem: string } {
  const names = text.split(',').map((name) => name.trim());
  if (names.some((name) => name === '')) {
    return { problem: 'Type what is to be added; commas stand between several.' };
  }
  if (names.some((name) => /\s/.test(name))) {
    return { problem: 'It holds a space, which no such name does; commas stand between several.' };
  }
  if (
    names.some((name, index) => names.indexOf(name) !== index || items.some((item) => nameOf(item) === name))
  ) {
    return { problem: 'It is in the list already.' };
  }
  const example = items.find((item) => typeof item === 'object' && item !== null) as JsonObject | undefined;
  const field =
    example === undefined || items.some((item) => typeof item === 'string')
      ? undefined
      : nameFieldOf(example);
  return { items: [...items, ...names.map((name) => (field === undefined ? name : { [field]: name }))] };
}

function nameFieldOf(element: JsonObject): string | undefined {
  return NAME_FIELDS.find((field) => typeof element[field] === 'string');
}

function nameOf(element: unknown): string | undefined {
  if (typeof element === 'string') {
    return element;
  }
  const object = (typeof element === 'object' && element !== null ? element : {}) as JsonObject;
  return object[nameFieldOf(object) ?? ''] as string | undefined;
}
