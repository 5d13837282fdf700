import { selectUnacknowledgedBlocks } from './acknowledged.ts';
import { coveredFrom, type HistoryFilter } from './event-coverage.ts';
import { feedCompleteness } from './feed-completeness.ts';
import type { EventsSlice } from './events-slice.ts';

/** What a server is asked for to find blocks that wait to be acknowledged. */
export const ALL_BLOCKS: HistoryFilter = { filter: { outcome: 'block' }, until: undefined };

/** How many blocks wait to be acknowledged, as far as they are known. */
export interface OpenBlocks {
  readonly count: number;
  /** Blocks that may wait, too, are not read yet: those from before this start of the console. */
  readonly isCounting: boolean;
  /** Some may be among events that are known to be missing, or nobody can say whether any are missing. */
  readonly isPartial: boolean;
}

/** Blocks that nobody at this host acknowledged, since the console first ran here for this organization. */
export function selectOpenBlocks(stores: Pick<EventsSlice, 'acknowledged' | 'events'>): OpenBlocks {
  const since = stores.acknowledged.waitingFrom();
  const from = coveredFrom(stores.events.getState(), [ALL_BLOCKS]);
  return {
    count: selectUnacknowledgedBlocks(stores).length,
    isPartial: feedCompleteness(stores.events.getState()) !== 'all',
    isCounting: since !== undefined && (from === undefined || from > since + 1),
  };
}
