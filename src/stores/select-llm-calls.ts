import type { LlmCall } from '../contract/llm-call.ts';
import { jsonText } from '../lib/json-text.ts';
import { amountOf, readLlmCall, type LlmCallRow } from './llm-call-row.ts';
import { totalsOf, type AllTotals, type LlmTotals } from './llm-totals.ts';
import { rememberLast } from './remember-last.ts';
import { createRowSorter, type SortKey } from './sort-rows.ts';
import type { Listing, Stores } from './stores.ts';
import { isSuspiciousLlmCall } from './suspicious.ts';
import { createTextMatch, textWithin } from './text-match.ts';
import type { Sorting } from './view-store.ts';

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

const filterRows = rememberLast(
  (rows: readonly LlmCallRow[], filter: string, suspicious: boolean): readonly LlmCallRow[] => {
    const match = createTextMatch(filter);
    return match === undefined && !suspicious
      ? rows
      : rows.filter(
          ({ fields }) =>
            (!suspicious || isSuspiciousLlmCall(fields)) &&
            (match === undefined || match(textWithin(fields))),
        );
  },
);

/** The LLM calls that the filters let through, newest first where they carry a time, unless a column was chosen. */
export function selectVisibleLlmCalls(stores: Stores): readonly LlmCallRow[] {
  const { text, suspicious, sort } = stores.view.getState().llm;
  return filterRows(sortRows(stores.llmCalls.getState().data, sort), text, suspicious);
}

const listTotals = rememberLast(({ all, byProvider, byModel }: AllTotals): readonly LlmTotals[] => [
  all,
  ...byProvider,
  ...byModel,
]);

const NO_TOTALS: readonly LlmTotals[] = [];

/** What the visible calls add up to: all of them, each provider, each model. None where there is no call. */
export function selectLlmTotals(stores: Stores): readonly LlmTotals[] {
  const calls = selectVisibleLlmCalls(stores);
  return calls.length === 0 ? NO_TOTALS : listTotals(totalsOf(calls));
}

/** What a value is sorted by: a number as one, also where it is written as text; all else as text. */
function sortKeyOf(value: unknown): SortKey {
  if (value === undefined || value === null) {
    return undefined;
  }
  return amountOf(value) ?? (typeof value === 'string' ? value : jsonText(value));
}
