import type { Session } from '../../../contract/session.ts';
import { selectVisibleSessions } from '../../../stores/select-sessions.ts';
import { findMatches, selectTranscriptLayout } from '../../../stores/transcript-layout.ts';
import type { PagerView } from '../../../stores/view-store.ts';
import type { Theme } from '../../theme.ts';
import { leftOut, part } from '../../widgets/fitted-parts.ts';
import { foreign, identifier, joined, own, type Line, type Size } from '../../widgets/line.ts';
import { damagedPart, footerLine, freshness, separator } from '../freshness.ts';
import { GIVES_WAY } from '../footer-ranks.ts';
import { frameLines, type PaneContext, type PanePicture } from '../pane.ts';
import { pagerBody, pagerPosition } from './pager-body.ts';

/** The transcript of one session, read like a text in less. */
export function createTranscriptPager({
  stores,
  theme,
}: PaneContext): (pager: PagerView, size: Size, now: number) => PanePicture {
  return (pager, size, now) => {
    const state = stores.transcript.getState();
    const connection = stores.connection.getState();
    const rows = size.rows - 2;
    const layout = selectTranscriptLayout(stores);
    const session = selectVisibleSessions(stores).find(({ id }) => id === pager.sessionId);
    const waiting: readonly Line[] = [
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
    return {
      lines: frameLines(
        sessionSummary(session, theme, size.columns),
        layout === undefined ? waiting : pagerBody(layout, pager, rows, theme),
        footerLine(footer, size.columns, theme),
        size.rows,
      ),
      pageSize: rows,
    };
  };
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
