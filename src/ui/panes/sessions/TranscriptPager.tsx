import type { Session } from '../../../contract/session.ts';
import { selectVisibleSessions } from '../../../stores/select-sessions.ts';
import { findMatches, selectTranscriptLayout } from '../../../stores/transcript-layout.ts';
import type { PagerView } from '../../../stores/view-store.ts';
import { useConsole } from '../../app/console-context.ts';
import { useNow } from '../../hooks/use-now.ts';
import { usePageSize } from '../../hooks/use-page-size.ts';
import { useStore } from '../../hooks/use-store.ts';
import type { Theme } from '../../theme.ts';
import { leftOut, part } from '../../widgets/fitted-parts.ts';
import { foreign, identifier, joined, own, type Line, type Size } from '../../widgets/line.ts';
import { PaneFrame } from '../../widgets/PaneFrame.tsx';
import { damagedPart, footerLine, freshness, separator } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { pagerBody, pagerPosition } from './pager-body.ts';

/** The transcript of one session, read like a text in less. */
export function TranscriptPager({ size, pager }: { readonly size: Size; readonly pager: PagerView }) {
  const { commands, theme } = useConsole();
  const { stores, clock } = commands;
  const now = useNow(clock);
  const state = useStore(stores.transcript);
  const connection = useStore(stores.connection);
  useStore(stores.sessions);
  const rows = size.rows - 2;
  usePageSize(rows);
  const layout = selectTranscriptLayout(stores);
  const session = selectVisibleSessions(stores).find(({ id }) => id === pager.sessionId);
  const waiting: Line[] = [
    [],
    state.failure === undefined
      ? [own('  Reading the transcript… Esc goes back.', 'dim')]
      : [own('  '), ...foreign(state.failure.message, { style: 'bad', ascii: theme.ascii })],
  ];
  const matches = layout === undefined ? [] : findMatches(layout, pager.search);
  const footer = [
    part(layout === undefined ? [] : [own(pagerPosition(layout, pager, rows))]),
    part(
      pager.search === ''
        ? []
        : [
            own('/ '),
            ...foreign(pager.search, { style: 'accent', ascii: theme.ascii }),
            own(` ${matches.length} lines`, 'dim'),
          ],
      leftOut(GIVES_WAY.lacking),
    ),
    ...freshness(state, { feed: undefined, connection, now, theme }),
    damagedPart(state.data?.transcript.damaged, undefined, theme),
    part(
      [
        own(
          `tools ${pager.tools}${pager.raw ? ', raw' : ''}${pager.wrap ? '' : `, from column ${pager.column + 1}`}`,
          'dim',
        ),
      ],
      leftOut(GIVES_WAY.context),
    ),
  ];
  return (
    <PaneFrame
      size={size}
      theme={theme}
      summary={sessionSummary(session, theme, size.columns)}
      body={layout === undefined ? waiting : pagerBody(layout, pager, rows, theme)}
      footer={footerLine(footer, size.columns, theme)}
    />
  );
}

function sessionSummary(session: Session | undefined, theme: Theme, columns: number): Line {
  const { ascii } = theme;
  const room = Math.floor(columns / 3);
  return [
    own(' '),
    ...joined(
      [
        identifier(session?.project_path, room, { style: 'bold', ascii }),
        session?.git_branch === undefined ? [] : identifier(session.git_branch, room, { ascii }),
        session?.agent_hostname === undefined ? [] : identifier(session.agent_hostname, room, { ascii }),
      ],
      separator(theme),
    ),
  ];
}
