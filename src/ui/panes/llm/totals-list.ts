import { shownZone } from '../../../commands/sessions/calendar.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import type { CostOverTime } from '../../../stores/llm/llm-cost.ts';
import { discoverFields } from '../../../stores/llm/llm-fields.ts';
import { listTotals, LLM_LIST } from '../../../stores/llm/llm-list.ts';
import type { LlmTotals } from '../../../stores/llm/llm-totals.ts';
import { rememberCompleteness, type Completeness } from '../../../stores/base/completeness.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import {
  selectSummedCompleteness,
  selectLlmCost,
  selectLlmOverTime,
  selectLlmSums,
  selectLlmTotals,
  selectVisibleLlmCalls,
} from '../../../stores/llm/select-llm-calls.ts';
import { usualTotals } from '../../../stores/llm/sort-totals.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import { ruleLine, type Line } from '../../widgets/line.ts';
import { chartColumns } from '../histogram-strip.ts';
import { createListPane, type Shown } from '../list-pane.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { CHART_FRAME_ROWS, costChartLines, costColumns } from './cost-chart.ts';
import { moneyDecimals } from '../amounts.ts';
import { createLlmStrip } from './strip-over-lists.ts';
import { budgetLines, llmFrame } from './llm-frame.ts';
import { totalsColumns } from './totals-columns.ts';
import { totalsDetail } from './totals-detail.ts';

const SHOWN: Shown<LlmTotals> = {
  list: 'llm',
  model: { ...LLM_LIST, listed: listTotals },
  said: undefined,
};

/** Rows of a chart: as many as are worth it, and none where the totals need them all. */
const MOST_CHART_ROWS = 12;
const LEAST_CHART_ROWS = 4;

/** The latency over time, with its axis, under a chart that leaves room for it. */
const LATENCY_ROWS = 3;
const LEAST_WITH_LATENCY = 36;

/** What the calls add up to, by provider and by model, under their cost over time. */
export function createTotalsList(context: PaneContext): PaintPane {
  const { stores, theme } = context;
  const columnsOf = memoizeLast(
    (
      latencyUnit: LlmTotals['latencyUnit'],
      currency: LlmTotals['currency'],
      sort: Sorting,
      decimals: number,
      counted: Completeness,
    ) => totalsColumns({ latencyUnit, currency }, { sort, decimals, counted, theme }),
  );
  const chart = memoizeLast(
    (
      cost: CostOverTime | undefined,
      all: LlmTotals,
      counted: Completeness,
      columns: number,
      rows: number,
      isOverStrip: boolean,
      hasAxis: boolean,
      now: number,
      timeStyle: TimeStyle,
    ): readonly Line[] =>
      costChartLines(cost, all, {
        ...{ counted, columns, rows, isOverStrip, hasAxis, now, timeStyle, theme },
      }),
  );
  const rule = memoizeLast((columns: number) => ruleLine(columns, theme));
  const stripOf = createLlmStrip(context);
  const same = rememberCompleteness();
  const sameOfChart = rememberCompleteness();
  const decimalsOf = memoizeLast((rows: readonly LlmTotals[]) => moneyDecimals(rows.map(({ cost }) => cost)));
  return createListPane<LlmTotals>(SHOWN, context, (facts) => {
    const { size, now, view } = facts;
    const calls = selectVisibleLlmCalls(stores);
    const rows = selectLlmTotals(stores);
    const all = selectLlmSums(stores)?.all;
    const counted = same(selectSummedCompleteness(stores));
    const charted = sameOfChart(
      counted === 'all' && stores.llmCost.isWorking ? { read: calls.length, of: undefined } : counted,
    );
    const hasNone = all === undefined || all.calls === 0;
    const isOverStrip = size.rows >= LEAST_WITH_LATENCY;
    const chartRows = Math.min(MOST_CHART_ROWS, Math.floor(size.rows / 2) - CHART_FRAME_ROWS - 1);
    const hasChart = !hasNone && chartRows >= LEAST_CHART_ROWS;
    const zone = shownZone(view);
    const strip = isOverStrip ? stripOf(facts, LATENCY_ROWS, false) : [];
    const cost = hasChart ? selectLlmCost(stores, costColumns(size.columns, isOverStrip), zone) : undefined;
    const times = strip.length > 0 ? selectLlmOverTime(stores, chartColumns(size.columns), zone) : undefined;
    const isSaidBelow = times !== undefined && cost?.from === times.from && cost.buckets === times.count;
    return {
      columns: columnsOf(
        all?.latencyUnit,
        all?.currency,
        view.llm.totalsSort ?? usualTotals(all),
        decimalsOf(rows),
        counted,
      ),
      ...llmFrame(stores, calls, counted, facts),
      counted: () => counted,
      above: [
        ...budgetLines(stores, facts),
        ...(!hasChart
          ? []
          : chart(
              cost,
              all,
              charted,
              size.columns,
              chartRows,
              isOverStrip,
              !isSaidBelow,
              steadyNow(now, view.timeStyle),
              view.timeStyle,
            )),
        ...strip,
        ...(hasChart ? [rule(size.columns)] : []),
      ],
      detailOf: (totals, columns) => totalsDetail(totals, discoverFields(calls), counted, columns, theme),
    };
  });
}
