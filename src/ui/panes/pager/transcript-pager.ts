import type { Session } from '../../../contract/session.ts';
import { STATUS } from '../../../contract/status.ts';
import { withFullStop } from '../../../lib/full-stop.ts';
import { formatBytes } from '../../../lib/format-number.ts';
import type { Failure } from '../../../stores/base/resource-store.ts';
import { selectPager } from '../../../stores/transcript/select-pager.ts';
import { selectSessionEvents } from '../../../stores/transcript/session-events.ts';
import type { Theme } from '../../theme.ts';
import { untrustedWrapped, identifier, joined, trusted, type Line } from '../../widgets/line.ts';
import { footerLine, freshness, separator } from '../freshness.ts';
import { keyNameOf } from '../../../commands/keys/key-name.ts';
import { frameLines, type PaintPane, type PaneContext } from '../pane.ts';
import { createOutlinePainter } from './outline-body.ts';
import { pagerBody } from './pager-body.ts';
import { pagerFooter, pagerRemarks } from './pager-footer.ts';

/** The transcript of one session, read like a text in less. */
export function createTranscriptPager({ stores, theme }: PaneContext): PaintPane {
  const paintOutline = createOutlinePainter(stores, theme);
  return (size, now) => {
    const view = stores.view.getState();
    const connection = stores.connection.getState();
    const state = stores.transcript.getState();
    const rows = size.rows - 2;
    const open = selectPager(stores, rows);
    if (open === undefined) {
      const session = view.pager?.session;
      return {
        lines: frameLines(
          sessionSummary(session, theme, size.columns),
          [
            [],
            ...waitingLines(session, failureSentence(state.failure, stores), size.columns, { stores, theme }),
          ],
          footerLine(freshness(state, { feed: undefined, connection, now, theme }), size.columns, theme),
          size.rows,
        ),
        pageSize: rows,
      };
    }
    const { session, transcript } = open.open;
    const events = selectSessionEvents(stores, session, transcript);
    const footer = pagerFooter(open, events, { stores, now, theme });
    return {
      lines: frameLines(
        sessionSummary(session, theme, size.columns),
        paintOutline(rows, size.columns, now) ??
          (open.text.count === 0
            ? [
                [],
                [
                  trusted(
                    `  ${transcript.problem ?? 'This transcript has no messages.'} ${keyNameOf(stores, 'view.back')} goes back.`,
                    'dim',
                  ),
                ],
              ]
            : pagerBody(open, events, {
                now,
                timeStyle: view.timeStyle,
                columns: size.columns,
                stores,
                theme,
              })),
        footerLine(footer, size.columns, theme),
        size.rows,
      ),
      pageSize: rows,
      remarks: () => pagerRemarks(open, events, stores, theme),
    };
  };
}

/** What the server said, and what a person can do about it. */
function failureSentence(failure: Failure | undefined, stores: PaneContext['stores']): string | undefined {
  const keyOf = (id: string) => keyNameOf(stores, id);
  switch (failure?.status) {
    case STATUS.forbidden:
      return `${withFullStop(failure.message)} A key that may read transcripts has to be set in the profile. ${keyOf('view.back')} goes back.`;
    case STATUS.notFound:
      return `The server has no transcript of this session (404): it was removed, or never uploaded as a whole. ${keyOf('view.back')} goes back, and ${keyOf('data.refresh')} there reads the list again.`;
    default:
      return failure?.message;
  }
}

function waitingLines(
  session: Session | undefined,
  failure: string | undefined,
  columns: number,
  { stores, theme: { ascii } }: Pick<PaneContext, 'stores' | 'theme'>,
): readonly Line[] {
  if (failure !== undefined) {
    return untrustedWrapped(failure, columns - 4, { style: 'bad', ascii }).map((line) => [
      trusted('  '),
      ...line,
    ]);
  }
  const size = session?.size_bytes === undefined ? '' : ` (${formatBytes(session.size_bytes)})`;
  return [[trusted(`  Reading the transcript${size}… ${keyNameOf(stores, 'view.back')} goes back.`, 'dim')]];
}

function sessionSummary(session: Session | undefined, theme: Theme, columns: number): Line {
  const { ascii } = theme;
  const room = Math.floor(columns / 3);
  return [
    trusted(' '),
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
