import type { Pattern } from './query.ts';
import { findField, type ListQuery } from './query-fields.ts';
import { isQuoted, textOfPattern } from './scan-terms.ts';
import { nameText } from './value-text.ts';

/** Words that join or negate terms in other languages; in lower case only beside fields: else they are words to look for. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['AND', 'AND is not needed: whatever is typed has to hold.'],
  ['&&', '&& is not needed: whatever is typed has to hold.'],
  ['&', '& is not needed: whatever is typed has to hold.'],
  ['OR', 'OR is not known: type field:a,b for rows with one of two values.'],
  ['||', '|| is not known: type field:a,b for rows with one of two values.'],
  ['|', '| is not known: type field:a,b for rows with one of two values.'],
  ['NOT', 'NOT is not known: type -word or -field:value for what must not hold.'],
]);

const COMPARISON = /^([\p{L}_$@][\p{L}\p{N}_$@.-]*)(!=|<>|=~|!~|~|==?|>=?|<=?)(.+)$/su;

/**
 * How a word is written here that means something in other languages of queries: operators, parentheses, comparisons
 * without a colon, regular expressions. Undefined for words that mean themselves; quotes make a word of anything.
 */
export function problemOfWord(
  pattern: Pattern,
  list: Pick<ListQuery, 'fields' | 'parts'>,
  known: readonly string[],
  isBesideFields = false,
  isNegated = false,
): string | undefined {
  const text = textOfPattern(pattern);
  if (isQuoted(pattern)) {
    return undefined;
  }
  const operator = OPERATORS.get(isBesideFields ? text.toUpperCase() : text);
  if (operator !== undefined) {
    return `${operator} ${orQuoted(text)}`;
  }
  if (isNegated && /^-+[^-]/.test(text)) {
    const term = text.replace(/^-+/, '');
    return `One - is enough: type -${term} for what must not hold, or ${term} for what must. Quote it to look for it: "-${text.replaceAll('"', '')}".`;
  }
  if (text.startsWith('!') && text.length > 1) {
    return `! is not known: type -${text.slice(1)} for what must not hold. ${orQuoted(text)}`;
  }
  if (text.startsWith('(') || (text.endsWith(')') && !text.includes('('))) {
    return `Parentheses are not known: type field:a,b for one of several values, and - before each term that must not hold. ${orQuoted(text)}`;
  }
  const [, name, sign, value] = COMPARISON.exec(text) ?? [];
  if (name !== undefined && sign !== undefined && value !== undefined && isNamedField(list, name, known)) {
    return `${sign} is written with a colon: ${termFor(name, sign, value)}. ${orQuoted(text)}`;
  }
  return problemOfName(text, list, known) ?? problemOfRegularExpression(pattern);
}

/** Whether a name is one of a field of the list, or of one in a part of its records. */
export function isNamedField(
  list: Pick<ListQuery, 'fields' | 'parts'>,
  name: string,
  known: readonly string[],
): boolean {
  return (
    findField(list, name, known).isKnown &&
    (!name.includes('.') || list.parts?.includes(name.slice(0, name.indexOf('.')).toLowerCase()) === true)
  );
}

/** A word that begins as a term does, but for signs that no name holds. */
const ODD_NAME = /^([\p{L}_$@*?][^\s:"]*):(?!\/\/)(.+)$/su;
const NUMBERS = /\[[\d*]*\]/g;

/** Elements of lists by their numbers, and names with wildcards. */
function problemOfName(
  text: string,
  list: Pick<ListQuery, 'fields' | 'parts'>,
  known: readonly string[],
): string | undefined {
  const [, name = '', value = ''] = ODD_NAME.exec(text) ?? [];
  const whole = name.replaceAll(NUMBERS, '');
  if (whole !== name && isNamedField(list, whole, known)) {
    return `Elements of a list have no numbers: ${whole}:${value} asks for any of them. ${orQuoted(text)}`;
  }
  return whole === name && /[*?]/.test(name)
    ? `The name of a field takes no wildcards: type one name, and what is sought behind the colon. ${orQuoted(text)}`
    : undefined;
}

/** Signs that other languages have between a field and its value, before a value. */
const SIGNED = /^(!=|<>|=~|!~|==?)(?=.)/s;

/** The same of the value of a field, which stands in the query as it was typed. */
export function problemOfValue(name: string, pattern: Pattern, typed: string): string | undefined {
  const text = textOfPattern(pattern);
  if (isQuoted(pattern)) {
    return undefined;
  }
  const [, sign] = SIGNED.exec(typed) ?? [];
  if (sign !== undefined) {
    return `${sign} is not known behind a colon: type ${termFor(nameText(name), sign, typed.slice(sign.length))}. ${orQuoted(text)}`;
  }
  if (text.startsWith('!') && text.length > 1) {
    return `! is not known: type -${nameText(name)}:${text.slice(1)} for rows without that value. ${orQuoted(text)}`;
  }
  if (text.startsWith('(') && text.length > 1) {
    return `Parentheses are not known: type ${nameText(name)}:a,b for one of several values. ${orQuoted(text)}`;
  }
  return problemOfRegularExpression(pattern);
}

const NO_REGULAR_EXPRESSIONS = 'Regular expressions are not known: * stands for any characters, ? for one.';

/** What is to be known of a text that finds nothing and may be a regular expression; undefined for any other text. */
export function remarkOnRegularExpression(text: string): string | undefined {
  return /^\^|\$$|\.[*+]|\\[dswb]|\[\^?[^\]]+\](?:[*+?{]|$)/i.test(text) ? NO_REGULAR_EXPRESSIONS : undefined;
}

/** A path has slashes inside, too, and its last part is rarely made of the letters that are flags. */
function problemOfRegularExpression(pattern: Pattern): string | undefined {
  const text = textOfPattern(pattern);
  const [, inner] = /^\/([^/]+)\/[gimsuy]{0,3}$/s.exec(text) ?? [];
  return inner === undefined ? undefined : `${NO_REGULAR_EXPRESSIONS} ${orQuoted(text)}`;
}

/** The term that means what a name, a sign and a value mean in other languages. */
export function termFor(name: string, sign: string, value: string): string {
  switch (sign) {
    case '!=':
    case '<>':
      return `-${name}:${value}`;
    case '=~':
    case '~':
      return `${name}:*${value}*`;
    case '!~':
      return `-${name}:*${value}*`;
    case '=':
    case '==':
    case ':':
      return `${name}:${value}`;
    default:
      return `${name}:${sign}${value}`;
  }
}

function orQuoted(text: string): string {
  return `Quote it to look for it: "${text.replaceAll('"', '')}".`;
}
