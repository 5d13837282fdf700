import { selectUnacknowledgedBlocks, type AcknowledgedStore } from './acknowledged.ts';
import { foldBeginning, type EventsByOutcome } from './folded-events.ts';
import {
  certainFiltersOf,
  coveredFrom,
  serverFiltersOf,
  type AskedView,
  type HistoryFilter,
} from './event-coverage.ts';
import type { EventRow } from './event-row.ts';
import type { EventsState, EventsStore } from './events-store.ts';
import { FeedRows } from './feed-rows.ts';
import { parseQuery } from '../query/parse-query.ts';
import { type QueryClock, queryClock } from '../query/query-time.ts';
import type { TimeBounds } from '../query/time-bounds.ts';
import { memoizeLast, memoizeSame } from '../base/memoize-last.ts';
import { RowList, type Rows } from '../base/row-list.ts';
import { selectedIndex } from '../base/cursor.ts';
import { changeSorted, countSince, placeOf } from './sorted-events.ts';
import type { EventsSlice } from './events-slice.ts';
import type { Mute } from './mutes.ts';
import { namedTimes } from './named-times.ts';
import type { TimeRange } from '../base/time-buckets.ts';
import { selectKnownHosts } from './select-muted.ts';
import type { PassingEvents } from './visible-events.ts';
import type { FilterProgress } from '../base/filter-progress.ts';
import { EVENT_QUERY, type EventsView } from './events-view.ts';

function lookAt(stores: EventsSlice): PassingEvents {
  const view = stores.view.getState();
  return stores.visibleEvents.look(
    view.events,
    selectKnownHosts(stores),
    queryClock(view),
    stores.mutes.getState().active,
  );
}

/** The rows at or after a time and before another one; the list itself when that is all of them. */
const rowsWithin = memoizeLast(cutToTimes);

function cutToTimes(rows: RowList<EventRow>, from: number, to: number): RowList<EventRow> {
  const first = to === Number.POSITIVE_INFINITY ? 0 : countSince(rows, to);
  const last = from === Number.NEGATIVE_INFINITY ? rows.length : countSince(rows, from);
  return rows.within(first, last);
}

/** Between which times the typed query and the chosen range let events through. */
const timeBounds = memoizeLast(
  (text: string, range: TimeRange | undefined, now: number, zone: QueryClock['zone']): TimeBounds => {
    const { from, to } = namedTimes(parseQuery(text, EVENT_QUERY), { now, zone });
    return range === undefined
      ? { from, to }
      : { from: Math.max(from, range.since), to: Math.min(to, range.until) };
  },
);

function selectTimeBounds({ view }: EventsSlice): TimeBounds {
  const state = view.getState();
  const { now, zone } = queryClock(state);
  return timeBounds(state.events.text, state.events.range, now, zone);
}

const sameAsked = memoizeSame<AskedView>();

/** The same object until a server is to be asked for something else: a cursor that moves is no reason to. */
const askedOf = memoizeLast(({ outcomes, type, ecosystem, range, text }: EventsView) =>
  sameAsked({ outcomes, type, ecosystem, range, text }),
);

const serverFilters = memoizeLast((view: AskedView, now: number, zone: QueryClock['zone']) =>
  serverFiltersOf(view, { now, zone }),
);

/** What to ask the server for so that everything is among the answers that passes the filters of the feed. */
export function selectServerFilters({ view }: Pick<EventsSlice, 'view'>): readonly HistoryFilter[] {
  const state = view.getState();
  const { now, zone } = queryClock(state);
  return serverFilters(askedOf(state.events), now, zone);
}

const certainFilters = memoizeLast((view: AskedView, now: number, zone: QueryClock['zone']) =>
  certainFiltersOf(view, { now, zone }),
);

/**
 * From when on every event that passes the filters is here, in milliseconds, a package that was typed out of quotes
 * included in whatever case the server spells it; undefined before anything was read.
 */
export function selectCertainFrom(stores: EventsSlice): number | undefined {
  const state = stores.view.getState();
  const { now, zone } = queryClock(state);
  return coveredFrom(stores.events.getState(), certainFilters(askedOf(state.events), now, zone));
}

const coveredFromOf = memoizeLast(
  (
    coveredSince: EventsState['coveredSince'],
    coverage: EventsState['coverage'],
    droppedThrough: EventsState['droppedThrough'],
    filters: readonly HistoryFilter[],
  ) => coveredFrom({ coveredSince, coverage, droppedThrough }, filters),
);

