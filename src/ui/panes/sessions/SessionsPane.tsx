import type { Session } from '../../../contract/session.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { selectVisibleSessions } from '../../../stores/select-sessions.ts';
import { visibleRows } from '../../../stores/visible-rows.ts';
import type { SessionsView } from '../../../stores/view-store.ts';
import { useConsole } from '../../app/console-context.ts';
import { useListWindow } from '../../hooks/use-list-window.ts';
import { useNow } from '../../hooks/use-now.ts';
import { usePageSize } from '../../hooks/use-page-size.ts';
import { useStore } from '../../hooks/use-store.ts';
import { detailPlace, detailSize } from '../../widgets/body.ts';
import { detailLines, fieldsOf } from '../../widgets/detail.ts';
import { leftOut, part } from '../../widgets/fitted-parts.ts';
import {
  foreign,
  foreignWrapped,
  identifier,
  joined,
  own,
  type Line,
  type Size,
} from '../../widgets/line.ts';
import { PaneFrame } from '../../widgets/PaneFrame.tsx';
import type { Theme } from '../../theme.ts';
import { damagedPart, emptyText, footerLine, freshness, isStale, separator } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { listBody, listRows } from '../list-body.ts';
import { sessionColumns } from './columns.ts';
import { TranscriptPager } from './TranscriptPager.tsx';

/** Recorded sessions, or the transcript of one of them. */
export function SessionsPane({ size }: { readonly size: Size }) {
  const { commands } = useConsole();
  const { pager } = useStore(commands.stores.view);
  return pager === undefined ? <SessionList size={size} /> : <TranscriptPager size={size} pager={pager} />;
}

function SessionList({ size }: { readonly size: Size }) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  const now = useNow(clock);
  const state = useStore(stores.sessions);
  const view = useStore(stores.view);
  const connection = useStore(stores.connection);
  const sessions = selectVisibleSessions(stores);
  const body = { columns: size.columns, rows: size.rows - 2 };
  const place = detailPlace(view.sessions.detail, view.zoomed, view);
  const height = listRows(place, body);
  usePageSize(height);
  const window = useListWindow(visibleRows(sessions), view.sessions.cursor, height);
  const selected = sessions[window.cursor];
  const all = state.data?.rows.length ?? 0;
  const total = state.data?.total;
  return (
    <PaneFrame
      size={size}
      theme={theme}
      summary={[
        own(' '),
        ...joined(
          [
            state.data === undefined
              ? [own('sessions', 'bold')]
              : [own(`${formatCount(sessions.length)} of ${formatCount(total ?? all)} sessions`, 'bold')],
            ...filterLines(view.sessions, theme),
          ],
          separator(theme),
        ),
      ]}
      footer={footerLine(
        [
          ...freshness(state, { feed: 'sessions', connection, now, theme }),
          total === undefined || total <= all
            ? part([])
            : part(
                [own(`the ${formatCount(all)} that the server lists first`, 'warn')],
                leftOut(GIVES_WAY.completeness),
              ),
          damagedPart(state.data?.damaged, state.data?.rows.length, theme),
        ],
        size.columns,
        theme,
      )}
      body={listBody({
        rows: sessions,
        columns: sessionColumns({ theme, now, timeStyle: view.timeStyle }),
        window,
        place,
        size: body,
        theme,
        stale: isStale(state, connection),
        empty: emptyText(state, connection, all > 0, {
          nothing: 'No session matches. f clears the filters.',
          hidden: 'No session has these words. / changes them.',
        }),
        detail: {
          ...(place === 'none' || selected === undefined
            ? { title: [], lines: [] }
            : sessionDetail(selected, detailSize(place, body).columns, theme)),
          top: view.detailTop,
        },
      })}
    />
  );
}

function filterLines(view: SessionsView, theme: Theme): readonly Line[] {
  const told = (label: string, value: string | undefined): Line =>
    value === undefined || value === ''
      ? []
      : [own(`${label} `), ...foreign(value, { profile: 'ident', style: 'accent', ascii: theme.ascii })];
  return [
    told('day', view.date),
    told('project', view.project),
    told('branch', view.branch),
    told('client', view.clientId),
    view.subagents ? [own('with subagents', 'accent')] : [],
    told('/', view.text),
  ];
}

function sessionDetail(
  session: Session,
  columns: number,
  theme: Theme,
): { title: Line; lines: readonly Line[] } {
  const { ascii } = theme;
  return {
    title: identifier(session.project_path, columns, { style: 'bold', ascii }),
    lines: [
      ...foreignWrapped(session.first_prompt ?? '', columns, { style: 'accent', ascii }),
      [],
      ...detailLines(fieldsOf(session.raw, new Set(['first_prompt'])), columns, ascii),
      [],
      [own('Enter reads the transcript', 'dim')],
    ],
  };
}
