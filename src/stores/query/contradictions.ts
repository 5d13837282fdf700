import type { FieldTerm, Problem, Term } from './query.ts';
import { hasWildcards, textOfPattern } from './scan-terms.ts';
import { nameText } from './value-text.ts';

/**
 * That no row can pass, since a field of which each has one value would have to equal two: said at the second of the terms,
 * which stay in force.
 */
export function contradictionsOf(terms: readonly Term[]): readonly Problem[] {
  const before = new Map<string, FieldTerm>();
  return terms.flatMap((term) => {
    const values = equalitiesOf(term);
    if (values === undefined || term.kind !== 'field') {
      return [];
    }
    const { name } = term.field;
    const other = before.get(name);
    if (other === undefined) {
      before.set(name, term);
      return [];
    }
    const others = new Set(equalitiesOf(other));
    if (values.some((value) => others.has(value))) {
      return [];
    }
    const typed = [other, term].map(({ text }) => text.slice(text.indexOf(':') + 1)).join(',');
    return [
      {
        start: term.start,
        end: term.end,
        sentence: `Nothing is both: type ${nameText(name)}:${typed} for either.`,
      },
    ];
  });
}

/** What a field of one value must equal, in lower case; undefined where it need not equal anything. */
function equalitiesOf(term: Term): readonly string[] | undefined {
  if (term.kind !== 'field' || term.negated || term.field.single !== true) {
    return undefined;
  }
  const texts = term.values.map((value) =>
    value.kind === 'pattern' && !hasWildcards(value.pattern)
      ? textOfPattern(value.pattern).toLowerCase()
      : undefined,
  );
  return texts.includes(undefined) ? undefined : (texts as readonly string[]);
}
