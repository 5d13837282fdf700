import { formatCount } from '../../lib/format-number.ts';
import { safeString } from '../../lib/safe-text.ts';
import { asUntrusted } from '../../lib/untrusted.ts';
import { keyNameOf } from '../../commands/keys/key-name.ts';
import type { ListId } from '../../stores/base/tab.ts';
import type { Stores } from '../../stores/stores.ts';
import { selectNearMiss } from '../../stores/view/near-miss.ts';

/** So much of a value is shown. */
const LONGEST = 40;

/** `No package is exactly “lod”, but 214 rows hold it: ~ shows them. `, before what else is said where no row passes. */
export function nearMissWords(stores: Stores, list: ListId): string {
  const near = selectNearMiss(stores, list);
  if (near === undefined) {
    return '';
  }
  const { field, value, count } = near;
  const shown = safeString(asUntrusted(value.slice(0, LONGEST)), 'ident');
  const rows = count === 1 ? '1 row here holds it' : `${formatCount(count)} rows here hold it`;
  const cut = value.length > LONGEST ? '…' : '';
  return `No ${field} is exactly “${shown}${cut}”; ${rows}: ${keyNameOf(stores, 'filter.widen')} shows ${count === 1 ? 'it' : 'them'}. `;
}
