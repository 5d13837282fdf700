import { formatCount } from '../../lib/format-number.ts';
import { safeString } from '../../lib/safe-text.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import type { NearMiss } from './near-miss.ts';

/** So much of a value is shown. */
const LONGEST = 40;

/** What a query that lets nothing through was near to: `No package is exactly “lod”; 214 rows here hold it`. */
export function nearMissSentence({ field, value, count, others = [] }: NearMiss): string {
  const what = others.length === 0 ? 'it' : 'them';
  const rows = count === 1 ? `1 row here holds ${what}` : `${formatCount(count)} rows here hold ${what}`;
  const exactly = [{ field, value }, ...others].map(
    (each) => `exactly “${shown(each.value)}” as ${each.field}`,
  );
  return others.length === 0
    ? `No ${field} is exactly “${shown(value)}”; ${rows}`
    : `No row has ${exactly.join(' and ')}; ${rows}`;
}

/** The terms that find these rows. */
export function termsOfNearMiss({ field, value, others = [] }: NearMiss): string {
  return [{ field, value }, ...others].map((each) => `${each.field}:*${shown(each.value)}*`).join(' ');
}

/** The same for a command line, which has no key that widens a filter. */
export function nearMissAdvice(near: NearMiss): string {
  return `${nearMissSentence(near)}: write ${termsOfNearMiss(near)} for ${near.count === 1 ? 'it' : 'them'}.`;
}

function shown(value: string): string {
  const cut = value.length > LONGEST ? '…' : '';
  return `${safeString(asUntrusted(value.slice(0, LONGEST)), 'ident')}${cut}`;
}
