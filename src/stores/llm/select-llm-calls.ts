import type { LlmCall } from '../../contract/llm-call.ts';
import { jsonText } from '../../lib/json-text.ts';
import { amountOf, readLlmCall, type LlmCallRow } from './llm-call-row.ts';
import { totalsOf, type LlmTotals } from './llm-totals.ts';
import { rememberLast } from '../remember-last.ts';
import { createRowSorter, type SortKey } from '../rows/sort-rows.ts';
import { listTotals } from './sort-totals.ts';
import type { Listing, Stores } from '../stores.ts';
import { rememberTest } from '../query/row-query.ts';
import { isSuspiciousLlmCall } from '../suspicious.ts';
import { queryClock, type Sorting } from '../view-store.ts';

const sorter = createRowSorter<LlmCallRow>();

/** Newest first where they carry a time, unless a column was chosen. */
const sortRows = rememberLast(
  (listing: Listing<LlmCall> | undefined, sort: Sorting | undefined): readonly LlmCallRow[] => {
    const rows = (listing?.rows ?? []).map(readLlmCall);
    return sort === undefined
      ? sorter(rows, ({ time }) => time, true)
      : sorter(rows, ({ fields }) => sortKeyOf(fields[sort.column]), sort.descending);
  },
);

const testOfQuery = rememberTest('llm');

const filterRows = rememberLast(
  (
    rows: readonly LlmCallRow[],
    matches: ReturnType<typeof testOfQuery>,
    suspicious: boolean,
  ): readonly LlmCallRow[] =>
    matches === undefined && !suspicious
      ? rows
      : rows.filter(
          ({ raw, fields }) =>
            (!suspicious || isSuspiciousLlmCall(fields)) && (matches === undefined || matches(raw)),
        ),
);

/** The LLM calls that the filters let through, newest first where they carry a time, unless a column was chosen. */
export function selectVisibleLlmCalls(stores: Stores): readonly LlmCallRow[] {
  const view = stores.view.getState();
  const { text, suspicious, sort } = view.llm;
  const sorted = sortRows(stores.llmCalls.getState().data, sort);
  return filterRows(sorted, testOfQuery(text, queryClock(view)), suspicious);
}

const sortedTotals = rememberLast(listTotals);

const NO_TOTALS: readonly LlmTotals[] = [];

/** What the visible calls add up to: all of them, each provider, each model. None where there is no call. */
export function selectLlmTotals(stores: Stores): readonly LlmTotals[] {
  const calls = selectVisibleLlmCalls(stores);
  return calls.length === 0
    ? NO_TOTALS
    : sortedTotals(totalsOf(calls), stores.view.getState().llm.totalsSort);
}

/** What a value is sorted by: a number as one, also where it is written as text; all else as text. */
function sortKeyOf(value: unknown): SortKey {
  if (value === undefined || value === null) {
    return undefined;
  }
  return amountOf(value) ?? (typeof value === 'string' ? value : jsonText(value));
}
