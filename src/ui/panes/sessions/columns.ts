import type { Session } from '../../../contract/session.ts';
import { formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatClock, parseTime, type TimeStyle } from '../../../lib/format-time.ts';
import type { Theme } from '../../theme.ts';
import { foreign, identifier, own } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import { asUntrusted, type Untrusted } from '../../../lib/untrusted.ts';

const HOME = /^(\/home\/[^/]+|\/Users\/[^/]+|[A-Z]:\\Users\\[^\\]+)(?=[/\\])/;

/** A path with the home folder at its front written as a tilde; the machine's user stands in the detail. */
function shortPath(path: Untrusted | undefined): Untrusted | undefined {
  return path === undefined ? undefined : asUntrusted(path.replace(HOME, '~'));
}

/** The columns of the list of recorded sessions. */
export function sessionColumns({
  theme,
  now,
  timeStyle,
}: {
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
}): readonly Column<Session>[] {
  const { ascii } = theme;
  return [
    {
      title: 'ACTIVE',
      width: 12,
      grow: 0,
      rank: 0,
      cell: (session, columns) => {
        const time = parseTime(session.modified_at);
        return time === undefined
          ? identifier(session.modified_at, columns, { ascii })
          : [own(formatClock(time, now, timeStyle), 'dim')];
      },
    },
    {
      title: 'HOST',
      width: 14,
      grow: 1,
      rank: 2,
      cell: (session, columns) => identifier(session.agent_hostname ?? session.client_id, columns, { ascii }),
    },
    {
      title: 'PROJECT',
      width: 16,
      grow: 2,
      rank: 1,
      cell: (session, columns) =>
        identifier(shortPath(session.project_path), columns, { style: 'bold', ascii }),
    },
    {
      title: 'BRANCH',
      width: 12,
      grow: 1,
      rank: 4,
      cell: (session, columns) => identifier(session.git_branch, columns, { ascii }),
    },
    {
      title: 'MSGS',
      width: 6,
      grow: 0,
      rank: 3,
      right: true,
      cell: (session) =>
        session.message_count === undefined ? [] : [own(formatCount(session.message_count))],
    },
    {
      title: 'SIZE',
      width: 7,
      grow: 0,
      rank: 6,
      right: true,
      cell: (session) =>
        session.size_bytes === undefined ? [] : [own(formatBytes(session.size_bytes), 'dim')],
    },
    {
      title: 'FIRST PROMPT',
      width: 20,
      grow: 4,
      rank: 0,
      primary: true,
      cell: (session) => [
        ...(session.is_subagent === true ? [own('subagent ', 'accent')] : []),
        ...foreign(session.first_prompt ?? '', { ascii }),
        ...((session.subagent_count ?? 0) > 0
          ? [own(` +${session.subagent_count ?? 0} subagents`, 'dim')]
          : []),
      ],
    },
  ];
}
