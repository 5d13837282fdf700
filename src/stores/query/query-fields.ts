import { ownValue } from '../../lib/own-value.ts';
import type { RecordKind } from '../../lib/text-fields.ts';

/**
 * - `text`: compared with a pattern; `number` and `time`: with a quantity or a range of them; `any`: with either;
 * - `since`, `until`: one time, from or through which rows are shown.
 */
export type FieldKind = 'text' | 'number' | 'time' | 'any' | 'since' | 'until';

/** A field that rows of a list can be distinguished by. */
export interface QueryField {
  readonly name: string;
  readonly kind: FieldKind;
  /** Where its values stand in the record, names joined by dots; a list there counts with each of its elements. */
  readonly paths: readonly string[];
  /** Those of the places of which a value is its own: what stands in the others only takes its place. All without it. */
  readonly own?: readonly string[];
  /** The values that the specification names. */
  readonly values?: readonly string[];
  /** No record has several values in it. */
  readonly single?: true;
}

/** What can be asked of the rows of a list. */
export interface ListQuery {
  /** What its records are, which says how their texts are shown. */
  readonly kind: RecordKind;
  /** Its fields under their own short names, the likeliest first. */
  readonly fields: readonly QueryField[];
  /** Parts of a record in which a field may stand that is named without them. */
  readonly parts?: readonly string[];
  /** Where the times stand that `since` and `until` speak of, the likeliest first. */
  readonly times: readonly string[];
  /** Its records are made here, and have no other fields. */
  readonly isClosed?: true;
  /** Titles of its columns that are not names of fields, to the names that these have: what is printed can be typed. */
  readonly titles?: Readonly<Record<string, string>>;
  /** The name under which words are looked for; anywhere in a record without it. */
  readonly wordsIn?: string;
}

export const textField = (name: string, ...paths: readonly string[]): QueryField => ({
  name,
  kind: 'text',
  paths,
});
/** A name that something else stands in for where a record has none, as the id of a machine: without a name it has no value. */
export const nameField = (name: string, path: string, ...standIns: readonly string[]): QueryField => ({
  ...textField(name, path, ...standIns),
  own: [path],
});
/** A text of which each record has one at the most. */
export const singleField = (name: string, path: string): QueryField => ({
  ...textField(name, path),
  single: true,
});
export const numberField = (name: string, path: string): QueryField => ({
  name,
  kind: 'number',
  paths: [path],
});
export const timeField = (name: string, path: string): QueryField => ({
  name,
  kind: 'time',
  paths: [path],
});
export const choiceField = (name: string, path: string, values: readonly string[]): QueryField => ({
  name,
  kind: 'text',
  paths: [path],
  values,
  single: true,
});
export const flagField = (name: string, path: string): QueryField =>
  choiceField(name, path, ['true', 'false']);
export const SINCE: QueryField = { name: 'since', kind: 'since', paths: [] };
export const UNTIL: QueryField = { name: 'until', kind: 'until', paths: [] };

/** Other names under which a field is found. */
const ALIASES: Readonly<Record<string, string>> = {
  from: 'ecosystem',
  hostname: 'host',
  reasons: 'reason',
  pkg: 'package',
  username: 'user',
  before: 'until',
};

/** A field by the name that it has in the record: any name that a server may send, however deep, also without its part. */
function recordField(path: string, parts: readonly string[]): QueryField {
  const name = path.toLowerCase();
  return { name: path, kind: 'any', paths: [name, ...parts.map((part) => `${part}.${name}`)] };
}

/**
 * The field of that name, whatever its case. Names that are not known, and so may be a mistake, count as names of the
 * record; `known` says which of these the data has. In quotes a name is that of the record even where the list has such a field.
 */
export function findField(
  { fields, parts = [], times = [] }: Pick<ListQuery, 'fields' | 'parts'> & Partial<Pick<ListQuery, 'times'>>,
  name: string,
  known: readonly string[] = [],
  isQuoted = false,
): { readonly field: QueryField; readonly isKnown: boolean } {
  const wanted = name.toLowerCase();
  const field =
    fields.find((candidate) => candidate.name === wanted) ??
    fields.find((candidate) => candidate.name === ownValue(ALIASES, wanted)) ??
    (wanted === 'time' && times.length > 0
      ? { name: 'time', kind: 'time' as const, paths: times }
      : undefined);
  if (field !== undefined && isQuoted) {
    return { field: { ...recordField(name, parts), name: `"${name}"` }, isKnown: true };
  }
  return field === undefined
    ? {
        field: recordField(name, parts),
        isKnown:
          wanted.includes('.') ||
          known.some((other) =>
            [wanted, ...parts.map((part) => `${part}.${wanted}`)].includes(other.toLowerCase()),
          ),
      }
    : { field, isKnown: true };
}
