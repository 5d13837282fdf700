import type { Session } from '../../../contract/session.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import { rememberLast } from '../../../stores/remember-last.ts';
import { selectVisibleSessions } from '../../../stores/select-sessions.ts';
import type { SessionsView } from '../../../stores/view-store.ts';
import { visibleRows } from '../../../stores/visible-rows.ts';
import type { Theme } from '../../theme.ts';
import { detailLines, fieldsOf } from '../../widgets/detail.ts';
import { leftOut, part } from '../../widgets/fitted-parts.ts';
import { foreign, foreignWrapped, identifier, joined, own, type Line } from '../../widgets/line.ts';
import { damagedPart, emptyText, footerLine, freshness, isStale, separator } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { createListPane, type Detail } from '../list-pane.ts';
import { steadyNow, type PaintPane, type PaneContext } from '../pane.ts';
import { sessionColumns } from './columns.ts';

/** Recorded sessions. */
export function createSessionsPane(context: PaneContext): PaintPane {
  const { stores } = context;
  const columnsOf = rememberLast((now: number, timeStyle: TimeStyle) =>
    sessionColumns({ theme: context.theme, now, timeStyle }),
  );
  return createListPane<Session>('sessions', context, ({ size, now, view, connection, theme }) => {
    const state = stores.sessions.getState();
    const sessions = selectVisibleSessions(stores);
    const all = state.data?.rows.length ?? 0;
    const total = state.data?.total;
    const summary: readonly Line[] = [
      state.data === undefined
        ? [own('sessions', 'bold')]
        : [own(`${formatCount(sessions.length)} of ${formatCount(total ?? all)} sessions`, 'bold')],
      ...filterLines(view.sessions, theme),
    ];
    return {
      rows: sessions,
      visible: visibleRows(sessions),
      cursor: view.sessions.cursor,
      columns: columnsOf(steadyNow(now, view.timeStyle), view.timeStyle),
      summary: [own(' '), ...joined(summary, separator(theme))],
      footer: footerLine(
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
      ),
      stale: isStale(state, connection),
      empty: emptyText(state, connection, all > 0, {
        nothing: 'No session matches. f clears the filters.',
        hidden: 'No session has these words. / changes them.',
      }),
      detailOf: (session, columns) => sessionDetail(session, columns, theme),
    };
  });
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
    view.suspicious ? [own('only '), own('suspicious names', 'accent')] : [],
    told('/', view.text),
  ];
}

function sessionDetail(session: Session, columns: number, theme: Theme): Detail {
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
