import { formatCount } from '../../lib/format-number.ts';
import { safeString } from '../../lib/safe-text.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { keyNameOf } from '../../commands/keys/key-name.ts';
import type { ListId } from '../../stores/base/tab.ts';
import type { Stores } from '../../stores/stores.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import { findNearRecords, selectNearMiss, type NearMiss } from '../../stores/view/near-miss.ts';

/** So much of a value is shown. */
const LONGEST = 40;

/** `No package is exactly “lod”, but 214 rows hold it: ~ shows them. `, before what else is said where no row passes. */
export function nearMissWords(stores: Stores, list: ListId): string {
  const near = selectNearMiss(stores, list);
  return near === undefined
    ? ''
    : `${wordsOf(near)}: ${keyNameOf(stores, 'filter.widen')} shows ${near.count === 1 ? 'it' : 'them'}. `;
}

/** The same of records that are all at hand, with what to type, before what else is said where none passes. */
export function nearRecordWords(
  records: readonly unknown[],
  text: string,
  list: ListQuery,
  clock: QueryClock,
): string {
  const near = nearRecords(records, text, list, clock);
  return near === undefined
    ? ''
    : `${wordsOf(near)}: type ${near.field}:*${shown(near.value)}* to see ${near.count === 1 ? 'it' : 'them'}. `;
}

const nearRecords = memoizeLast(findNearRecords);

function wordsOf({ field, value, count }: NearMiss): string {
  const rows = count === 1 ? '1 row here holds it' : `${formatCount(count)} rows here hold it`;
  return `No ${field} is exactly “${shown(value)}”; ${rows}`;
}

function shown(value: string): string {
  const cut = value.length > LONGEST ? '…' : '';
  return `${safeString(asUntrusted(value.slice(0, LONGEST)), 'ident')}${cut}`;
}
