import { textAsSent } from '../../../lib/sent-time.ts';
import { unreadableTime } from '../unreadable-time.ts';
import type { Session } from '../../../contract/session.ts';
import type { CountedTimes } from '../../../stores/counts/counted-times.ts';
import type { PartOfId } from '../../../stores/agents/distinguishing-ids.ts';
import { formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatClock, parseTime, type TimeStyle } from '../../../lib/format-time.ts';
import { eventClockMarked } from '../event-time.ts';
import type { EventRow } from '../../../stores/events/event-row.ts';
import type { OpenPage } from '../../../stores/entity/page-subject.ts';
import type { Group } from '../../../stores/entity/event-digest.ts';
import type { GroupKind } from '../../../stores/entity/page-rows.ts';
import type { Style, Theme } from '../../theme.ts';
import { untrusted, identifier, trusted, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import { outcomeCell } from '../outcome.ts';

/** What rows of pages are drawn with. */
export interface Looks {
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  /** Columns of the times. */
  readonly clockRoom: number;
  readonly hostByClient: ReadonlyMap<string, string>;
  /** What distinguishes agents of one name. */
  readonly idsOfTwins: ReadonlyMap<string, PartOfId>;
  /** The times of the small bars of counts; undefined where there are none. */
  readonly countedTimes?: CountedTimes | undefined;
}

/** A time of a session, or what was sent in its place. */
function sessionTimeCell(field: 'created_at' | 'modified_at', looks: Looks) {
  return (session: Session, columns: number): Line => {
    const time = parseTime(session[field]);
    return time === undefined
      ? unreadableTime(textAsSent(session.raw[field]), columns, looks.theme)
      : timeCell(time, looks);
  };
}

function timeCell(time: number | undefined, { now, timeStyle }: Looks): Line {
  return time === undefined ? [] : [trusted(formatClock(time, now, timeStyle), 'dim')];
}

/** The columns of the events of a page, without what is the same in all of its rows. */
export function pageEventColumns(looks: Looks, of: OpenPage['subject']['kind']): readonly Column<EventRow>[] {
  const { theme, hostByClient } = looks;
  const { ascii } = theme;
  const named = of === 'package' ? 'PACKAGE' : of === 'agent' ? 'HOST' : undefined;
  const columns: readonly Column<EventRow>[] = [
    {
      title: 'TIME',
      width: looks.clockRoom,
      grow: 0,
      rank: 1,
      cell: (row) => eventClockMarked(row, looks.clockRoom, { ...looks, style: 'dim' }),
    },
    { title: 'OUTCOME', width: 8, grow: 0, rank: 0, cell: ({ event }) => outcomeCell(event.outcome, theme) },
    {
      title: 'PACKAGE',
      width: 18,
      grow: 2,
      rank: 0,
      primary: true,
      cell: ({ event }, columns) => identifier(event.subject?.package, columns, { style: 'bold', ascii }),
    },
    {
      title: 'VERSION',
      width: 10,
      grow: 0,
      rank: 3,
      primary: of === 'package',
      cell: ({ event }, columns) => identifier(event.subject?.version, columns, { ascii }),
    },
    {
      title: 'ECOSYSTEM',
      width: 9,
      grow: 0,
      rank: 5,
      cell: ({ event }, columns) => identifier(event.subject?.ecosystem, columns, { ascii }),
    },
    {
      title: 'HOST',
      width: 12,
      grow: 1,
      rank: 2,
      cell: ({ event }, columns) =>
        identifier(hostByClient.get(event.client_id ?? '') ?? event.client_id, columns, { ascii }),
    },
    {
      title: 'REASON',
      width: 20,
      grow: 4,
      rank: 4,
      cell: ({ event }) => {
        const [first] = event.payload?.reasons ?? [];
        return first === undefined ? [] : untrusted(first, { ascii });
      },
    },
  ];
  return columns.filter(({ title }) => title !== named);
}

/** The columns of the sessions of a machine. */
export function pageSessionColumns(looks: Looks): readonly Column<Session>[] {
  const { ascii } = looks.theme;
  return [
    {
      title: 'BEGAN',
      width: looks.clockRoom,
      grow: 0,
      rank: 2,
      cell: sessionTimeCell('created_at', looks),
    },
    {
      title: 'LAST ACTIVE',
      width: looks.clockRoom,
      grow: 0,
      rank: 1,
      cell: sessionTimeCell('modified_at', looks),
    },
    {
      title: 'PROJECT',
      width: 16,
      grow: 1,
      rank: 0,
      primary: true,
      cell: ({ project_path: project }, columns) => identifier(project, columns, { style: 'bold', ascii }),
    },
    {
      title: 'MSGS',
      width: 6,
      grow: 0,
      rank: 3,
      right: true,
      cell: ({ message_count: count }) => (count === undefined ? [] : [trusted(formatCount(count))]),
    },
    {
      title: 'SIZE',
      width: 7,
      grow: 0,
      rank: 5,
      right: true,
      cell: ({ size_bytes: bytes }) => (bytes === undefined ? [] : [trusted(formatBytes(bytes), 'dim')]),
    },
    {
      title: 'FIRST PROMPT',
      width: 20,
      grow: 3,
      rank: 4,
      cell: ({ first_prompt: prompt, is_subagent: isSubagent }) => [
        ...(isSubagent === true ? [trusted('subagent ', 'dim')] : []),
        ...untrusted((prompt ?? '').replaceAll('\n', ' '), { ascii }),
      ],
    },
  ];
}

const GROUP_TITLES: Readonly<Record<GroupKind, string>> = {
  version: 'VERSION',
  machine: 'HOST',
  package: 'PACKAGE',
  reason: 'REASON',
  wording: 'REASON',
  ecosystem: 'ECOSYSTEM',
};

/** The columns of groups of events: what they have in common, how often which outcome came, and when. */
export function groupColumns(of: GroupKind, looks: Looks): readonly Column<Group>[] {
  const { theme, hostByClient } = looks;
  const { ascii } = theme;
  const isText = of === 'reason' || of === 'wording';
  const count = (
    title: string,
    rank: number,
    numberOf: (group: Group) => number,
    style: Style = 'plain',
  ): Column<Group> => ({
    title,
    width: Math.max(7, title.length),
    grow: 0,
    rank,
    right: true,
    cell(group) {
      const number = numberOf(group);
      return [trusted(formatCount(number), number === 0 ? 'dim' : style)];
    },
  });
  return [
    {
      title: GROUP_TITLES[of],
      width: 22,
      grow: 3,
      rank: 0,
      primary: true,
      cell({ value }, columns) {
        if (value !== undefined && isText) {
          return untrusted(value, { ascii });
        }
        return identifier(of === 'machine' ? (hostByClient.get(value ?? '') ?? value) : value, columns, {
          style: 'bold',
          ascii,
        });
      },
    },
    ...(of === 'package'
      ? [
          {
            title: 'ECOSYSTEM',
            width: 9,
            grow: 0,
            rank: 3,
            cell: ({ ecosystem }: Group, columns: number) => identifier(ecosystem, columns, { ascii }),
          },
        ]
      : []),
    count('BLOCK', 0, ({ outcomes }) => outcomes.block, 'block'),
    count('REVIEW', 1, ({ outcomes }) => outcomes.review, 'review'),
    count('ALLOW', 2, ({ outcomes }) => outcomes.allow, 'allow'),
    count('EVENTS', 4, ({ events }) => events),
    {
      title: 'FIRST SEEN',
      width: looks.clockRoom,
      grow: 0,
      rank: 6,
      cell: ({ first }) => timeCell(first, looks),
    },
    {
      title: 'LAST SEEN',
      width: looks.clockRoom,
      grow: 0,
      rank: 5,
      cell: ({ last }) => timeCell(last, looks),
    },
  ];
}
