import { shownZone } from '../../../commands/sessions/calendar.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import type { LlmOverTime } from '../../../stores/llm/llm-over-time.ts';
import type { LlmTotals } from '../../../stores/llm/llm-totals.ts';
import { selectLlmOverTime, selectLlmSums } from '../../../stores/llm/select-llm-calls.ts';
import type { Line } from '../../widgets/line.ts';
import { chartColumns } from '../histogram-strip.ts';
import type { ListFacts } from '../list-pane.ts';
import { steadyNow, type PaneContext } from '../pane.ts';
import { llmStrip } from './llm-strip.ts';

/** Draws the cost and latency of the calls over time, in so many rows; without the cost where that is drawn already. */
export function createLlmStrip({ stores, theme }: PaneContext) {
  const drawn = memoizeLast(
    (
      times: LlmOverTime | undefined,
      all: LlmTotals,
      isFirstPart: boolean,
      hasCost: boolean,
      columns: number,
      rows: number,
      now: number,
      timeStyle: TimeStyle,
    ): readonly Line[] =>
      llmStrip(times, all, {
        budget: stores.llmBudget?.day,
        ...{ isFirstPart, hasCost, columns, rows, now, timeStyle, theme },
      }),
  );
  return ({ size, now, view }: ListFacts, rows: number, hasCost: boolean): readonly Line[] => {
    const all = selectLlmSums(stores)?.all;
    if (rows === 0 || all === undefined || all.calls === 0 || view.isTerminalSlow || !theme.sideBySide) {
      return [];
    }
    return drawn(
      selectLlmOverTime(stores, chartColumns(size.columns), shownZone(view)),
      all,
      stores.llmCalls.getState().data?.reach !== 'first',
      hasCost,
      size.columns,
      rows,
      steadyNow(now, view.timeStyle),
      view.timeStyle,
    );
  };
}
