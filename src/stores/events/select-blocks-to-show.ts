import { selectUnacknowledgedBlocks } from './acknowledged.ts';
import type { EventRow } from './event-row.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { selectNewestBlocks } from './select-newest-events.ts';
import type { Rows } from '../base/row-list.ts';
import type { EventsSlice } from './events-slice.ts';

/** So many can be gone through; more is what the feed is for. */
const MOST_BLOCKS = 100;

const openFirst = memoizeLast((open: Rows<EventRow>, newest: readonly EventRow[]): readonly EventRow[] => {
  const shown = open.slice(0, MOST_BLOCKS);
  const ids = new Set(shown.map(({ id }) => id));
  return [...shown, ...newest.filter(({ id }) => !ids.has(id))].slice(0, MOST_BLOCKS);
});

/** The blocks that are known: those that wait to be acknowledged first, then the others, each newest first. */
export function selectBlocksToShow(
  stores: Pick<EventsSlice, 'events' | 'acknowledged'>,
): readonly EventRow[] {
  return openFirst(selectUnacknowledgedBlocks(stores), selectNewestBlocks(stores));
}
