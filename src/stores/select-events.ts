import type { AcknowledgedStore } from './acknowledged.ts';
import { coveredFrom, serverFiltersOf } from './event-coverage.ts';
import type { EventRow } from './event-row.ts';
import type { EventsStore } from './events-store.ts';
import { FeedRows } from './feed-rows.ts';
import { rememberLast } from './remember-last.ts';
import { selectHostByClient } from './select-agents.ts';
import { countSince } from './sorted-events.ts';
import type { Stores } from './stores.ts';
import type { TimeRange } from './view-store.ts';
import type { FilterProgress, PassingEvents } from './visible-events.ts';

function lookAt(stores: Stores): PassingEvents {
  return stores.visibleEvents.look(stores.view.getState().events, selectHostByClient(stores));
}

/** The rows at or after a time; the list itself when that is all of them. */
const rowsFrom = rememberLast((rows: readonly EventRow[], from: number): readonly EventRow[] => {
  const count = countSince(rows, from);
  return count === rows.length ? rows : rows.slice(0, count);
});

/** Those of them from one time up to another. */
const rowsWithin = rememberLast((rows: readonly EventRow[], { since, until }: TimeRange) => {
  const end = countSince(rows, since);
  return rows.slice(countSince(rows, until), end);
});

/** Blocks that wait to be acknowledged; their list is another one whenever one of them does not any more. */
const openAmong = rememberLast(
  (blocks: readonly EventRow[], acknowledged: AcknowledgedStore, _version: number): readonly EventRow[] =>
    blocks.filter((row) => acknowledged.isOpen(row)),
);

/**
 * The events that the filters let through, whatever time the feed is narrowed to. What lies before the part of the feed
 * that is here whole for these filters is left out: the list would have holes there.
 */
export function selectEventsOfAllTimes(stores: Stores): readonly EventRow[] {
  const { events } = stores.view.getState();
  const from = coveredFrom(stores.events.getState(), serverFiltersOf(events));
  const { shown } = lookAt(stores);
  const rows = from === undefined ? shown : rowsFrom(shown, from);
  return events.unacknowledged ? openOnes(stores, rows) : rows;
}

function openOnes({ arrangedEvents, acknowledged }: Stores, rows: readonly EventRow[]): readonly EventRow[] {
  return openAmong(arrangedEvents.byOutcome(rows).block, acknowledged, acknowledged.getState().version);
}

/**
 * The events that the filters let through, newest first; while the view is frozen, nothing that arrived since. Right
 * after the filters changed the list may end early: `selectFiltering` says so.
 */
export function selectVisibleEvents(stores: Stores): readonly EventRow[] {
  const rows = selectEventsOfAllTimes(stores);
  const { range } = stores.view.getState().events;
  return range === undefined ? rows : rowsWithin(rows, range);
}

const feedRows = rememberLast(
  (
    events: readonly EventRow[],
    heads: readonly EventRow[] | undefined,
    looked: number,
    store: EventsStore,
    acknowledged: AcknowledgedStore,
  ) =>
    new FeedRows({
      events,
      folded: heads === undefined ? undefined : { heads, looked },
      store,
      acknowledged,
    }),
);

/** The visible events as the rows of the feed, repeats folded unless that is switched off. */
export function selectFeedRows(stores: Stores): FeedRows {
  const rows = selectVisibleEvents(stores);
  const isFolded = stores.view.getState().events.folded;
  const folded = isFolded ? stores.arrangedEvents.fold(rows) : undefined;
  return feedRows(rows, folded?.heads, folded?.looked ?? rows.length, stores.events, stores.acknowledged);
}

/** How far the filters have come through the events that are here, while they are not done. */
export function selectFiltering(stores: Stores): FilterProgress | undefined {
  lookAt(stores);
  return stores.visibleEvents.filtering;
}

/**
 * Whether somebody looks at the end of what is here: the cursor is within a page of the oldest visible event, or what
 * passes the filters does not fill the screen. While the filters are not done nobody can tell.
 */
export function wantsOlderEvents(stores: Stores): boolean {
  const { tab, pageSize, events } = stores.view.getState();
  if (tab !== 'events' || selectFiltering(stores) !== undefined) {
    return false;
  }
  const rows = selectFeedRows(stores);
  const cursor = events.follow || events.cursor === undefined ? 0 : rows.indexOf(events.cursor);
  return cursor + pageSize >= rows.length;
}

/** What arrived since the view was frozen and passes the filters; nothing while it follows. */
export function selectFreshEvents(stores: Stores): PassingEvents['fresh'] {
  const { range, unacknowledged } = stores.view.getState().events;
  const { fresh, arrived } = lookAt(stores);
  if (range === undefined && !unacknowledged) {
    return fresh;
  }
  const inTime = range === undefined ? arrived : freshWithin(arrived, range);
  const blocks = blocksAmong(inTime);
  return { count: unacknowledged ? blocks : inTime.length, blocks };
}

const freshWithin = rememberLast((rows: readonly EventRow[], { since, until }: TimeRange) =>
  rows.slice(countSince(rows, until), countSince(rows, since)),
);

const blocksAmong = rememberLast(
  (rows: readonly EventRow[]) => rows.filter(({ event }) => event.outcome === 'block').length,
);
