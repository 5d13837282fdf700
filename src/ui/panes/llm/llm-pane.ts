import { formatCount } from '../../../lib/format-number.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import { totalByModel, totalOfAll } from '../../../stores/llm-totals.ts';
import { rememberLast } from '../../../stores/remember-last.ts';
import { discoverColumns, selectVisibleLlmCalls, type LlmCallRow } from '../../../stores/select-llm-calls.ts';
import { visibleRows } from '../../../stores/visible-rows.ts';
import { detailLines, fieldsOf } from '../../widgets/detail.ts';
import { leftOut, part } from '../../widgets/fitted-parts.ts';
import { foreign, joined, own, ruleLine, type Line } from '../../widgets/line.ts';
import { damagedPart, emptyText, footerLine, freshness, isStale, separator } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { createListPane } from '../list-pane.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { llmColumns } from './columns.ts';
import { totalsLines } from './totals.ts';

const MODELS_SHOWN = 6;

/** LLM calls, with whatever columns the data has, under the totals by model. */
export function createLlmPane(context: PaneContext): PaintPane {
  const { stores } = context;
  const columnsOf = rememberLast((calls: readonly LlmCallRow[], now: number, timeStyle: TimeStyle) =>
    llmColumns(discoverColumns(calls), calls, { theme: context.theme, now, timeStyle }),
  );
  return createListPane<LlmCallRow>('llm', context, ({ size, now, view, connection, theme }) => {
    const state = stores.llmCalls.getState();
    const calls = selectVisibleLlmCalls(stores);
    const totals = totalByModel(calls);
    const overall = totalOfAll(calls);
    const modelsShown = Math.min(MODELS_SHOWN, Math.max(0, Math.floor((size.rows - 2) / 3) - 3));
    const shown = totals.length > 1 ? [...totals.slice(0, modelsShown), overall] : totals;
    const total = state.data?.total;
    const found = discoverColumns(calls).length;
    const summary: readonly Line[] = [
      [own(state.data === undefined ? 'calls' : `${formatCount(calls.length)} calls`, 'bold')],
      total === undefined ? [] : [own(`of ${formatCount(total)} on the server`, 'dim')],
      totals.length === 0
        ? []
        : [
            own(`${totals.length} models`),
            own(modelsShown < totals.length ? `, ${modelsShown} shown` : '', 'dim'),
          ],
      overall.cost === undefined ? [] : [own(`cost ${formatCount(overall.cost, 2)}`)],
      view.llm.text === ''
        ? []
        : [own('/ '), ...foreign(view.llm.text, { style: 'accent', ascii: theme.ascii })],
    ];
    return {
      rows: calls,
      visible: visibleRows(calls),
      cursor: view.llm.cursor,
      columns: columnsOf(calls, steadyNow(now, view.timeStyle), view.timeStyle),
      summary: [own(' '), ...joined(summary, separator(theme))],
      footer: footerLine(
        [
          ...freshness(state, { feed: 'llm', connection, now, theme }),
          damagedPart(state.data?.damaged, state.data?.rows.length, theme),
          part(
            found === 0 ? [] : [own(`${found} columns found in the data`, 'dim')],
            leftOut(GIVES_WAY.context),
          ),
        ],
        size.columns,
        theme,
      ),
      stale: isStale(state, connection),
      empty: emptyText(state, connection, (state.data?.rows.length ?? 0) > 0, {
        nothing: 'No LLM calls yet.',
        hidden: 'No call has these words. / changes them.',
      }),
      above:
        calls.length === 0 ? [] : [...totalsLines(shown, size.columns, theme), ruleLine(size.columns, theme)],
      detailOf: (call, columns) => ({
        title: [own('LLM call', 'bold')],
        lines: detailLines(fieldsOf(call.fields), columns, theme.ascii),
      }),
    };
  });
}