/**
 * From when on every event that passes the filters is here, in milliseconds; undefined before anything was read. Of a
 * package that was typed out of quotes a server may have given that spelling alone: see `selectCertainFrom`.
 */
export function selectCoveredFrom(stores: EventsSlice): number | undefined {
  const { coveredSince, coverage, droppedThrough } = stores.events.getState();
  return coveredFromOf(coveredSince, coverage, droppedThrough, selectServerFilters(stores));
}

/** Rows that are in both of two lists. */
function rowsInBoth(rows: Rows<EventRow>, others: RowList<EventRow>): RowList<EventRow> {
  let place = 0;
  const both = others.filter((row) => {
    place = placeOf(rows, row, place);
    return rows.at(place) === row;
  });
  return RowList.of(both);
}

const openAmongAll = memoizeLast(rowsInBoth);

/** What passes the filters of all times, of which only a part may be here. */
function selectOfAllTimes(stores: EventsSlice): RowList<EventRow> {
  const { shown } = lookAt(stores);
  return stores.view.getState().events.unacknowledged
    ? openAmongAll(shown, selectUnacknowledgedBlocks(stores))
    : shown;
}

/**
 * The events that the filters let through, newest first; while the view is frozen, nothing that arrived since. What
 * lies before the part of the feed that is here whole for these filters is left out: the list would have holes there.
 * Right after the filters changed the list may end early: `selectFiltering` says so.
 */
export function selectVisibleEvents(stores: EventsSlice): RowList<EventRow> {
  const covered = selectCoveredFrom(stores) ?? Number.NEGATIVE_INFINITY;
  const { from, to } = selectTimeBounds(stores);
  return rowsWithin(selectOfAllTimes(stores), Math.max(covered, from), to);
}

/** The events that pass the filters, of all times that are here, with those that were not allowed, and those without a time, by themselves. */
export function selectEventsByOutcome(
  stores: EventsSlice,
): EventsByOutcome & { readonly all: RowList<EventRow> } {
  const all = selectOfAllTimes(stores);
  return { all, ...stores.arrangedEvents.byOutcome(all) };
}

