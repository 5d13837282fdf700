import type { FieldTerm, Pattern, Problem, Term } from './query.ts';
import { hasWildcards, isQuoted, textOfPattern } from './scan-terms.ts';
import { nameText } from './value-text.ts';

/**
 * That no row can pass, since a field of which each has one value would have to equal two, or one that is excluded: said at
 * the second of the terms, which stay in force.
 */
export function contradictionsOf(terms: readonly Term[]): readonly Problem[] {
  const wanted = new Map<string, FieldTerm>();
  const excluded: FieldTerm[] = [];
  return terms.flatMap((term) => {
    const patterns = equalitiesOf(term);
    if (patterns === undefined || term.kind !== 'field') {
      return [];
    }
    const { name } = term.field;
    const place = { start: term.start, end: term.end };
    const other = wanted.get(name);
    if (term.negated) {
      excluded.push(term);
      return other !== undefined && isExcluded(other, excluded)
        ? [{ ...place, sentence: nothingPasses(other, term) }]
        : [];
    }
    if (isExcluded(term, excluded)) {
      const by = excluded.findLast(({ field }) => field.name === name) ?? term;
      return [{ ...place, sentence: nothingPasses(by, term) }];
    }
    if (other === undefined) {
      wanted.set(name, term);
      return [];
    }
    const others = new Set((equalitiesOf(other) ?? []).map(inLowerCase));
    if (patterns.some((pattern) => others.has(inLowerCase(pattern)))) {
      return [];
    }
    const typed = [other, term].map(({ text }) => text.slice(text.indexOf(':') + 1)).join(',');
    return [{ ...place, sentence: `Nothing is both: type ${nameText(name)}:${typed} for either.` }];
  });
}

function nothingPasses(first: FieldTerm, second: FieldTerm): string {
  return `Nothing passes both ${first.text} and ${second.text}.`;
}

const inLowerCase = (pattern: Pattern) => textOfPattern(pattern).toLowerCase();

/** Whether each value that a term asks for is one that others exclude. */
function isExcluded(term: FieldTerm, others: readonly FieldTerm[]): boolean {
  const excluded = others
    .filter(({ field }) => field.name === term.field.name)
    .flatMap((other) => equalitiesOf(other) ?? []);
  return (equalitiesOf(term) ?? []).every((pattern) =>
    excluded.some((other) =>
      // What stands in quotes excludes nothing that is written in another case.
      isQuoted(other)
        ? isQuoted(pattern) && textOfPattern(other) === textOfPattern(pattern)
        : inLowerCase(other) === inLowerCase(pattern),
    ),
  );
}

/** What a field of one value is compared with by a term; undefined where that is anything but values that it equals. */
function equalitiesOf(term: Term): readonly Pattern[] | undefined {
  if (term.kind !== 'field' || term.field.single !== true) {
    return undefined;
  }
  const patterns = term.values.map((value) =>
    value.kind === 'pattern' && !hasWildcards(value.pattern) ? value.pattern : undefined,
  );
  return patterns.includes(undefined) ? undefined : (patterns as readonly Pattern[]);
}
