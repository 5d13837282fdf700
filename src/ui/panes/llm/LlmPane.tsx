import { formatCount } from '../../../lib/format-number.ts';
import { totalByModel, totalOfAll } from '../../../stores/llm-totals.ts';
import { discoverColumns, selectVisibleLlmCalls } from '../../../stores/select-llm-calls.ts';
import { visibleRows } from '../../../stores/visible-rows.ts';
import { useConsole } from '../../app/console-context.ts';
import { useListWindow } from '../../hooks/use-list-window.ts';
import { useNow } from '../../hooks/use-now.ts';
import { usePageSize } from '../../hooks/use-page-size.ts';
import { useStore } from '../../hooks/use-store.ts';
import { detailPlace, detailSize } from '../../widgets/body.ts';
import { detailLines, fieldsOf } from '../../widgets/detail.ts';
import { leftOut, part } from '../../widgets/fitted-parts.ts';
import { foreign, joined, own, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import { PaneFrame } from '../../widgets/PaneFrame.tsx';
import { damagedPart, emptyText, footerLine, freshness, isStale, separator } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { listBody, listRows } from '../list-body.ts';
import { llmColumns } from './columns.ts';
import { totalsLines } from './totals.ts';

const MODELS_SHOWN = 6;

/** LLM calls, with whatever columns the data has, under the totals by model. */
export function LlmPane({ size }: { readonly size: Size }) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  const now = useNow(clock);
  const state = useStore(stores.llmCalls);
  const view = useStore(stores.view);
  const connection = useStore(stores.connection);
  const calls = selectVisibleLlmCalls(stores);
  const body = { columns: size.columns, rows: size.rows - 2 };
  const totals = totalByModel(calls);
  const overall = totalOfAll(calls);
  const modelsShown = Math.min(MODELS_SHOWN, Math.max(0, Math.floor(body.rows / 3) - 3));
  const shown = totals.length > 1 ? [...totals.slice(0, modelsShown), overall] : totals;
  const above: readonly Line[] =
    calls.length === 0 ? [] : [...totalsLines(shown, size.columns, theme), ruleLine(size.columns, theme)];
  const listArea = { columns: body.columns, rows: Math.max(2, body.rows - above.length) };
  const place = detailPlace(view.llm.detail, view.zoomed, view);
  const height = listRows(place, listArea);
  usePageSize(height);
  const window = useListWindow(visibleRows(calls), view.llm.cursor, height);
  const selected = calls[window.cursor];
  const total = state.data?.total;
  const found = discoverColumns(calls);
  return (
    <PaneFrame
      size={size}
      theme={theme}
      summary={[
        own(' '),
        ...joined(
          [
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
          ],
          separator(theme),
        ),
      ]}
      footer={footerLine(
        [
          ...freshness(state, { feed: 'llm', connection, now, theme }),
          damagedPart(state.data?.damaged, state.data?.rows.length, theme),
          part(
            found.length === 0 ? [] : [own(`${found.length} columns found in the data`, 'dim')],
            leftOut(GIVES_WAY.context),
          ),
        ],
        size.columns,
        theme,
      )}
      body={[
        ...above,
        ...listBody({
          rows: calls,
          columns: llmColumns(found, calls, { theme, now, timeStyle: view.timeStyle }),
          window,
          place,
          size: listArea,
          theme,
          stale: isStale(state, connection),
          empty: emptyText(state, connection, (state.data?.rows.length ?? 0) > 0, {
            nothing: 'No LLM calls yet.',
            hidden: 'No call has these words. / changes them.',
          }),
          detail: {
            title: selected === undefined ? [] : [own('LLM call', 'bold')],
            lines:
              place === 'none' || selected === undefined
                ? []
                : detailLines(fieldsOf(selected.fields), detailSize(place, listArea).columns, theme.ascii),
            top: view.detailTop,
          },
        }),
      ]}
    />
  );
}
