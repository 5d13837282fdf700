import type { EventRow } from '../../../stores/events-store.ts';
import { formatClock, type TimeStyle } from '../../../lib/format-time.ts';
import type { Theme } from '../../theme.ts';
import { foreign, identifier, own } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import { outcomeCell } from '../outcome.ts';

/** Stands behind the time of an event that came in late. */
export const LATE_MARK = 'L';

/** The columns of the feed. */
export function eventColumns({
  theme,
  now,
  timeStyle,
  hostByClient,
}: {
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly hostByClient: ReadonlyMap<string, string>;
}): readonly Column<EventRow>[] {
  const { ascii } = theme;
  return [
    {
      title: 'TIME',
      width: 14,
      grow: 0,
      rank: 1,
      cell: (row) => [
        own(formatClock(row.time, now, timeStyle).padEnd(12)),
        ...(row.isLate ? [own(` ${LATE_MARK}`, 'warn')] : []),
      ],
    },
    { title: 'OUTCOME', width: 8, grow: 0, rank: 0, cell: (row) => outcomeCell(row.event.outcome, theme) },
    {
      title: 'PACKAGE',
      width: 18,
      grow: 2,
      rank: 0,
      primary: true,
      // What was let through steps back behind what was not.
      cell: ({ event }, columns) =>
        identifier(event.subject?.package, columns, {
          style: event.outcome === 'allow' ? 'plain' : 'bold',
          ascii,
        }),
    },
    {
      title: 'VERSION',
      width: 10,
      grow: 0,
      rank: 3,
      cell: (row, columns) => identifier(row.event.subject?.version, columns, { ascii }),
    },
    {
      title: 'FROM',
      width: 5,
      grow: 0,
      rank: 4,
      cell: (row, columns) => identifier(row.event.subject?.ecosystem, columns, { ascii }),
    },
    {
      title: 'HOST',
      width: 12,
      grow: 1,
      rank: 2,
      cell: (row, columns) =>
        identifier(hostByClient.get(row.event.client_id ?? '') ?? row.event.client_id, columns, { ascii }),
    },
    {
      title: 'TYPE',
      width: 7,
      grow: 0,
      rank: 6,
      cell: (row, columns) => identifier(row.event.type, columns, { style: 'dim', ascii }),
    },
    {
      title: 'REASON',
      width: 20,
      grow: 4,
      rank: 5,
      cell: (row) => {
        const [first, ...more] = row.event.payload?.reasons ?? [];
        return first === undefined
          ? []
          : [...foreign(first, { ascii }), ...(more.length === 0 ? [] : [own(` +${more.length}`, 'dim')])];
      },
    },
  ];
}
