import type { ListId } from '../base/tab.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { EventFilter, type FilterView, type HostByClient } from '../events/event-filter.ts';
import type { EventRow } from '../events/event-row.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { QueryClock } from '../query/query-time.ts';
import { testOfRecords } from '../query/row-query.ts';
import { boundsOf } from '../query/time-bounds.ts';
import { recordOfField, selectAllPolicyFields, type PolicyField } from '../policy/select-policy.ts';
import { LISTS, type ListsSlice } from './lists.ts';

/** All rows of a list that are here, whatever its filters. */
export interface LoadedRows {
  readonly length: number;
  slice(start: number, end: number): readonly object[];
}

/** Rows that are looked at before others have their turn. */
export const ROWS_AT_ONCE = 256;

/** The same object for as long as the rows are the same; undefined before anything was read. */
export function loadedRows(stores: Omit<ListsSlice, 'view'>, list: ListId): LoadedRows | undefined {
  switch (list) {
    case 'events':
      return stores.events.getState().rows;
    case 'agents':
      return stores.agents.getState().data?.rows;
    case 'sessions':
      return stores.sessions.getState().data?.rows;
    case 'llm':
      return stores.llmCalls.getState().data?.rows;
    case 'policy':
      return stores.policy.getState().data === undefined
        ? undefined
        : rowsOfPolicy(selectAllPolicyFields(stores));
  }
}

const rowsOfPolicy = memoizeLast((fields: readonly PolicyField[]) =>
  fields.map((field) => ({ raw: recordOfField(field) })),
);

/** What a query can ask of such a row: as the server sent it. */
export function recordOfRow(row: object): unknown {
  return 'event' in row ? (row as EventRow).event.raw : (row as { readonly raw: unknown }).raw;
}

/** A test of such rows for a query and, of events, for the other filters. */
export function testOfRows(
  list: ListId,
  text: string,
  filters: FilterView | undefined,
  hosts: HostByClient,
  clock: QueryClock,
): (row: object) => boolean {
  if (list === 'events' && filters !== undefined) {
    const filter = new EventFilter({ ...filters, text }, hosts, clock);
    const { from, to } = boundsOf(parseQuery(text, LISTS.events.query), clock);
    return (row) => {
      const event = row as EventRow;
      return event.time >= from && event.time < to && filter.passes(event);
    };
  }
  const test = testOfRecords(text, LISTS[list].query, clock);
  return (row) => test?.(recordOfRow(row)) ?? true;
}
