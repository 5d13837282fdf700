import { type TimeStyle, zoneOf } from '../../../lib/format-time.ts';
import { selectHostByClient } from '../../../stores/agents/select-agents.ts';
import type { LlmCallRow } from '../../../stores/llm/llm-call-row.ts';
import { discoverColumns, discoverFields } from '../../../stores/llm/llm-fields.ts';
import { listCalls, LLM_LIST } from '../../../stores/llm/llm-list.ts';
import type { AllTotals } from '../../../stores/llm/llm-totals.ts';
import { rememberCompleteness, type Completeness } from '../../../stores/base/completeness.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import {
  selectLlmCompleteness,
  selectSummedCompleteness,
  selectLlmSums,
  selectVisibleLlmCalls,
} from '../../../stores/llm/select-llm-calls.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import { detailLines, fieldsOf, timesIn } from '../../widgets/detail.ts';
import { trusted, ruleLine, type Line } from '../../widgets/line.ts';
import { headingLine, placeColumns, rowLine } from '../../widgets/table.ts';
import { createListPane, type Shown } from '../list-pane.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { moneyDecimals } from '../amounts.ts';
import { llmColumns } from './columns.ts';
import { sortTotals, usualTotals } from '../../../stores/llm/sort-totals.ts';
import { llmStripRows } from './llm-strip.ts';
import { createLlmStrip } from './strip-over-lists.ts';
import { budgetLines, llmFrame } from './llm-frame.ts';
import { totalsColumns } from './totals-columns.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';

const SHOWN: Shown<LlmCallRow> = {
  list: 'llm',
  model: { ...LLM_LIST, listed: listCalls },
  said: undefined,
  recordOf: ({ raw }) => raw,
};

/** On screens with fewer rows the totals are shown alone, not above the calls. */
const LEAST_ROWS = 26;
const MODELS_SHOWN = 6;

/** The calls one by one, under the totals by model where there is room for both. */
export function createCallsList(context: PaneContext): PaintPane {
  const { stores, theme } = context;
  const columnsOf = memoizeLast(
    (
      calls: readonly LlmCallRow[],
      now: number,
      timeStyle: TimeStyle,
      sort: Sorting | undefined,
      hostByClient: ReadonlyMap<string, string>,
    ) =>
      llmColumns(discoverColumns(calls), calls, {
        theme,
        now,
        timeStyle,
        sort,
        hostByClient,
        faults: stores.faults,
        fields: discoverFields(calls),
      }),
  );
  const totalsAbove = memoizeLast(
    (sums: AllTotals, counted: Completeness, columns: number, models: number) => {
      const { all } = sums;
      const byModel = sortTotals(sums, undefined).filter(({ kind }) => kind === 'model');
      const shown = byModel.length > 1 ? [...byModel.slice(0, models), all] : byModel;
      const decimals = moneyDecimals(shown.map(({ cost }) => cost));
      const placed = placeColumns(
        totalsColumns(all, { sort: usualTotals(all), decimals, counted, theme }),
        columns,
      );
      const left = byModel.length - models;
      const title: Line =
        left > 0
          ? [trusted(`${left} more models, ${keyNameOf(stores, 'llm.toggle-totals')} shows all`, 'dim')]
          : [];
      return [
        headingLine(placed, theme),
        ...shown.map((row) => rowLine(row, placed, { selected: false, theme })),
        ruleLine(columns, theme, title),
      ];
    },
  );
  const same = rememberCompleteness();
  const stripOf = createLlmStrip(context);
  return createListPane<LlmCallRow>(SHOWN, context, (facts) => {
    const { size, now, view } = facts;
    const calls = selectVisibleLlmCalls(stores);
    const sums = selectLlmSums(stores);
    const models = Math.min(MODELS_SHOWN, Math.floor(size.rows / 6));
    return {
      columns: columnsOf(
        calls,
        steadyNow(now, view.timeStyle),
        view.timeStyle,
        view.llm.sort,
        selectHostByClient(stores),
      ),
      ...llmFrame(stores, calls, selectLlmCompleteness(stores), facts),
      counted: () => selectLlmCompleteness(stores),
      above: [
        ...budgetLines(stores, facts),
        ...stripOf(facts, llmStripRows(size.rows), true),
        ...(sums === undefined || sums.all.calls === 0 || size.rows < LEAST_ROWS
          ? []
          : totalsAbove(sums, same(selectSummedCompleteness(stores)), size.columns, models)),
      ],
      detailOf: (call, columns) => ({
        title: [trusted('LLM call', 'bold')],
        lines: detailLines(
          timesIn(zoneOf(view.timeStyle), fieldsOf(call.fields, 'call')),
          columns,
          theme.ascii,
        ),
      }),
    };
  });
}
