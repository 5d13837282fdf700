import { parseQuery } from './parse-query.ts';
import type { FieldTerm, Pattern, Term, Value } from './query.ts';
import type { ListQuery } from './query-fields.ts';
import { hasWildcards, isQuoted, textOfPattern } from './scan-terms.ts';
import { nameText, quoted } from './value-text.ts';

/** A query in which a field needs only hold what it has to equal in another one, or in which a sign means something else. */
export interface WidenedQuery {
  readonly text: string;
  readonly field: string;
  /** What the field has to hold, as it was typed; the first of several of which one is enough. */
  readonly value: string;
  /** All of them, where one of several is enough. */
  readonly values?: readonly string[];
  /** The other fields that are widened with it. */
  readonly others?: readonly Pick<WidenedQuery, 'field' | 'value' | 'values'>[];
  /** Where a sign was read otherwise than it was meant: which one, and the term as it is to be typed. */
  readonly misread?: { readonly sign: MisreadSign; readonly term: string };
}

/** A comma that is part of a value, wildcards that stand in quotes, and a comma in place of a decimal point. */
export type MisreadSign = 'comma' | 'wildcard' | 'point';

interface Widening {
  readonly term: FieldTerm;
  /** The term that takes its place. */
  readonly instead: string;
  readonly near: Omit<WidenedQuery, 'text'>;
}

/**
 * The query with each sign that may have been misread, then with each of its equalities widened, one at a time, and then with
 * all of them; those of values that the specification names are meant.
 */
export function widenedQueries(
  text: string,
  list: Pick<ListQuery, 'fields' | 'parts'>,
): readonly WidenedQuery[] {
  const terms = parseQuery(text, list).terms.filter(isCompared);
  const equalities = terms.flatMap(widenedTerm);
  const widen = (some: readonly Widening[]) =>
    some.reduceRight(
      (widened, { term, instead }) => `${widened.slice(0, term.start)}${instead}${widened.slice(term.end)}`,
      text,
    );
  const [first, ...others] = equalities;
  return [
    ...[...terms.flatMap(misreadTerms), ...equalities].map((each) => ({ ...each.near, text: widen([each]) })),
    ...(first === undefined || others.length === 0
      ? []
      : [
          {
            ...first.near,
            text: widen(equalities),
            others: others.map(({ near }) => near),
          },
        ]),
  ];
}

/** A term that asks for values, none of which the specification names. */
function isCompared(term: Term): term is FieldTerm {
  return term.kind === 'field' && !term.negated && term.field.values === undefined;
}

function widenedTerm(term: FieldTerm): readonly Widening[] {
  const values = term.values.map(equalityIn);
  const [value] = values;
  if (value === undefined || !values.every((each) => each !== undefined)) {
    return [];
  }
  const { name } = term.field;
  const either = values.length > 1 ? { values } : {};
  return [
    {
      term,
      instead: `${nameText(name)}:${values.map((each) => `*${quoted(each)}*`).join(',')}`,
      near: { field: name, value, ...either },
    },
  ];
}

/** The text that a value has to be equal to. */
function equalityIn(value: Value): string | undefined {
  if (value.kind !== 'pattern' || hasWildcards(value.pattern)) {
    return undefined;
  }
  const text = textOfPattern(value.pattern);
  return text === '' ? undefined : text;
}

/** The term with the wildcards outside of quotes that stand in them; undefined where none do. */
export function withWildcardsOutside(term: FieldTerm): string | undefined {
  return misreadTerms(term).find(({ near }) => near.misread?.sign === 'wildcard')?.instead;
}

/** A number with a comma in place of its point, alone, compared or in a range. */
const COMMA_FOR_POINT = /^(?:[<>]=?)?[+-]?\d+,\d+$|^[+-]?\d+(?:,\d+)?\.\.[+-]?\d+(?:,\d+)?$/;

function misreadTerms(term: FieldTerm): readonly Widening[] {
  const { field, text, values } = term;
  const typed = text.slice(afterName(text));
  const patterns = values.flatMap((value) => (value.kind === 'pattern' ? [value.pattern] : []));
  const isText = patterns.length === values.length;
  const read = (sign: MisreadSign, instead: string): Widening => {
    const whole = `${nameText(field.name)}:${instead}`;
    return {
      term,
      instead: whole,
      near: { field: field.name, value: typed, misread: { sign, term: whole } },
    };
  };
  const isNumber = field.kind === 'number' || field.kind === 'any';
  return [
    ...(values.length > 1 &&
    isText &&
    patterns.every((pattern) => !isQuoted(pattern) && !hasWildcards(pattern))
      ? [read('comma', quoted(patterns.map(textOfPattern).join(',')))]
      : []),
    ...(isText && patterns.some(hidesWildcards)
      ? [read('wildcard', patterns.map(withoutQuotesAroundWildcards).join(','))]
      : []),
    ...(isNumber && COMMA_FOR_POINT.test(typed) && typed.includes(',')
      ? [read('point', typed.replaceAll(',', '.'))]
      : []),
  ];
}

/** Where the values of a term begin: behind the colon after its name, which may hold colons in quotes. */
function afterName(term: string): number {
  let isInQuotes = false;
  for (let at = 0; at < term.length; at++) {
    if (term[at] === '"' && term[at - 1] !== '\\') {
      isInQuotes = !isInQuotes;
    } else if (term[at] === ':' && !isInQuotes) {
      return at + 1;
    }
  }
  return term.length;
}

function hidesWildcards(pattern: Pattern): boolean {
  return pattern.some((segment) => segment.quoted && /[*?]/.test(segment.text));
}

function withoutQuotesAroundWildcards(pattern: Pattern): string {
  return pattern
    .flatMap((segment) =>
      segment.quoted
        ? segment.text.split(/([*?])/).map((part) => (/^[*?]?$/.test(part) ? part : quoted(part)))
        : [segment.text],
    )
    .join('');
}
