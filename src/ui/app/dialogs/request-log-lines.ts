import { formatBytes } from '../../../lib/format-number.ts';
import { formatClock } from '../../../lib/format-time.ts';
import type { ConnectionState, LoggedRequest } from '../../../stores/connection-store.ts';
import type { Theme } from '../../theme.ts';
import { foreign, identifier, own, type Line } from '../../widgets/line.ts';
import { headingLine, placeColumns, rowLine } from '../../widgets/table.ts';

/** The requests that were sent, newest first: what, the answer, how long it took and why. */
export function requestLogLines(
  connection: ConnectionState,
  {
    columns,
    now,
    theme,
    top,
    rows,
  }: { columns: number; now: number; theme: Theme; top: number; rows: number },
): readonly Line[] {
  const { ascii } = theme;
  const placed = placeColumns<LoggedRequest>(
    [
      {
        title: 'TIME',
        width: 12,
        grow: 0,
        rank: 1,
        cell: ({ at }) => [own(formatClock(at, now, 'utc'), 'dim')],
      },
      {
        title: 'STATUS',
        width: 6,
        grow: 0,
        rank: 0,
        cell: ({ status, problem }) => [
          own(status === undefined ? 'none' : String(status), problem === undefined ? 'good' : 'bad'),
        ],
      },
      {
        title: 'MS',
        width: 6,
        grow: 0,
        rank: 2,
        right: true,
        cell: ({ milliseconds }) => [own(String(Math.round(milliseconds)))],
      },
      {
        title: 'SIZE',
        width: 7,
        grow: 0,
        rank: 4,
        right: true,
        cell: ({ bytes }) => [own(formatBytes(bytes), 'dim')],
      },
      {
        title: 'REQUEST',
        width: 24,
        grow: 3,
        rank: 0,
        cell: (request, room) =>
          identifier(`${request.method} ${request.path}${request.query}`, room, { ascii }),
      },
      {
        title: 'WHY',
        width: 16,
        grow: 2,
        rank: 3,
        cell: ({ purpose, problem }) =>
          problem === undefined ? [own(purpose, 'dim')] : foreign(problem, { style: 'bad', ascii }),
      },
    ],
    columns,
  );
  const shown = connection.requests.slice(top, top + Math.max(0, rows - 1));
  return [
    headingLine(placed, theme),
    ...shown.map((request) => rowLine(request, placed, { selected: false, theme })),
  ];
}
