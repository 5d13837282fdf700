import { isFlag, isOneOf, isSorting, LIST_FIELDS } from '../base/field-rules.ts';
import { OPEN_LIST } from '../base/list-view.ts';
import { listRows, rawOf, type Listed, type ListModel } from '../query/list-model.ts';
import { findField } from '../query/query-fields.ts';
import type { LlmCallRow } from './llm-call-row.ts';
import { discoverFields } from './llm-fields.ts';
import type { LlmSlice } from './llm-slice.ts';
import { sharedFieldsOf } from './llm-totals-record.ts';
import type { LlmTotals } from './llm-totals.ts';
import { LLM_QUERY, type LlmView } from './llm-view.ts';
import {
  isLlmUnsettled,
  selectLlmCompleteness,
  selectLlmTotals,
  selectVisibleLlmCalls,
} from './select-llm-calls.ts';

/** The calls that the filters let through. */
export function listCalls(slice: LlmSlice): Listed<LlmCallRow> {
  return listRows(selectVisibleLlmCalls(slice), LLM_QUERY, ({ fields }) => fields);
}

/** What these add up to. */
export function listTotals(slice: LlmSlice): Listed<LlmTotals> {
  const calls = selectVisibleLlmCalls(slice);
  return listRows(selectLlmTotals(slice), LLM_QUERY, (totals) =>
    sharedFieldsOf(totals, discoverFields(calls)),
  );
}

/** The list of LLM calls, and the one of what they add up to, which takes its place. */
export const LLM_LIST: ListModel<LlmView, LlmCallRow | LlmTotals, LlmSlice> = {
  open: { ...OPEN_LIST, shows: 'calls', otherCursor: undefined, totalsSort: undefined, suspicious: false },
  fields: {
    ...LIST_FIELDS,
    shows: { role: 'layout', kept: isOneOf(['calls', 'totals']) },
    otherCursor: { role: 'place' },
    totalsSort: { role: 'order', kept: isSorting, saved: 'beside the filters' },
    suspicious: { role: 'filter', kept: isFlag },
  },
  query: LLM_QUERY,
  feeds: ['llm'],
  listed: (slice) => (slice.view.getState().llm.shows === 'calls' ? listCalls(slice) : listTotals(slice)),
  isFiltering: isLlmUnsettled,
  counted: selectLlmCompleteness,
  marked: (_slice, marks) => marks.size,
  known: ({ llmCalls }, most) => rawOf(llmCalls.getState().data?.rows, most),
  offered: (record) => Object.keys(record as object).map((name) => findField(LLM_QUERY, name).field),
  sorting({ view }) {
    const { shows, sort, totalsSort } = view.getState().llm;
    return shows === 'calls' ? sort : totalsSort;
  },
};
