import { formatCount } from '../../lib/format-number.ts';
import { safeString } from '../../lib/safe-text.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { nameText, quoted } from '../query/value-text.ts';
import type { MisreadSign } from '../query/widened-query.ts';
import type { NearMiss, WhyNone } from './near-miss.ts';

/** So much of a value, and of a term, is shown. */
const LONGEST = 40;
const LONGEST_TERM = 80;

const MISREAD: Readonly<Record<MisreadSign, string>> = {
  comma: 'A comma means “or” here',
  wildcard: '* and ? in quotes stand for themselves',
  point: 'A comma means “or”, and a number has a point',
};

/** What a query that lets nothing through was near to: `No package is exactly “lod”; 214 rows here hold it`. */
export function nearMissSentence({ count, others = [], misread, ...first }: NearMiss): string {
  const rows = (one: string, many: string) =>
    count === 1 ? `1 row here ${one}` : `${formatCount(count)} rows here ${many}`;
  if (misread !== undefined) {
    return `${MISREAD[misread.sign]}; ${rows('passes', 'pass')} ${shown(misread.term, LONGEST_TERM)}`;
  }
  const what = others.length > 0 ? 'them' : valuesOf(first).length > 1 ? 'one of them' : 'it';
  const found = rows(`holds ${what}`, `hold ${what}`);
  const either = (near: NearField) =>
    valuesOf(near)
      .map((value) => `“${shown(value)}”`)
      .join(' or ');
  return others.length === 0
    ? `No ${first.field} is exactly ${either(first)}; ${found}`
    : `No row has ${[first, ...others].map((near) => `exactly ${either(near)} as ${near.field}`).join(' and ')}; ${found}`;
}

type NearField = Pick<NearMiss, 'field' | 'value' | 'values'>;

const valuesOf = ({ value, values = [value] }: NearField) => values;

/** The terms that find these rows. */
function termsOfNearMiss({ others = [], ...first }: NearMiss): string {
  const within = (text: string) => `*${/[\s,"*?]/.test(text) ? quoted(shown(text)) : shown(text)}*`;
  return [first, ...others]
    .map((near) => `${nameText(near.field)}:${valuesOf(near).map(within).join(',')}`)
    .join(' ');
}

/** The same with what to write, where no key widens a filter. */
export function nearMissAdvice(near: NearMiss, doing: 'write' | 'type' = 'write'): string {
  return near.misread !== undefined
    ? `${nearMissSentence(near)}.`
    : `${nearMissSentence(near)}: ${doing} ${termsOfNearMiss(near)} for ${near.count === 1 ? 'it' : 'them'}.`;
}

/** Why nothing passes, as it is said on a command line, in sentences. */
export function whyNoneAdvice({ found, remark }: WhyNone): readonly string[] {
  return [...(remark === undefined ? [] : [remark]), ...(found === undefined ? [] : [nearMissAdvice(found)])];
}

function shown(value: string, longest = LONGEST): string {
  const cut = value.length > longest ? '…' : '';
  return `${safeString(asUntrusted(value.slice(0, longest)), 'ident')}${cut}`;
}
