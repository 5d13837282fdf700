import { memoizeLast } from '../base/memoize-last.ts';
import { ObservableTurns } from '../base/observable.ts';
import { SlicedResult } from '../base/background-result.ts';
import type { FilterProgress } from '../base/filter-progress.ts';
import type { RowList } from '../base/row-list.ts';
import type { TimeRange } from '../base/time-buckets.ts';
import type { Slices } from '../../lib/slices.ts';
import { digestEvents, type EventDigest } from '../entity/event-digest.ts';
import { MatchingEvents } from '../entity/matching-events.ts';
import type { EventRow } from '../events/event-row.ts';
import type { EventsStore } from '../events/events-store.ts';
import { countSince } from '../events/sorted-events.ts';

/** What was blocked of late, as far as it is known. */
export interface BlockedOfLate {
  readonly digest: EventDigest | undefined;
  /** How far the loaded events were looked through; undefined once all were. */
  readonly looking: FilterProgress | undefined;
}

/**
 * What the blocks of the feed have in common, found in slices and kept up to date: what it costs follows the blocks, and
 * not the events. As a store it changes with every slice.
 */
export class MostBlocked extends ObservableTurns {
  readonly #blocks: MatchingEvents;
  readonly #digest: SlicedResult<readonly [RowList<EventRow>], EventDigest>;
  readonly #within = memoizeLast((rows: RowList<EventRow>, since: number, until: number) =>
    rows.within(countSince(rows, until), countSince(rows, since)),
  );

  constructor(events: EventsStore, slices: Slices) {
    super();
    const notify = () => this.notifyTurn();
    this.#blocks = new MatchingEvents(events, slices, isTimedBlock, notify);
    this.#digest = new SlicedResult(slices, (rows: RowList<EventRow>) => digestEvents(rows, undefined));
    this.#digest.subscribe(notify);
  }

  /** The blocks of these times, as far as they carry one. */
  look({ since, until }: TimeRange): BlockedOfLate {
    const rows = this.#within(this.#blocks.look(), since, until);
    return { digest: this.#digest.look(rows), looking: this.#blocks.looking };
  }
}

function isTimedBlock(row: EventRow): boolean {
  return row.event.outcome === 'block' && !row.isUntimed;
}
