import { selectHostByClient } from '../agents/select-agents.ts';
import type { SlicedResult } from '../base/background-result.ts';
import type { Readable } from '../base/readable.ts';
import type { ListId } from '../base/tab.ts';
import { COUNTED_NOUNS, type CountedListId } from '../counts/count-measures.ts';
import type { FilterView, HostByClient } from '../events/event-filter.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { ListQuery } from '../query/query-fields.ts';
import { queryClock, type QueryClock, type TimeView } from '../query/query-time.ts';
import { testOfRecords } from '../query/row-query.ts';
import { widenedQueries, type WidenedQuery } from '../query/widened-query.ts';
import { NO_EVENT_FILTERS } from '../events/events-view.ts';
import { namesIn } from './known-values.ts';
import { LISTS, type ListsSlice, type ListViews } from './lists.ts';
import { loadedRows, recordOfRow, ROWS_AT_ONCE, testOfRows, type LoadedRows } from './loaded-rows.ts';
import { findTermWithoutRows } from './term-without-rows.ts';

/** What a query that lets nothing through would find if one of its fields needed only hold its value. */
export interface NearMiss extends WidenedQuery {
  /** Rows among those that are here. */
  readonly count: number;
}

/** Why a query lets no row through. */
export interface WhyNone {
  readonly text: string;
  readonly found: NearMiss | undefined;
  /** Where nothing is near: which part of it no row passes, in a sentence. */
  readonly remark: string | undefined;
}

/** The rows that are near a query that lets none through, counted in slices. */
export type NearMisses = SlicedResult<
  readonly [
    list: CountedListId,
    rows: LoadedRows,
    text: string,
    filters: FilterView | undefined,
    hosts: HostByClient,
    now: number,
    zone: QueryClock['zone'],
  ],
  WhyNone
>;

/**
 * Looks for the first of the widened queries that finds anything, and else for what of the query finds nothing, yielding after
 * each small piece of the work.
 */
export function* findNearMiss(
  list: CountedListId,
  rows: LoadedRows,
  text: string,
  filters: FilterView | undefined,
  hosts: HostByClient,
  now: number,
  zone: QueryClock['zone'],
): Generator<void, WhyNone> {
  for (const widened of widenedQueries(text, LISTS[list].query)) {
    const passes = testOfRows(list, widened.text, filters, hosts, { now, zone });
    let count = 0;
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      count += rows.slice(start, start + ROWS_AT_ONCE).filter(passes).length;
      yield;
    }
    if (count > 0) {
      return { text, found: { ...widened, count }, remark: undefined };
    }
  }
  const clock = { now, zone };
  const names = () => namesIn(rows.slice(0, LOOKED_AT_FOR_NAMES).map(recordOfRow));
  const of = { query: LISTS[list].query, nouns: COUNTED_NOUNS[list] };
  const remark = yield* findTermWithoutRows(of, text, { clock, names }, function* (query) {
    const passes = testOfRows(list, query, list === 'events' ? NO_EVENT_FILTERS : undefined, hosts, clock);
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      if (rows.slice(start, start + ROWS_AT_ONCE).some(passes)) {
        return true;
      }
      yield;
    }
    return false;
  });
  return { text, found: undefined, remark };
}

/** So many rows are looked at for names of fields. */
const LOOKED_AT_FOR_NAMES = 200;

/** The first of the widened queries that finds any of some records, which are so few that they are looked at at once. */
export function findNearRecords(
  records: readonly unknown[],
  text: string,
  list: ListQuery,
  clock: QueryClock,
): NearMiss | undefined {
  for (const widened of widenedQueries(text, list)) {
    const test = testOfRecords(widened.text, list, clock);
    const count = records.filter((record) => test?.(record) ?? true).length;
    if (count > 0) {
      return { ...widened, count };
    }
  }
  return undefined;
}

/** Why a query lets none of some records through, which are so few that they are looked at at once; `nouns` is what they are called. */
export function whyNoRecord(
  records: readonly unknown[],
  text: string,
  of: { readonly query: ListQuery; readonly nouns: string },
  clock: QueryClock,
): WhyNone {
  const found = findNearRecords(records, text, of.query, clock);
  const names = () => namesIn(records.slice(0, LOOKED_AT_FOR_NAMES));
  const looking = findTermWithoutRows(of, text, { clock, names }, function* (query) {
    yield;
    const test = testOfRecords(query, of.query, clock);
    return records.some((record) => test?.(record) ?? true);
  });
  for (;;) {
    const step = found === undefined ? looking.next() : looking.return(undefined);
    if (step.done === true) {
      return { text, found, remark: step.value };
    }
  }
}

/** The stores of near misses, beside those of the lists. */
export interface NearMissSlice extends Omit<ListsSlice, 'view'> {
  readonly nearMisses: NearMisses;
  readonly view: Readable<TimeView & ListViews>;
}

/**
 * What the query of a list would find if a field needed only hold its value; undefined where rows pass, a filter is not
 * done, the rows are not counted yet, or nothing is near. To be asked for where no row passes.
 */
export function selectNearMiss(stores: NearMissSlice, list: ListId): NearMiss | undefined {
  return selectWhyNone(stores, list)?.found;
}

/** The same, or which part of the query no row passes. */
export function selectWhyNone(stores: NearMissSlice, list: ListId): WhyNone | undefined {
  if (list === 'policy') {
    return undefined;
  }
  const view = stores.view.getState();
  const { text } = view[list];
  const rows = loadedRows(stores, list);
  const hasTerms = parseQuery(text, LISTS[list].query).terms.length > 0;
  if (rows === undefined || !hasTerms) {
    return undefined;
  }
  const { now, zone } = queryClock(view);
  const filters = list === 'events' ? view.events : undefined;
  const made = stores.nearMisses.look(list, rows, text, filters, selectHostByClient(stores), now, zone);
  return made?.text === text ? made : undefined;
}
