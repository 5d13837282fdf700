import type { RowList } from '../base/row-list.ts';
import type { EventRow } from './event-row.ts';
import { newestFirst } from './sorted-events.ts';

/** A list that lacks more of the rows that were gone through is gone through anew, and so is one that has so many others. */
const MOST_REMOVED = 2048;
const MOST_ADDED = 65_536;

/** What is in one of two lists alone, both newest first; undefined where that is very much. */
export function differencesOf(
  before: RowList<EventRow>,
  after: RowList<EventRow>,
): { readonly removed: readonly EventRow[]; readonly added: readonly EventRow[] } | undefined {
  const removed: EventRow[] = [];
  const added: EventRow[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    // Most of two lists is the same, and over all events this has to be quick.
    const same = before.sameFrom(left, after, right);
    left += same;
    right += same;
    const [old, fresh] = [before.at(left), after.at(right)];
    if (old !== undefined && (fresh === undefined || newestFirst(old, fresh) <= 0)) {
      removed.push(old);
      left++;
    }
    if (fresh !== undefined && (old === undefined || newestFirst(fresh, old) <= 0)) {
      added.push(fresh);
      right++;
    }
    if (removed.length > MOST_REMOVED || added.length > MOST_ADDED) {
      return undefined;
    }
  }
  return { removed, added };
}
