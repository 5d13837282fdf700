import { keyNameOf } from '../../commands/keys/key-name.ts';
import type { ListId } from '../../stores/base/tab.ts';
import type { Stores } from '../../stores/stores.ts';
import { memoizeLast } from '../../stores/base/memoize-last.ts';
import type { ListQuery } from '../../stores/query/query-fields.ts';
import type { QueryClock } from '../../stores/query/query-time.ts';
import { findNearRecords, selectWhyNone } from '../../stores/view/near-miss.ts';
import { nearMissAdvice, nearMissSentence } from '../../stores/view/near-miss-sentence.ts';

/** `No package is exactly “lod”, but 214 rows hold it: ~ shows them. `, before what else is said where no row passes. */
export function nearMissWords(stores: Stores, list: ListId): string {
  const why = selectWhyNone(stores, list);
  const near = why?.found;
  return near === undefined
    ? why?.remark === undefined
      ? ''
      : `${why.remark} `
    : `${nearMissSentence(near)}: ${keyNameOf(stores, 'filter.widen')} shows ${near.count === 1 ? 'it' : 'them'}. `;
}

/** The same of records that are all at hand, with what to type, before what else is said where none passes. */
export function nearRecordWords(
  records: readonly unknown[],
  text: string,
  list: ListQuery,
  clock: QueryClock,
): string {
  const near = nearRecords(records, text, list, clock);
  return near === undefined ? '' : `${nearMissAdvice(near, 'type')} `;
}

const nearRecords = memoizeLast(findNearRecords);
