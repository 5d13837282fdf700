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
  /** The other fields that are widened with it. */
  readonly others?: readonly { readonly field: string; readonly value: string }[];
}

/**
 * The query with each of its equalities widened, one at a time, and then with all of them; those of values that the
 * specification names are meant.
 */
export function widenedQueries(
  text: string,
  list: Pick<ListQuery, 'fields' | 'parts'>,
): readonly WidenedQuery[] {
  const equalities = parseQuery(text, list).terms.flatMap((term) => {
    const value = equalityOf(term);
    return value === undefined ? [] : [{ term: term as FieldTerm, value }];
  });
  const widen = (some: typeof equalities) =>
    some.reduceRight(
      (widened, { term, value }) =>
        `${widened.slice(0, term.start)}${nameText(term.field.name)}:*${quoted(value)}*${widened.slice(term.end)}`,
      text,
    );
  const [first, ...others] = equalities;
  return [
    ...equalities.map((each) => ({ text: widen([each]), field: each.term.field.name, value: each.value })),
    ...(first === undefined || others.length === 0
      ? []
      : [
          {
            text: widen(equalities),
            field: first.term.field.name,
            value: first.value,
            others: others.map(({ term, value }) => ({ field: term.field.name, value })),
          },
        ]),
  ];
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
