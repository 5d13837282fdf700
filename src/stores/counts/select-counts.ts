import { selectHostByClient } from '../agents/select-agents.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import { selectVisibleEvents } from '../events/select-events.ts';
import type { CountedRows } from './count-rows.ts';
import { eventCountField, type CountedValue } from './event-count-fields.ts';
import type { EventCounting, LiveCounts, LiveEventCounts } from './live-event-counts.ts';

/** What is counted, and what of it stands in which order. */
export interface CountsSlice extends EventsSlice {
  readonly eventCounts: LiveEventCounts;
  readonly countRows: CountedRows;
}

const countingOf = memoizeLast((key: string): EventCounting => {
  const { by, within } = JSON.parse(key) as { by: string; within: readonly CountedValue[] };
  const known = (name: string) => {
    const field = eventCountField(name);
    return 'problem' in field ? [] : [field];
  };
  const tests = within.flatMap(({ field, value }) => known(field).map((each) => ({ each, value })));
  return {
    key,
    fields: known(by),
    passes:
      tests.length === 0
        ? undefined
        : (row, hosts) =>
            tests.every(({ each, value }) => {
              const values: readonly string[] = each.valuesOf(row, hosts);
              return value === undefined ? values.length === 0 : values.includes(value);
            }),
  };
});

/** How often each value of a field occurs in the events that the feed lists and that have these values in others. */
export function selectEventCounts(
  stores: CountsSlice,
  by: string,
  within: readonly CountedValue[],
): LiveCounts {
  const counting = countingOf(
    JSON.stringify({ by, within: within.map(({ field, value }) => ({ field, value })) }),
  );
  return stores.eventCounts.look(selectVisibleEvents(stores), counting, selectHostByClient(stores));
}
