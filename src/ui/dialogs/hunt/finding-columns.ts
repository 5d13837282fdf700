import { formatCount } from '../../../lib/format-number.ts';
import { clockColumns, formatClock, type TimeStyle } from '../../../lib/format-time.ts';
import { asUntrusted, type Untrusted } from '../../../lib/untrusted.ts';
import type { HostByClient } from '../../../stores/base/host-by-client.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import type { HuntFinding } from '../../../stores/hunt/hunt-findings.ts';
import { USUAL_COLUMN, type HuntRow } from '../../../stores/hunt/hunt-order.ts';
import { idOfSession } from '../../../stores/hunt/session-of-finding.ts';
import { outcomeCell, outcomeWord } from '../../panes/outcome.ts';
import type { Theme } from '../../theme.ts';
import { identifier, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';

/** The columns of what a hunt found. */
export function findingColumns({
  rows,
  hosts,
  sort,
  theme,
  now,
  timeStyle,
}: {
  readonly rows: readonly HuntRow[];
  readonly hosts: HostByClient<Untrusted>;
  readonly sort: Sorting | undefined;
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
}): readonly Column<HuntRow>[] {
  const { ascii } = theme;
  const widest = (lengthOf: (finding: HuntFinding) => number) =>
    rows.reduce((most, { finding }) => Math.max(most, lengthOf(finding)), 0);
  const oldest = rows.reduce((one, { finding: { first } }) => Math.min(one, first ?? one), now);
  const newest = rows.reduce((one, { finding: { last } }) => Math.max(one, last ?? one), oldest);
  const timeColumns = clockColumns(oldest, newest, now, timeStyle);
  const time = (at: number | undefined): Line =>
    at === undefined ? [] : [trusted(formatClock(at, now, timeStyle), 'dim')];
  const columns: readonly Column<HuntRow>[] = [
    {
      title: 'MACHINE',
      width: 12,
      needs: widest((finding) => machineName(finding, hosts).length),
      grow: 1,
      rank: 0,
      primary: true,
      cell: ({ finding }, room) => identifier(machineName(finding, hosts), room, { style: 'bold', ascii }),
    },
    {
      title: 'PACKAGE',
      width: 12,
      needs: widest(({ package: name }) => name.length),
      grow: 3,
      rank: 1,
      cell: ({ finding }, room) => identifier(finding.package, room, { ascii }),
    },
    {
      title: 'VERSION',
      width: 9,
      needs: widest(({ version }) => version?.length ?? 0),
      grow: 1,
      rank: 2,
      cell: ({ finding: { version, verdict } }, room) =>
        verdict === 'listed'
          ? identifier(version, room, { ascii })
          : [trusted('? ', 'warn'), ...identifier(version, Math.max(1, room - 2), { ascii })],
    },
    {
      title: 'OUTCOME',
      // Behind the longest word an audit is named.
      width: rows.some(({ finding: { type } }) => type === 'audit') ? 14 : 9,
      grow: 0,
      rank: 3,
      cell: ({ finding }) => [...outcomeCell(finding.outcome, theme), ...auditWord(finding.type)],
      said: ({ finding }) => [...outcomeWord(finding.outcome, theme), ...auditWord(finding.type)],
    },
    {
      title: 'TIMES',
      width: 6,
      grow: 0,
      rank: 5,
      right: true,
      cell: ({ finding: { count } }) => [trusted(formatCount(count))],
    },
    { title: 'FIRST', width: timeColumns, grow: 0, rank: 6, cell: ({ finding: { first } }) => time(first) },
    { title: 'LAST', width: timeColumns, grow: 0, rank: 4, cell: ({ finding: { last } }) => time(last) },
    {
      title: 'SESSION',
      width: 18,
      needs: 30,
      grow: 1,
      rank: 7,
      cell: ({ sessions }, room) => sessionCell(sessions, room, theme),
    },
  ];
  const sorted = sort ?? { column: USUAL_COLUMN, descending: false };
  return columns.map((column) =>
    column.title === sorted.column
      ? { ...column, sorted: sorted.descending ? ('descending' as const) : ('ascending' as const) }
      : column,
  );
}

/** So many characters of an id distinguish a session. */
const SHORT_ID = 8;

/** The session that ran it, with its branch, where one fits and no other. */
export function sessionCell(sessions: HuntRow['sessions'], room: number, theme: Theme): Line {
  const { ascii } = theme;
  if (sessions === undefined || sessions === 'none') {
    return [trusted(sessions === undefined ? theme.glyph('ellipsis') : '-', 'dim')];
  }
  const [only, ...others] = sessions.sessions;
  if (only === undefined || others.length > 0) {
    return [trusted('several')];
  }
  const id = idOfSession(only);
  const isLong = id.length > SHORT_ID + 4;
  const shown: Line = [
    ...identifier(isLong ? asUntrusted(id.slice(0, SHORT_ID)) : id, room, { ascii }),
    trusted(isLong ? theme.glyph('ellipsis') : ''),
  ];
  const left = room - lineColumns(shown) - 1;
  return only.git_branch === undefined || left < 3
    ? shown
    : [...shown, trusted(' '), ...identifier(only.git_branch, left, { style: 'dim', ascii })];
}

/** An audit is no install. */
function auditWord(type: Untrusted | undefined): Line {
  return type === 'audit' ? [trusted(' audit', 'dim')] : [];
}

/** What the machine of a finding is called. */
export function machineName(
  { client }: Pick<HuntFinding, 'client'>,
  hosts: HostByClient<Untrusted>,
): Untrusted {
  return client === undefined ? asUntrusted('-') : (hosts.get(client) ?? client);
}
