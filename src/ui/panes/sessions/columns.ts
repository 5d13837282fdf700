import { textAsSent } from '../../../lib/sent-time.ts';
import { unreadableTime } from '../unreadable-time.ts';
import type { Session } from '../../../contract/session.ts';
import { formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatAge, formatClock, parseTime, type TimeStyle } from '../../../lib/format-time.ts';
import type { NestedSessions } from '../../../stores/sessions/nest-subagents.ts';
import { durationOf, SESSION_ORDERS } from '../../../stores/sessions/sort-sessions.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import type { Theme } from '../../theme.ts';
import { shortPath } from '../short-path.ts';
import { untrusted, identifier, trusted, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';

export interface SessionLooks {
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  /** Columns of the times. */
  readonly clockRoom: number;
  readonly parents: NestedSessions['parents'];
  readonly sort: Sorting | undefined;
}

/** The columns of the list of recorded sessions. */
export function sessionColumns({
  theme,
  now,
  timeStyle,
  clockRoom,
  parents,
  sort,
}: SessionLooks): readonly Column<Session>[] {
  const { ascii } = theme;
  const columns: readonly Column<Session>[] = [
    {
      title: 'ACTIVE',
      width: clockRoom,
      grow: 0,
      rank: 0,
      cell: (session, columns) => {
        const time = parseTime(session.modified_at);
        return time === undefined
          ? unreadableTime(textAsSent(session.raw['modified_at']), columns, theme)
          : [trusted(formatClock(time, now, timeStyle), 'dim')];
      },
    },
    {
      title: 'LENGTH',
      width: 6,
      grow: 0,
      rank: 5,
      right: true,
      cell: (session) => {
        const duration = durationOf(session);
        return duration === undefined ? [] : [trusted(formatAge(duration))];
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
        session.message_count === undefined ? [] : [trusted(formatCount(session.message_count))],
    },
    {
      title: 'SIZE',
      width: 7,
      grow: 0,
      rank: 6,
      right: true,
      cell: (session) =>
        session.size_bytes === undefined ? [] : [trusted(formatBytes(session.size_bytes), 'dim')],
    },
    {
      title: 'SUBS',
      width: 6,
      grow: 0,
      rank: 7,
      right: true,
      cell: ({ subagent_count: count }) =>
        count === undefined ? [] : [trusted(formatCount(count), count === 0 ? 'dim' : 'plain')],
    },
    {
      title: 'FIRST PROMPT',
      width: 20,
      grow: 4,
      rank: 0,
      primary: true,
      cell: (session) => [
        ...subagentMark(session, parents, theme),
        ...untrusted(session.first_prompt ?? '', { ascii }),
      ],
    },
  ];
  const shown = sort ?? SESSION_ORDERS[0];
  return columns.map((column) =>
    column.title === shown?.column
      ? { ...column, sorted: shown.descending ? 'descending' : 'ascending' }
      : column,
  );
}

/** A session of a subagent under the one that spawned it, or alone; a question mark where that is only likely. */
function subagentMark(session: Session, parents: NestedSessions['parents'], theme: Theme): Line {
  if (session.is_subagent !== true) {
    return [];
  }
  const parent = parents.get(session);
  const branch = theme.ascii ? '`- ' : '└ ';
  return parent === undefined
    ? [trusted('subagent ', 'accent')]
    : [trusted(branch, 'dim'), trusted(parent.isNamed ? 'subagent ' : 'subagent? ', 'accent')];
}
