import type { Problem } from './query.ts';
import { isNamedField, termFor } from './foreign-syntax.ts';
import type { ListQuery } from './query-fields.ts';
import { textOfPattern, type ScannedTerm } from './scan-terms.ts';
import { nameText } from './value-text.ts';

/** What stands between a name and a value, in other languages with blanks around it. */
const SIGN = /^(!=|<>|=~|!~|==|>=|<=|[:=<>~])(.*)$/su;
const NAME_AND_SIGN = /^(.+?)(!=|<>|=~|!~|==|>=|<=|[=<>~])?$/su;

/** Terms that blanks keep apart and that were meant as one, with what to type instead. */
export interface ScatteredTerms {
  readonly problems: readonly Problem[];
  /** Those of the terms that say nothing by themselves. */
  readonly taken: ReadonlySet<ScannedTerm>;
}

/** Looks for comparisons with blanks around their sign, and for values with a blank before their comma. */
export function findScatteredTerms(
  text: string,
  terms: readonly ScannedTerm[],
  list: Pick<ListQuery, 'fields' | 'parts'>,
  known: readonly string[],
): ScatteredTerms {
  const problems: Problem[] = [];
  const taken = new Set<ScannedTerm>();
  const typed = ({ start, end }: ScannedTerm) => text.slice(start, end);
  for (const [index, term] of terms.entries()) {
    if (taken.has(term)) {
      continue;
    }
    const three = [term, terms[index + 1], terms[index + 2]] as const;
    const parts = comparisonOf(three, typed, list, known) ?? valuesOf(three, typed);
    if (parts !== undefined) {
      const end = parts.of.at(-1)?.end ?? term.end;
      const start = parts.of[0]?.start ?? term.start;
      problems.push({ start, end, sentence: parts.sentence });
      parts.of.forEach((each) => taken.add(each));
    }
  }
  return { problems, taken };
}

type Three = readonly [ScannedTerm, ScannedTerm | undefined, ScannedTerm | undefined];

interface Scattered {
  readonly of: readonly ScannedTerm[];
  readonly sentence: string;
}

/** `payload.score > 5`, `payload.score >5`, `payload.score> 5` and `outcome : block`. */
function comparisonOf(
  [first, second, third]: Three,
  typed: (term: ScannedTerm) => string,
  list: Pick<ListQuery, 'fields' | 'parts'>,
  known: readonly string[],
): Scattered | undefined {
  if (first.name !== undefined || second === undefined) {
    return undefined;
  }
  const word = first.values[0]?.pattern ?? [];
  const [, name = '', ownSign] =
    (word.length === 1 && word[0]?.quoted === true
      ? [undefined, textOfPattern(word)]
      : NAME_AND_SIGN.exec(textOfPattern(word))) ?? [];
  const [, nextSign, rest = ''] = ownSign === undefined ? (SIGN.exec(typed(second)) ?? []) : [];
  const sign = ownSign ?? nextSign;
  const isApart = ownSign === undefined && rest === '';
  const value = ownSign !== undefined ? typed(second) : isApart ? third && typed(third) : rest;
  if (sign === undefined || value === undefined || !isNamedField(list, name, known)) {
    return undefined;
  }
  const of = isApart && third !== undefined ? [first, second, third] : [first, second];
  const whole = termFor(nameText(name), sign, value);
  const meant = first.negated ? (whole.startsWith('-') ? whole.slice(1) : `-${whole}`) : whole;
  const asTyped = of.map(typed).join(' ').replaceAll('"', '');
  return {
    of,
    sentence: `No blank stands between a field and its value: type ${meant}. Quote it to look for it: "${asTyped}".`,
  };
}

/** `outcome:block ,review` and `outcome:block , review`. */
function valuesOf(
  [first, second, third]: Three,
  typed: (term: ScannedTerm) => string,
): Scattered | undefined {
  if (first.name === undefined || second === undefined || !typed(second).startsWith(',')) {
    return undefined;
  }
  const isApart = typed(second) === ',';
  const value = isApart ? third && typed(third) : typed(second).slice(1);
  return value === undefined
    ? undefined
    : {
        of: isApart && third !== undefined ? [second, third] : [second],
        sentence: `No blank stands before a comma: type ${typed(first)},${value}.`,
      };
}
