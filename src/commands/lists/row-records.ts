import type { EventRow } from '../../stores/events/event-row.ts';
import { EventQuery } from '../../stores/events/event-query.ts';
import { parseQuery } from '../../stores/query/parse-query.ts';
import type { QueryList } from '../../stores/query/query-fields.ts';
import { testOfRecords } from '../../stores/query/row-query.ts';
import { boundsOf } from '../../stores/query/time-bounds.ts';
import { selectHostByClient, selectVisibleAgents } from '../../stores/agents/select-agents.ts';
import { discoverFields } from '../../stores/llm/llm-fields.ts';
import { sharedFieldsOf } from '../../stores/llm/llm-totals-record.ts';
import { selectLlmTotals, selectVisibleLlmCalls } from '../../stores/llm/select-llm-calls.ts';
import { selectFeedRows } from '../../stores/events/select-events.ts';
import { recordOfField, selectPolicyFields } from '../../stores/policy/select-policy.ts';
import { selectVisibleSessions } from '../../stores/sessions/select-sessions.ts';
import type { Stores } from '../../stores/stores.ts';
import { queryClock } from '../../stores/query/query-time.ts';
import { visibleRows, type VisibleRows } from '../../stores/base/visible-rows.ts';
import type { CommandContext } from '../base/command.ts';

/** The rows that a list shows, with what a query can ask of each. */
export interface VisibleRecords {
  readonly rows: VisibleRows;
  /** The row as the server sent it. */
  readonly recordAt: (index: number) => unknown;
}

type Context = Pick<CommandContext, 'stores' | 'clock'>;

/** The rows that a list shows now. */
export function visibleRecords({ stores, clock }: Context, list: QueryList): VisibleRecords {
  switch (list) {
    case 'events': {
      const rows = selectFeedRows(stores);
      return { rows, recordAt: (index) => eventAt(stores, rows, index)?.event.raw };
    }
    case 'agents':
      return recordsOf(selectVisibleAgents(stores, clock.now()), ({ raw }) => raw);
    case 'sessions':
      return recordsOf(selectVisibleSessions(stores), ({ raw }) => raw);
    case 'llm': {
      const calls = selectVisibleLlmCalls(stores);
      return stores.view.getState().llm.shows === 'calls'
        ? recordsOf(calls, ({ fields }) => fields)
        : recordsOf(selectLlmTotals(stores), (totals) => sharedFieldsOf(totals, discoverFields(calls)));
    }
    case 'policy':
      return recordsOf(selectPolicyFields(stores), recordOfField);
  }
}

/** The newest event of a row of the feed. */
function eventAt({ events }: Stores, rows: VisibleRows, index: number): EventRow | undefined {
  return events.get(rows.idAt(index) ?? '');
}

function recordsOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  recordOf: (row: Row) => unknown,
): VisibleRecords {
  return {
    rows: visibleRows(rows),
    recordAt: (index) => {
      const row = rows[index];
      return row === undefined ? undefined : recordOf(row);
    },
  };
}

/** A test of which of a list's visible rows, by their places, a query lets through. */
export function matchingRows(context: Context, list: QueryList, text: string): (index: number) => boolean {
  const { stores } = context;
  if (list !== 'events') {
    const { recordAt } = visibleRecords(context, list);
    const test = testOfRecords(text, list, queryClock(stores.view.getState()));
    return (index) => test?.(recordAt(index)) ?? true;
  }
  const rows = selectFeedRows(stores);
  const passes = matchingEvents(context, text);
  return (index) => {
    const row = eventAt(stores, rows, index);
    return row !== undefined && passes(row);
  };
}

/** A test of which events a query lets through. */
export function matchingEvents(
  { stores }: Pick<Context, 'stores'>,
  text: string,
): (row: EventRow) => boolean {
  const clock = queryClock(stores.view.getState());
  const query = parseQuery(text, 'events');
  const events = new EventQuery(query, selectHostByClient(stores), clock);
  const { from, to } = boundsOf(query, clock);
  return (row) => row.time >= from && row.time < to && events.passes(row);
}
