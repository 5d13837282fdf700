import type { LlmCall } from '../../contract/llm-call.ts';
import { jsonText } from '../../lib/json-text.ts';
import { ownValue } from '../../lib/own-value.ts';
import { amountOf, readLlmCall, type LlmCallRow } from './llm-call-row.ts';
import type { AllTotals, LlmTotals } from './llm-totals.ts';
import type { LlmOverTime } from './llm-over-time.ts';
import type { CostOverTime } from './llm-cost.ts';
import type { DayZone } from '../../lib/days.ts';
import { memoizeLast } from '../base/memoize-last.ts';
import { completenessOf, type Completeness } from '../base/completeness.ts';
import { createRowSorter, type SortKey } from '../base/sort-rows.ts';
import { sortTotals } from './sort-totals.ts';
import type { LlmSlice } from './llm-slice.ts';
import { LLM_QUERY } from './llm-view.ts';
import type { Listing } from '../base/listing.ts';
import { queryClock } from '../query/query-time.ts';
import type { Sorting } from '../base/list-view.ts';
import { rememberTest } from '../query/row-query.ts';
import { isSuspiciousLlmCall } from '../base/suspicious.ts';

const sorter = createRowSorter<LlmCallRow>();

/** Newest first where they carry a time, unless a column was chosen. */
const sortRows = memoizeLast(
  (listing: Listing<LlmCall> | undefined, sort: Sorting | undefined): readonly LlmCallRow[] => {
    const rows = (listing?.rows ?? []).map(readLlmCall);
    return sort === undefined
      ? sorter(rows, ({ time }) => time, true)
      : sorter(rows, ({ fields }) => sortKeyOf(ownValue(fields, sort.column)), sort.descending);
  },
);

const testOfQuery = rememberTest(LLM_QUERY);

/** A test for the filters of the calls; undefined when they let everything through. */
function createTest(
  suspicious: boolean,
  matches: ReturnType<typeof testOfQuery>,
): ((call: LlmCallRow) => boolean) | undefined {
  return matches === undefined && !suspicious
    ? undefined
    : ({ raw, fields }) =>
        (!suspicious || isSuspiciousLlmCall(fields)) && (matches === undefined || matches(raw));
}

/**
 * The LLM calls that the filters let through, newest first where they carry a time, unless a column was chosen. Of very
 * many the list may end early right after the filters changed: `stores.visibleLlmCalls` says so.
 */
export function selectVisibleLlmCalls(stores: LlmSlice): readonly LlmCallRow[] {
  const view = stores.view.getState();
  const { text, suspicious, sort } = view.llm;
  const sorted = sortRows(stores.llmCalls.getState().data, sort);
  const matches = testOfQuery(text, queryClock(view));
  return stores.visibleLlmCalls.look(sorted, [text, suspicious], [matches], () =>
    createTest(suspicious, matches),
  );
}

/** The calls of the last filter that was done: what is added up, so that figures do not change while somebody types. */
function selectSettledCalls(stores: LlmSlice): readonly LlmCallRow[] {
  selectVisibleLlmCalls(stores);
  return stores.visibleLlmCalls.complete;
}

/**
 * What the visible calls add up to; while that is worked out, or their filter is not done, what was known before.
 * Undefined before the first time.
 */
export function selectLlmSums(stores: LlmSlice): AllTotals | undefined {
  return stores.llmSums.look(selectSettledCalls(stores));
}

/** How many of the server's calls all figures of the pane are made of. */
export function selectLlmCompleteness({ llmCalls }: Pick<LlmSlice, 'llmCalls'>): Completeness {
  const { data } = llmCalls.getState();
  const listed = completenessOf(data);
  const reach = data?.reach;
  if (data === undefined || reach === undefined || reach === 'first') {
    return listed;
  }
  const of = listed === 'all' ? undefined : listed.of;
  return { read: data.rows.length, of, isOver: reach === 'bound' || reach === 'page' };
}

/** How many calls the totals are made of: those of before while what came in since is still being added up. */
export function selectSummedCompleteness(stores: LlmSlice): Completeness {
  const listed = selectLlmCompleteness(stores);
  const summed = selectLlmSums(stores)?.all.calls;
  const visible = selectSettledCalls(stores).length;
  if (summed === undefined || summed >= visible) {
    return listed;
  }
  const isFiltered = visible < (stores.llmCalls.getState().data?.rows.length ?? 0);
  return { read: summed, of: isFiltered || listed === 'all' ? visible : listed.of };
}

/** What the visible calls cost over time, in at most so many buckets; as `selectLlmSums` while that is worked out. */
export function selectLlmCost(stores: LlmSlice, most: number, zone: DayZone): CostOverTime | undefined {
  const cost = stores.llmCost.look(selectSettledCalls(stores), most, zone);
  // Right after the screen became smaller there is no room for what is known.
  return cost === undefined || cost.buckets > most ? undefined : cost;
}

/** Their cost and latency in at most so many stretches of time; as `selectLlmSums` while that is worked out. */
export function selectLlmOverTime(stores: LlmSlice, most: number, zone: DayZone): LlmOverTime | undefined {
  const times = stores.llmTimes.look(selectSettledCalls(stores), most, zone);
  return times === undefined || times.count > most ? undefined : times;
}

/** Whether what is said of the calls may be that of the filters before. */
export function isLlmUnsettled({ visibleLlmCalls, llmSums, llmCost, llmTimes }: LlmSlice): boolean {
  return (
    visibleLlmCalls.filtering !== undefined || llmSums.isWorking || llmCost.isWorking || llmTimes.isWorking
  );
}

const sortedTotals = memoizeLast(sortTotals);

const NO_TOTALS: readonly LlmTotals[] = [];

/** What the visible calls add up to: all of them, each provider, each model. None where there is no call. */
export function selectLlmTotals(stores: LlmSlice): readonly LlmTotals[] {
  const sums = selectLlmSums(stores);
  return sums === undefined || sums.all.calls === 0
    ? NO_TOTALS
    : sortedTotals(sums, stores.view.getState().llm.totalsSort);
}

/** What a value is sorted by: a number as one, also where it is written as text; all else as text. */
function sortKeyOf(value: unknown): SortKey {
  if (value === undefined || value === null) {
    return undefined;
  }
  return amountOf(value) ?? (typeof value === 'string' ? value : jsonText(value));
}
