import { append } from '../../lib/long-lists.ts';
import { nearestNames } from './nearest-names.ts';
import { LONGEST_QUERY, type Problem, type Query, type Term, type Value } from './query.ts';
import { decimalComma } from './decimal-comma.ts';
import { contradictionsOf } from './contradictions.ts';
import { findField, type ListQuery } from './query-fields.ts';
import { problemOfValue, problemOfWord } from './foreign-syntax.ts';
import { readValue } from './read-value.ts';
import { findScatteredTerms } from './scattered-terms.ts';
import { scanTerms, type ScannedTerm } from './scan-terms.ts';

/** What of a list a query can be about. */
type QueriedList = Pick<ListQuery, 'fields' | 'parts'> & Partial<Pick<ListQuery, 'times'>>;

/**
 * Reads a typed query. It never fails: what is wrong is reported with its place, and left out of the terms but for a field
 * or a value that nobody knows, which may come with the data. `known` are the names that the records of the list are seen to have.
 */
export function parseQuery(text: string, list: QueriedList, known: readonly string[] = []): Query {
  const { terms: scanned, parts } = scanTerms(text.slice(0, LONGEST_QUERY));
  const terms: Term[] = [];
  const problems: Problem[] =
    text.length > LONGEST_QUERY
      ? [
          {
            start: LONGEST_QUERY,
            end: text.length,
            sentence: 'This is too long: a filter has at most 1,000 characters.',
          },
        ]
      : [];
  const hasFields = scanned.some(({ name }) => name !== undefined);
  const scattered = findScatteredTerms(text, scanned, list, known);
  append(problems, scattered.problems);
  for (const term of scanned.filter((each) => !scattered.taken.has(each))) {
    const read = readTerm(text, term, list, known, hasFields);
    append(problems, read.problems);
    if (read.term !== undefined) {
      terms.push(read.term);
    }
  }
  append(problems, contradictionsOf(terms));
  return { text, terms, problems, parts };
}

interface ReadTerm {
  readonly term: Term | undefined;
  readonly problems: readonly Problem[];
}

function readTerm(
  text: string,
  scanned: ScannedTerm,
  list: QueriedList,
  known: readonly string[],
  hasFields: boolean,
): ReadTerm {
  const { start, end, negated, name, values, unclosed } = scanned;
  const base = { start, end, negated, text: text.slice(start, end) };
  const [first] = values;
  if (unclosed !== undefined) {
    const sentence = 'This quote is not closed: type " where it ends.';
    return { term: undefined, problems: [{ ...unclosed, sentence }] };
  }
  const quotes = singleQuotes(text, scanned);
  if (quotes !== undefined) {
    return { term: undefined, problems: [quotes] };
  }
  if (name === undefined) {
    const isLone = base.text === '-';
    const sentence = isLone
      ? 'Type what must not occur right after the -, or "-" in quotes to look for it.'
      : problemOfWord(first?.pattern ?? [], list, known, hasFields && !negated, negated);
    return sentence !== undefined
      ? { term: undefined, problems: [{ start, end, sentence }] }
      : { term: { ...base, kind: 'word', pattern: first?.pattern ?? [] }, problems: [] };
  }
  const { field, isKnown } = findField(list, name.text, known, name.quoted);
  if ((field.kind === 'since' || field.kind === 'until') && values.length > 1) {
    const sentence = `${field.name}: takes one time, such as ${field.name}:1h.`;
    return { term: undefined, problems: [{ start, end, sentence }] };
  }
  const problems: Problem[] = isKnown
    ? []
    : [{ start: name.start, end: name.end, sentence: unknownField(name.text, base.text, list, known) }];
  const read: Value[] = [];
  for (const value of values) {
    const foreign = problemOfValue(field.name, value.pattern, text.slice(value.start, value.end));
    const answer = foreign === undefined ? readValue(field, value.pattern) : { problem: foreign };
    if (answer.value !== undefined) {
      read.push(answer.value);
    }
    if (answer.problem !== undefined) {
      const isEmpty = value.start === value.end;
      problems.push({ start: isEmpty ? start : value.start, end: value.end, sentence: answer.problem });
    }
  }
  const decimal = decimalComma(text, field.name, values);
  if (decimal !== undefined) {
    return { term: undefined, problems: [...problems, decimal] };
  }
  return {
    term: read.length === values.length ? { ...base, kind: 'field', field, values: read } : undefined,
    problems,
  };
}

/** What stands between single quotes, up to a blank, a comma or the end behind the last of them. */
const SINGLE_QUOTED = /'[^'"]+'(?=[\s,]|$)/y;

/** That a value or a word stands in single quotes, which mean nothing. */
function singleQuotes(text: string, { values }: ScannedTerm): Problem | undefined {
  for (const { start } of values) {
    SINGLE_QUOTED.lastIndex = start;
    const [found] = SINGLE_QUOTED.exec(text) ?? [];
    if (found !== undefined) {
      const sentence = `Single quotes mean nothing here: type double ones, "${found.slice(1, -1)}".`;
      return { start, end: start + found.length, sentence };
    }
  }
  return undefined;
}

const UNKNOWN = 'There is no field';

/** Whether a query is refused for a field alone that nobody knows, which may come with the data. */
export function isOfUnknownField({ sentence }: Pick<Problem, 'sentence'>): boolean {
  return sentence.startsWith(UNKNOWN);
}

/** So many fields are named where none is near. */
const NAMED = 6;

function unknownField(
  name: string,
  term: string,
  list: Pick<ListQuery, 'fields' | 'parts'>,
  known: readonly string[],
): string {
  const names = [...list.fields.map((field) => field.name), ...known];
  const near = nearestNames(name, names);
  const instead =
    near.length > 0
      ? `Did you mean ${near.map((other) => `${other}:`).join(' or ')}?`
      : `There are ${names
          .slice(0, NAMED)
          .map((other) => `${other}:`)
          .join(' ')}…`;
  const quoted = term.replace(/^-/, '').replaceAll('"', '');
  return `${UNKNOWN} ${name === '' ? '""' : name}. ${instead} To look for the text itself, quote it: "${quoted}".`;
}
