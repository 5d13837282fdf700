import { findField, type ListQuery, type QueryField } from './query-fields.ts';
import { unquotedName } from './scan-terms.ts';

/** What stands between two commas: what is in quotes may hold one. */
const BETWEEN_COMMAS = /(?:"(?:[^"\\]|\\.)*"|[^,])*/gsu;

/** The names between the commas of a text, as they were typed; empty ones, too. */
export function typedNames(text: string): readonly string[] {
  const names: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    BETWEEN_COMMAS.lastIndex = at;
    const [name = ''] = BETWEEN_COMMAS.exec(text) ?? [];
    names.push(name.trim());
    at += name.length;
  }
  return names;
}

/** A name as the data has it, which may be typed in quotes, as in a query. */
export function nameTyped(typed: string): string {
  return unquotedName(typed) ?? typed;
}

/** The field of a name that may be typed in quotes, as in a query: with them it is the name that the data has. */
export function typedField(
  list: Pick<ListQuery, 'fields' | 'parts'>,
  typed: string,
  known: readonly string[] = [],
): { readonly field: QueryField; readonly isKnown: boolean } {
  return findField(list, nameTyped(typed), known, unquotedName(typed) !== undefined);
}
