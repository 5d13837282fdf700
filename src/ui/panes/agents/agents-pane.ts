import type { Agent } from '../../../contract/agent.ts';
import { selectAgentCounts } from '../../../stores/agent-counts.ts';
import { rememberLast } from '../../../stores/remember-last.ts';
import { selectVisibleAgents } from '../../../stores/select-agents.ts';
import { visibleRows } from '../../../stores/visible-rows.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import { leftOut, part } from '../../widgets/fitted-parts.ts';
import { own } from '../../widgets/line.ts';
import { damagedPart, emptyText, footerLine, freshness, isStale } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { createListPane } from '../list-pane.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { agentColumns } from './columns.ts';
import { agentDetail } from './detail.ts';
import { agentsSummary } from './summary.ts';

/** Every agent, with what is odd about it. */
export function createAgentsPane(context: PaneContext): PaintPane {
  const { stores } = context;
  const columnsOf = rememberLast((now: number, timeStyle: TimeStyle) =>
    agentColumns({ theme: context.theme, now, timeStyle }),
  );
  return createListPane<Agent>('agents', context, ({ size, now, view, connection, theme }) => {
    const state = stores.agents.getState();
    const agents = selectVisibleAgents(stores, now);
    const all = state.data?.rows.length ?? 0;
    const total = state.data?.total;
    const { timeStyle } = view;
    return {
      rows: agents,
      visible: visibleRows(agents),
      cursor: view.agents.cursor,
      columns: columnsOf(steadyNow(now, timeStyle), timeStyle),
      summary: agentsSummary(selectAgentCounts(stores, now), agents.length, view.agents, {
        filtering: stores.visibleAgents.filtering,
        columns: size.columns,
        theme,
      }),
      footer: footerLine(
        [
          ...freshness(state, { feed: 'agents', connection, now, theme }),
          total === undefined || total <= all + (state.data?.damaged.length ?? 0)
            ? part([])
            : part(
                [own(`${formatCount(all)} of ${formatCount(total)} read`, 'warn')],
                leftOut(GIVES_WAY.completeness),
              ),
          damagedPart(state.data?.damaged, state.data?.rows.length, theme),
        ],
        size.columns,
        theme,
      ),
      stale: isStale(state, connection),
      empty: emptyText(state, connection, all > 0, {
        nothing: 'No agents yet.',
        hidden: 'No agent passes the filters. f changes the flags, / the words.',
      }),
      detailOf: (agent, columns) => agentDetail(agent, stores, { columns, theme, now, timeStyle }),
    };
  });
}
