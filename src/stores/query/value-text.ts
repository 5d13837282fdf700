import { withoutBlanks } from '../../lib/text-cleaning.ts';
import type { QueryField } from './query-fields.ts';

/** Anything that means something outside of quotes. */
const SPECIAL = /[\s",*?]|^[<>]|^$/;

/** A text in quotes, as it is typed. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\](?=["\\]|$)|"/g, '\\$&')}"`;
}

/** Whether a text looks like a range: something that begins with a digit, two dots, and another such thing. */
export function isRangeText(text: string): boolean {
  return /^v?\d\S*\.\.v?\d/i.test(text);
}

/** What stands before a colon as it is, in quotes where it is the record's own; other names stand in quotes there. */
const PLAIN_NAME = /^(?:[\p{L}_$@][\p{L}\p{N}_$@.-]*|"[\p{L}_$@][\p{L}\p{N}_$@.-]*")$/u;

/** The name of a field as it is typed before a colon. */
export function nameText(name: string): string {
  return PLAIN_NAME.test(name) ? name : quoted(name);
}

/**
 * A value of a field as it is typed so that it means that value: in quotes where it would mean something else without
 * them or be taken for a mistake, and a package always, so that a server can be asked for it.
 */
export function valueText(
  { name, kind, values }: Pick<QueryField, 'name' | 'kind' | 'values'>,
  value: string,
): string {
  const isUnknown = values?.includes(value) === false;
  const isAmbiguous =
    SPECIAL.test(value) || isUnknown || isRangeText(value) || (kind === 'any' && value.includes('..'));
  return isAmbiguous || name === 'package' ? quoted(value) : value;
}

/** The term that shows only, or everything without, a value of a field. */
export function termText(
  field: Pick<QueryField, 'name' | 'kind' | 'values'>,
  value: string,
  negated: boolean,
): string {
  return `${negated ? '-' : ''}${nameText(field.name)}:${valueText(field, value)}`;
}

/** The query with another term; the same query when it has it already. */
export function withTerm(query: string, term: string): string {
  const before = withoutBlanks(query);
  return ` ${before} `.includes(` ${term} `) ? before : withoutBlanks(`${before} ${term}`);
}