const feedRows = memoizeLast(
  (
    events: RowList<EventRow>,
    heads: RowList<EventRow> | undefined,
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
export function selectFeedRows(stores: EventsSlice): FeedRows {
  const rows = selectVisibleEvents(stores);
  const isFolded = stores.view.getState().events.folded;
  const isGrowing = stores.visibleEvents.filtering !== undefined;
  const folded = !isFolded ? undefined : isGrowing ? foldBeginning(rows) : stores.arrangedEvents.fold(rows);
  return feedRows(rows, folded?.heads, folded?.looked ?? rows.length, stores.events, stores.acknowledged);
}

/**
 * How far the filters have come through the events that are here, and the folding of what passes them, while they are not
 * done.
 */
export function selectFiltering(stores: EventsSlice): FilterProgress | undefined {
  selectFeedRows(stores);
  const { folded } = stores.view.getState().events;
  return stores.visibleEvents.filtering ?? (folded ? stores.arrangedEvents.folding : undefined);
}

/** From when on the feed is to be read whole, since its filters name a time, in milliseconds; otherwise undefined. */
export function selectWantedFrom(stores: EventsSlice): number | undefined {
  const { from, to } = selectTimeBounds(stores);
  return Number.isFinite(from) && from < to ? from : undefined;
}

/** Whether the filters of the feed name a time back to which it is not read yet. */
export function isHistoryWanted(stores: EventsSlice): boolean {
  const wanted = selectWantedFrom(stores);
  const covered = selectCoveredFrom(stores);
  return wanted !== undefined && covered !== undefined && wanted < covered;
}

/**
 * Whether somebody looks at the end of what is here, or wants a stretch of time that is not here whole: the cursor is
 * within a page of the oldest visible event, or what passes the filters does not fill the screen. While the filters are not done nobody can say.
 */
export function wantsOlderEvents(stores: EventsSlice): boolean {
  const { tab, pageSize, events } = stores.view.getState();
  if (tab !== 'events' || selectFiltering(stores) !== undefined) {
    return false;
  }
  const covered = selectCoveredFrom(stores);
  // No block that is older than the acknowledgements waits for one.
  const since = events.unacknowledged ? stores.acknowledged.waitingFrom() : undefined;
  const from = Math.max(selectTimeBounds(stores).from, since ?? Number.NEGATIVE_INFINITY);
  if (covered !== undefined && covered <= from) {
    return false;
  }
  if (selectWantedFrom(stores) !== undefined) {
    return true;
  }
  const rows = selectFeedRows(stores);
  return selectedIndex(stores, 'events', rows) + pageSize >= rows.length;
}

/**
 * The events that arrived since the view was frozen and pass its filters, newest first, acknowledged blocks among them;
 * none while it follows.
 */
export function selectArrivedEvents(stores: EventsSlice): RowList<EventRow> {
  const { arrived } = lookAt(stores);
  const { from, to } = selectTimeBounds(stores);
  return rowsWithinFresh(arrived, from, to);
}

/** From when on what passes the filters is listed, in milliseconds: as far as it is here, and no earlier than they say. */
export function selectListedFrom(stores: EventsSlice): number | undefined {
  const covered = selectCoveredFrom(stores);
  return covered && Math.max(covered, selectTimeBounds(stores).from);
}

const withArrived = memoizeLast((shown: RowList<EventRow>, arrived: RowList<EventRow>) =>
  changeSorted(shown, [], arrived.slice()),
);
const openAmongArrived = memoizeLast(rowsInBoth);

/** The visible events with those that arrived since the view was frozen: what passes the filters now, newest first. */
export function selectCountedEvents(stores: EventsSlice): RowList<EventRow> {
  const shown = selectVisibleEvents(stores);
  const arrived = selectArrivedEvents(stores);
  if (arrived.length === 0) {
    return shown;
  }
  return withArrived(
    shown,
    stores.view.getState().events.unacknowledged
      ? openAmongArrived(arrived, selectUnacknowledgedBlocks(stores))
      : arrived,
  );
}

/** How many events arrived since the view was frozen and pass the filters, and how many of them are blocks; none while it follows. */
export function selectFreshEvents(stores: EventsSlice): PassingEvents['fresh'] {
  const { fresh, arrived } = lookAt(stores);
  const inTime = selectArrivedEvents(stores);
  if (stores.view.getState().events.unacknowledged) {
    const blocks = blocksAmong(inTime);
    return { count: blocks, blocks };
  }
  return inTime === arrived ? fresh : { count: inTime.length, blocks: blocksAmong(inTime) };
}

/** Remembered by itself: it is asked for in the same frames as the rows that are shown. */
const rowsWithinFresh = memoizeLast(cutToTimes);

const blocksAmong = memoizeLast(
  (rows: RowList<EventRow>) => rows.filter(({ event }) => event.outcome === 'block').length,
);

/** How many events a mute hides that would be shown without it, and how many of them are blocks. */
export interface HiddenByMute {
  readonly mute: Mute;
  readonly count: number;
  readonly blocks: number;
  /** How many are shown that it may be about: it is not known what their machines are called. */
  readonly unjudged: number;
}

/**
 * What each mute hides of what the filters of the feed let through, the newest mute first; an event that passes several is
 * counted with the first of them.
 */
export function selectHiddenByMutes(stores: EventsSlice): readonly HiddenByMute[] {
  const { active } = stores.mutes.getState();
  if (active.length === 0) {
    return [];
  }
  const { muted } = lookAt(stores);
  const { unacknowledged } = stores.view.getState().events;
  const countOf = countOfWanted(stores);
  return active.map((mute, index) => {
    const hidden = muted[index];
    if (hidden === undefined) {
      return { mute, count: 0, blocks: 0, unjudged: 0 };
    }
    const blocks = countOf(hidden.blocks);
    const unjudged = countOf(hidden.unjudged);
    return { mute, count: blocks + (unacknowledged ? 0 : countOf(hidden.others)), blocks, unjudged };
  });
}

/** How many of what the filters let through are shown although a mute may be about them: it is not known what their machines are called. */
export function selectUnjudgedByMutes(stores: EventsSlice): number {
  return stores.mutes.getState().active.length === 0 ? 0 : countOfWanted(stores)(lookAt(stores).unjudged);
}

/** Counts those of some events that are of the times that are shown and, where only those are, that wait to be acknowledged. */
function countOfWanted(stores: EventsSlice): (rows: RowList<EventRow>) => number {
  const covered = selectCoveredFrom(stores) ?? Number.NEGATIVE_INFINITY;
  const { from, to } = selectTimeBounds(stores);
  const { unacknowledged } = stores.view.getState().events;
  return (rows) => {
    const wanted = unacknowledged ? rowsInBoth(rows, selectUnacknowledgedBlocks(stores)) : rows;
    return cutToTimes(wanted, Math.max(covered, from), to).length;
  };
}
