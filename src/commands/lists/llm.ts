import type { Untrusted } from '../../lib/untrusted.ts';
import { incompleteRecord } from '../../stores/base/completeness.ts';
import { selectedIndex } from '../../stores/base/cursor.ts';
import { visibleRows } from '../../stores/base/visible-rows.ts';
import { recordOfTotals } from '../../stores/llm/llm-totals-record.ts';
import type { LlmTotals } from '../../stores/llm/llm-totals.ts';
import {
  selectLlmCompleteness,
  selectLlmTotals,
  selectSummedCompleteness,
  selectVisibleLlmCalls,
} from '../../stores/llm/select-llm-calls.ts';
import type { Stores } from '../../stores/stores.ts';
import type { CommandContext } from '../base/command.ts';
import type { PaneRecords } from '../export/record-document.ts';
import { notesOnAge } from '../export/row-notes.ts';
import {
  agentPivot,
  machineEventsPivot,
  machineStatusPivot,
  sessionPivot,
  type Pivot,
} from '../related/pivots.ts';
import { lookedThrough, recordsOf } from './list-records.ts';
import { ROW_MARKING, type ListSource } from './list-source.ts';

/** So many fields of a call are offered to be copied. */
const MOST_VALUES = 6;

function recordsOfCalls(stores: Stores): PaneRecords {
  const { marks } = stores.view.getState().llm;
  const rows = selectVisibleLlmCalls(stores);
  const index = selectedIndex(stores, 'llm', visibleRows(rows));
  return recordsOf(
    {
      noun: 'call',
      nouns: 'calls',
      fields: undefined,
      mayHoldSecrets: false,
      counted: lookedThrough(stores.visibleLlmCalls, selectLlmCompleteness(stores)),
      notes: notesOnAge(stores, stores.llmCalls.getState()),
    },
    rows.map(({ fields }) => fields),
    index,
    Object.entries(rows[index]?.fields ?? {})
      .flatMap(([label, value]) => (typeof value === 'string' ? [{ label, value }] : []))
      .slice(0, MOST_VALUES),
    rows.filter(({ id }) => marks.has(id)).map(({ fields }) => fields),
  );
}

function recordsOfSums(stores: Stores): PaneRecords {
  const { marks } = stores.view.getState().llm;
  const counted = lookedThrough(stores.visibleLlmCalls, selectSummedCompleteness(stores));
  const totals = selectLlmTotals(stores);
  const recordOf = (row: LlmTotals) => ({ ...recordOfTotals(row), ...incompleteRecord(counted) });
  const index = selectedIndex(stores, 'llm', visibleRows(totals));
  return recordsOf(
    {
      noun: 'total',
      nouns: 'totals',
      fields: undefined,
      mayHoldSecrets: false,
      counted,
      countedEach: counted,
      notes: notesOnAge(stores, stores.llmCalls.getState()),
    },
    totals.map(recordOf),
    index,
    [{ label: 'name', value: totals[index]?.model ?? totals[index]?.provider }],
    totals.filter(({ id }) => marks.has(id)).map(recordOf),
  );
}

/** The ways from a call, as far as its fields say: the specification does not show them. */
function callPivots(context: CommandContext): readonly Pivot[] {
  const { stores } = context;
  const calls = selectVisibleLlmCalls(stores);
  const call = calls[selectedIndex(stores, 'llm', visibleRows(calls))];
  const client = call?.fields['client_id'];
  const agent = call?.fields['agent_id'];
  const clientId = typeof client === 'string' ? (client as Untrusted) : undefined;
  const agentId = typeof agent === 'string' ? (agent as Untrusted) : undefined;
  const time = call?.time;
  return [
    agentPivot(context, { clientId, agentId }),
    sessionPivot(context, clientId, time),
    machineEventsPivot(context, clientId, time),
    machineStatusPivot(context, { clientId, agentId }),
  ];
}

/** The list of LLM calls, and the one of what they add up to. */
export const LLM_SOURCE: ListSource = {
  title: 'LLM',
  rows: 'LLM calls',
  marking: ROW_MARKING,
  live: undefined,
  records: ({ stores }) =>
    stores.view.getState().llm.shows === 'calls' ? recordsOfCalls(stores) : recordsOfSums(stores),
  pivots: (context) => (selectVisibleLlmCalls(context.stores).length === 0 ? [] : callPivots(context)),
};
