import type { AgentsSlice } from '../agents/agents-slice.ts';
import { selectHostByClient } from '../agents/select-agents.ts';
import type { Completeness } from '../base/completeness.ts';
import type { Sorting } from '../base/list-view.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import type { Readable } from '../base/readable.ts';
import type { EventsSlice } from '../events/events-slice.ts';
import { EVENTS_LIST } from '../events/events-list.ts';
import { selectListedCompleteness } from '../events/feed-completeness.ts';
import { selectCountedEvents } from '../events/select-events.ts';
import type { LlmSlice } from '../llm/llm-slice.ts';
import type { SessionsSlice } from '../sessions/sessions-slice.ts';
import { textOfQuestion, type CountQuestion } from './count-question.ts';
import type { CountedRows, CountRow } from './count-rows.ts';
import type { Counts } from './counts.ts';
import { eventCountField, eventFieldsInData } from './event-count-fields.ts';
import { LOOKED_AT } from './fields-in-data.ts';
import { fieldsOfList, lookAtList, type ListedCounts, type ReadListsSlice } from './listed-counts.ts';
import type { EventCounting, LiveEventCounts } from './live-event-counts.ts';

type ViewOf<Slice extends { readonly view: { getState(): unknown } }> = ReturnType<Slice['view']['getState']>;

/** What is counted, and what of it stands in which order. */
export interface CountsSlice extends EventsSlice, Omit<ReadListsSlice, 'view'> {
  readonly eventCounts: LiveEventCounts;
  readonly listedCounts: ListedCounts;
  readonly countRows: CountedRows;
  readonly view: Readable<
    ViewOf<EventsSlice> & ViewOf<AgentsSlice> & ViewOf<SessionsSlice> & ViewOf<LlmSlice>
  >;
}

/** Counts as far as they are known. */
export interface SelectedCounts {
  /** None while none of them are in order. */
  readonly rows: readonly CountRow[];
  /** How many rows of the list were counted, and how much of what there is that is. */
  readonly counted: number;
  readonly completeness: Completeness;
}

const countingOf = memoizeLast((key: string): EventCounting => {
  const { by, within } = JSON.parse(key) as CountQuestion;
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

function lookAtEvents(
  stores: CountsSlice,
  question: string,
): { readonly counts: Counts; readonly version: number; readonly completeness: Completeness } {
  const listed = selectCountedEvents(stores);
  const { counts, version, counting } = stores.eventCounts.look(
    listed,
    countingOf(question),
    selectHostByClient(stores),
  );
  return {
    ...{ counts, version },
    completeness:
      counting === undefined
        ? selectListedCompleteness(stores, listed.length)
        : { read: counting.looked, of: counting.of },
  };
}

const NO_ROWS: readonly CountRow[] = [];

/** How often each value of a field occurs in what a list shows, in the order asked for. */
export function selectCounts(
  stores: CountsSlice,
  asked: CountQuestion,
  sort: Sorting | undefined,
  now: number,
): SelectedCounts {
  const question = textOfQuestion(asked);
  const { of } = asked;
  const { counts, version, completeness } =
    of === 'events'
      ? lookAtEvents(stores, question)
      : { ...lookAtList(stores, of, question, now), version: 0 };
  const ordered = stores.countRows.look(question, counts, version, of, sort);
  return {
    // Those of another question stay until these are in order.
    rows: ordered?.question === question ? ordered.rows : NO_ROWS,
    counted: counts.rows,
    completeness,
  };
}

/** The fields that the rows of a list are offered to be counted by, the likeliest first. */
export function countFieldsOf(stores: CountsSlice, of: CountQuestion['of'], now: number): readonly string[] {
  if (of !== 'events') {
    return fieldsOfList(stores, of, now);
  }
  return eventFieldsInData(EVENTS_LIST.known(stores, LOOKED_AT));
}
