import type { ListView, Sorting } from './list-view.ts';

/** Whether a value that was read is one that a field may have. */
export type Check = (value: unknown) => boolean;

/**
 * What a field of the view of a list is:
 * - `filter`: it hides rows, and Esc brings back what it is in a list that nobody has done anything with;
 * - `order`: it decides which row stands where, and Esc leaves it as it is;
 * - `layout`: how the list looks;
 * - `place`: where somebody is in it, which is kept by none.
 */
export type FieldRule =
  | { readonly role: 'place' }
  | {
      readonly role: 'filter' | 'order' | 'layout';
      /** What it may be where it is kept on this host; undefined for one that is not kept. */
      readonly kept: Check | undefined;
      /** Of what is no filter: it is saved with them under a name, and no filter there either. */
      readonly saved?: 'beside the filters';
      /** Of a filter: Esc clears it before the others, and by itself. */
      readonly isClearedFirst?: true;
    };

/** What each field of the view of a list is. */
export type FieldRules<View extends ListView> = Readonly<Record<keyof View, FieldRule>>;

/** A filter is typed by hand: what is longer was not. */
const LONGEST_TEXT = 1000;

export const isFlag: Check = (value) => typeof value === 'boolean';
export const isText: Check = (value) => typeof value === 'string' && value.length <= LONGEST_TEXT;

export const isOneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string);

export const isSomeOf =
  (values: readonly string[]): Check =>
  (value) =>
    Array.isArray(value) && value.every(isOneOf(values)) && new Set(value).size === value.length;

export function isSorting(value: unknown): boolean {
  const { column, descending } = (value ?? {}) as Partial<Sorting>;
  return isText(column) && isFlag(descending);
}

/** Nobody chooses more, and no field that is chosen has a longer path. */
const MOST_COLUMNS = 100;

const isColumns: Check = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MOST_COLUMNS &&
  value.every(isText) &&
  new Set(value).size === value.length;

/** What the fields are that every list has. */
export const LIST_FIELDS: FieldRules<ListView> = {
  cursor: { role: 'place' },
  text: { role: 'filter', kept: isText },
  detail: { role: 'layout', kept: isFlag },
  marks: { role: 'place' },
  sort: { role: 'order', kept: isSorting },
  sideways: { role: 'place' },
  wrap: { role: 'layout', kept: isFlag },
  columns: { role: 'layout', kept: isColumns },
};
