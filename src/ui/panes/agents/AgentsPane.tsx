import { formatCount } from '../../../lib/format-number.ts';
import { isSilent, selectVisibleAgents } from '../../../stores/select-agents.ts';
import { visibleRows } from '../../../stores/visible-rows.ts';
import { useConsole } from '../../app/console-context.ts';
import { useListWindow } from '../../hooks/use-list-window.ts';
import { useNow } from '../../hooks/use-now.ts';
import { usePageSize } from '../../hooks/use-page-size.ts';
import { useStore } from '../../hooks/use-store.ts';
import { detailPlace, detailSize } from '../../widgets/body.ts';
import { fitParts, leftOut, part } from '../../widgets/fitted-parts.ts';
import { foreign, own, type Line, type Size } from '../../widgets/line.ts';
import { PaneFrame } from '../../widgets/PaneFrame.tsx';
import { damagedPart, emptyText, footerLine, freshness, isStale, separator } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { listBody, listRows } from '../list-body.ts';
import { agentColumns } from './columns.ts';
import { agentDetail } from './detail.ts';

/** Every agent, with what is odd about it. */
export function AgentsPane({ size }: { readonly size: Size }) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  const now = useNow(clock);
  const state = useStore(stores.agents);
  const view = useStore(stores.view);
  const connection = useStore(stores.connection);
  useStore(stores.events);
  const agents = selectVisibleAgents(stores, now);
  const body = { columns: size.columns, rows: size.rows - 2 };
  const place = detailPlace(view.agents.detail, view.zoomed, view);
  const height = listRows(place, body);
  usePageSize(height);
  const window = useListWindow(visibleRows(agents), view.agents.cursor, height);
  const selected = agents[window.cursor];
  const all = state.data?.rows ?? [];
  const count = (label: string, number: number): Line =>
    number === 0 ? [] : [own(`${formatCount(number)} ${label}`)];
  const filters: Line[] = [
    view.agents.flag === undefined ? [] : [own('only '), own(view.agents.flag, 'accent')],
    view.agents.text === ''
      ? []
      : [own('/ '), ...foreign(view.agents.text, { style: 'accent', ascii: theme.ascii })],
  ];
  const clones = all.filter((agent) => agent.clone_detected === true).length;
  const total = state.data?.total;
  return (
    <PaneFrame
      size={size}
      theme={theme}
      summary={[
        own(' '),
        ...fitParts(
          [
            state.data === undefined
              ? [own('agents', 'bold')]
              : [own(`${formatCount(agents.length)} of ${formatCount(all.length)} agents`, 'bold')],
            count('active', all.filter((agent) => agent.status === 'active').length),
            count('suspended', all.filter((agent) => agent.status === 'suspended').length),
            count('deleted', all.filter((agent) => agent.status === 'deleted').length),
            count(clones === 1 ? 'clone' : 'clones', clones),
            count('silent', all.filter((agent) => isSilent(agent, now)).length),
          ]
            .map((line, index) => part(line, leftOut(index)))
            .concat(filters.map((line) => part(line))),
          size.columns - 2,
          { separator: separator(theme) },
        ),
      ]}
      footer={footerLine(
        [
          ...freshness(state, { feed: 'agents', connection, now, theme }),
          total === undefined || total <= all.length + (state.data?.damaged.length ?? 0)
            ? part([])
            : part(
                [own(`${formatCount(all.length)} of ${formatCount(total)} read`, 'warn')],
                leftOut(GIVES_WAY.completeness),
              ),
          damagedPart(state.data?.damaged, state.data?.rows.length, theme),
        ],
        size.columns,
        theme,
      )}
      body={listBody({
        rows: agents,
        columns: agentColumns({ theme, now, timeStyle: view.timeStyle }),
        window,
        place,
        size: body,
        theme,
        stale: isStale(state, connection),
        empty: emptyText(state, connection, all.length > 0, {
          nothing: 'No agents yet.',
          hidden: 'No agent passes the filters. f changes the flags, / the words.',
        }),
        detail: {
          ...(place === 'none' || selected === undefined
            ? { title: [], lines: [] }
            : agentDetail(selected, stores, {
                columns: detailSize(place, body).columns,
                theme,
                now,
                timeStyle: view.timeStyle,
              })),
          top: view.detailTop,
        },
      })}
    />
  );
}
