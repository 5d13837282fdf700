import { parseQuery } from './parse-query.ts';
import type { FieldTerm, Term } from './query.ts';
import type { ListQuery } from './query-fields.ts';
import { hasWildcards, textOfPattern } from './scan-terms.ts';
import { nameText, quoted } from './value-text.ts';

/** A query in which a field needs only hold what it has to equal in another one. */
export interface WidenedQuery {
  readonly text: string;
  readonly field: string;
  /** What the field has to hold, as it was typed. */
  readonly value: string;
}

/** The query with each of its equalities widened, one at a time; those of values that the specification names are meant. */
export function widenedQueries(
  text: string,
  list: Pick<ListQuery, 'fields' | 'parts'>,
): readonly WidenedQuery[] {
  return parseQuery(text, list).terms.flatMap((term) => {
    const value = equalityOf(term);
    return value === undefined
      ? []
      : [
          {
            text: `${text.slice(0, term.start)}${nameText((term as FieldTerm).field.name)}:*${quoted(value)}*${text.slice(term.end)}`,
            field: (term as FieldTerm).field.name,
            value,
          },
        ];
  });
}

function equalityOf(term: Term): string | undefined {
  if (term.kind !== 'field' || term.negated || term.values.length !== 1 || term.field.values !== undefined) {
    return undefined;
  }
  const [value] = term.values;
  if (value?.kind !== 'pattern' || hasWildcards(value.pattern)) {
    return undefined;
  }
  const text = textOfPattern(value.pattern);
  return text === '' ? undefined : text;
}
