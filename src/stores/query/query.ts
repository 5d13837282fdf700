import type { QueryField } from './query-fields.ts';
import type { QueryTime } from './query-time.ts';

/** Where something stands in the text of a query, in UTF-16 units; `end` is behind it. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A piece of a value: what stands in quotes is meant literally, outside of them `*` and `?` are wildcards. */
export interface Segment {
  readonly text: string;
  readonly quoted: boolean;
}

/** A value as it was typed. */
export type Pattern = readonly Segment[];

/** A number, or a time that is written in one of the ways of `query-time.ts`. */
export type Quantity =
  { readonly kind: 'number'; readonly number: number } | { readonly kind: 'time'; readonly time: QueryTime };

/** An end of a range; a time that names a whole day or minute counts with all of it where the end is included. */
export interface Bound {
  readonly quantity: Quantity;
  readonly included: boolean;
}

/** What a field may be: a text that a pattern fits, or a number or a time within bounds. */
export type Value =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'range'; readonly from: Bound | undefined; readonly to: Bound | undefined };

interface TermBase extends Place {
  /** As it was typed, without what stands around it. */
  readonly text: string;
  readonly negated: boolean;
}

/** A word that occurs anywhere in a row. */
export interface WordTerm extends TermBase {
  readonly kind: 'word';
  readonly pattern: Pattern;
}

/** A field that is one of some values. */
export interface FieldTerm extends TermBase {
  readonly kind: 'field';
  readonly field: QueryField;
  readonly values: readonly Value[];
}

export type Term = WordTerm | FieldTerm;

/** What is wrong with a part of a query, and what to type instead, in a sentence. */
export interface Problem extends Place {
  readonly sentence: string;
}

/** What a part of the text is, for showing it. */
export interface QueryPart extends Place {
  readonly role: 'negation' | 'field' | 'quoted' | 'wildcard' | 'value';
}

/** A query that was read: all of its terms have to hold. A term with a problem is left out of them. */
export interface Query {
  readonly text: string;
  readonly terms: readonly Term[];
  readonly problems: readonly Problem[];
  readonly parts: readonly QueryPart[];
}

/** A query is typed by hand: what is longer was not, and would take long. */
export const LONGEST_QUERY = 1000;

/** The terms of a query with one blank between them. */
export function printQuery({ terms }: Pick<Query, 'terms'>): string {
  return terms.map(({ text }) => text).join(' ');
}
