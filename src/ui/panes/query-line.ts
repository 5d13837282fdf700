import type { Query, QueryPart } from '../../stores/query/query.ts';
import { isNameField } from '../../stores/query/name-field.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import type { Style } from '../theme.ts';
import { untrusted, type Line } from '../widgets/line.ts';

const STYLES: Readonly<Record<QueryPart['role'], Style>> = {
  negation: 'warn',
  field: 'key',
  quoted: 'good',
  wildcard: 'accent',
  value: 'plain',
};

/** Nothing in it passes for another letter, and blanks in it are those that are typed. */
const ASCII = /^[ -~]*$/;

/**
 * A part of a query's text with its fields, quotes and wildcards distinguished, and what is wrong with it marked. What names
 * something is shown as in the list.
 */
export function queryLine(
  { text, terms, parts, problems }: Query,
  list: Pick<ListQuery, 'kind'>,
  ascii: boolean,
  { start = 0, end = text.length }: { readonly start?: number; readonly end?: number } = {},
): Line {
  const edges = [...parts, ...problems].flatMap((part) => [part.start, part.end]);
  const cuts = [...new Set([start, end, ...edges])]
    .filter((cut) => cut >= start && cut <= end)
    .sort((left, right) => left - right);
  return cuts.slice(0, -1).flatMap((from, index) => {
    const isHere = (place: { readonly start: number; readonly end: number }) =>
      place.start <= from && from < place.end;
    const part = parts.find(isHere);
    const style = problems.some(isHere) ? 'bad' : part === undefined ? 'plain' : STYLES[part.role];
    const term = terms.find(isHere);
    const isName =
      part?.role === 'field' ||
      (term?.kind === 'field' && part !== undefined && isNameField(list, term.field));
    const piece = text.slice(from, cuts[index + 1]);
    return untrusted(piece, { profile: isName && !ASCII.test(piece) ? 'ident' : 'cell', style, ascii });
  });
}
