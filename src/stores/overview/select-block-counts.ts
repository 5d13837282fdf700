import { BLOCK_SPANS, type BlockSpan } from '../events/block-counts.ts';
import { coveredFrom } from '../events/event-coverage.ts';
import type { EventsFilter } from '../events/events-store.ts';
import { feedCompleteness } from '../events/feed-completeness.ts';
import type { Completeness } from '../base/completeness.ts';
import type { OverviewSlice } from './overview-slice.ts';

const MINUTE = 60_000;

/** How many installs were blocked, and over how long that was counted. */
export interface BlockCount {
  readonly count: number;
  /** In milliseconds; less than was asked for where neither the feed nor the server reports more. */
  readonly over: number;
  /** `feed`: counted from it as it happens; `server`: as it reported when it was last asked. */
  readonly from: 'feed' | 'server';
  /** Of how many events it is counted. */
  readonly counted: Completeness;
}

/**
 * The blocks of the last hour or day: by the feed where it reaches back so far, else as the server counts them, else by
 * what the feed holds. Undefined before anything was read.
 */
export function selectBlockCount(
  { events, blockCounts }: Pick<OverviewSlice, 'events' | 'blockCounts'>,
  name: BlockSpan,
  now: number,
): BlockCount | undefined {
  const span = BLOCK_SPANS[name];
  const reach = feedReach({ events }, { outcome: 'block' }, now);
  const state = events.getState();
  // Counts that were found wrong for the feed are worth nothing here.
  const reported = state.doubt === undefined ? blockCounts.getState().data?.[name] : undefined;
  if (reported !== undefined && (reach === undefined || reach < span)) {
    return { count: reported, over: span, from: 'server', counted: 'all' };
  }
  if (reach === undefined) {
    return undefined;
  }
  const over = Math.min(span, reach);
  const count = countWithin(events.blocksPerMinute, over, now);
  return { count, over, from: 'feed', counted: feedCompleteness(state) };
}

/** How far back every event that passes a filter is here, in milliseconds; undefined before anything was read. */
export function feedReach(
  { events }: Pick<OverviewSlice, 'events'>,
  filter: EventsFilter,
  now: number,
): number | undefined {
  const from = coveredFrom(events.getState(), [{ filter, until: undefined }]);
  return from === undefined ? undefined : Math.max(0, now - from);
}

/** The sum of the last minutes, the one that has just begun among them. */
function countWithin(perMinute: ReadonlyMap<number, number>, span: number, now: number): number {
  const minute = Math.floor(now / MINUTE) * MINUTE;
  let sum = 0;
  for (let age = 0; age < span; age += MINUTE) {
    sum += perMinute.get(minute - age) ?? 0;
  }
  return sum;
}
