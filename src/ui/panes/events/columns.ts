import { LATE_MARK, GONE_MARK, CHANGED_MARK, OPEN_MARK } from '../feed-parts.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { FeedRow } from '../../../stores/events/feed-rows.ts';
import type { Style, Theme } from '../../theme.ts';
import { untrusted, identifier, lineColumns, trusted, restyled, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import { eventClock, saidEventTime } from '../event-time.ts';
import { UNTIMED_MARK } from '../unreadable-time.ts';
import { outcomeCell, outcomeWord } from '../outcome.ts';

/** So much of a name is said; one as long as a file is cut. */
const MOST_SAID = 200;

/** What such a mark takes, with the blank before it. */
const MARK_COLUMNS = 2;

/**
 * The columns of the feed. A block that waits for somebody is loud and has a mark of its own; what was acknowledged is
 * dim, and has another.
 */
export function eventColumns({
  theme,
  now,
  timeStyle,
  clockRoom,
  hostByClient,
  gone,
  changed,
  isSpare = false,
}: {
  readonly theme: Theme;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  /** Columns of the times. */
  readonly clockRoom: number;
  readonly hostByClient: ReadonlyMap<string, string>;
  /** The ids of events that the server does not list any more, and of those that changed since they were first read. */
  readonly gone: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
  /** The terminal is slow: what is long and different in each row comes last. */
  readonly isSpare?: boolean;
}): readonly Column<FeedRow>[] {
  const { ascii } = theme;
  const looks = ({ attention }: FeedRow, style: Style = 'plain') => ({
    style: attention === 'done' ? ('dim' as const) : style,
    ascii,
  });
  const markOf = (newest: FeedRow['newest']): Line => {
    const { id, isLate } = newest;
    return gone.has(id)
      ? [trusted(` ${GONE_MARK}`, 'bad')]
      : changed.has(id)
        ? [trusted(` ${CHANGED_MARK}`, 'warn')]
        : newest.isUntimed
          ? [trusted(` ${UNTIMED_MARK}`, 'warn')]
          : isLate
            ? [trusted(` ${LATE_MARK}`, 'warn')]
            : [];
  };
  return [
    {
      title: 'TIME',
      width: clockRoom + MARK_COLUMNS,
      grow: 0,
      rank: 1,
      cell: ({ newest }) => [...eventClock(newest, clockRoom, { now, timeStyle, theme }), ...markOf(newest)],
      said: ({ newest }) => [
        ...saidEventTime(newest, { now, timeStyle, theme }),
        trusted(
          gone.has(newest.id)
            ? ', not listed any more'
            : changed.has(newest.id)
              ? ', changed since'
              : newest.isLate
                ? ', came late'
                : '',
        ),
      ],
    },
    {
      title: 'OUTCOME',
      width: 9,
      grow: 0,
      rank: 0,
      cell: (row) => verdictCell(row, theme),
      said: ({ newest, attention }) => [
        ...outcomeWord(newest.event.outcome, theme),
        trusted(attention === 'open' ? ' unacknowledged' : attention === 'done' ? ' acknowledged' : ''),
      ],
    },
    {
      title: 'PACKAGE',
      width: 16,
      grow: 2,
      rank: 0,
      primary: true,
      cell: (row, columns) => {
        const { event } = row.newest;
        const times = repeatsOf(row, theme);
        // What was let through steps back behind what was not.
        const style = event.outcome === 'allow' ? 'plain' : 'bold';
        const room = columns - lineColumns(times);
        return [...identifier(event.subject?.package, room, looks(row, style)), ...times];
      },
      said: (row) => [
        ...identifier(row.newest.event.subject?.package, MOST_SAID, { ascii }),
        trusted(row.count === 1 ? '' : `, ${formatCount(row.count)} times`),
      ],
    },
    {
      title: 'VERSION',
      width: 10,
      grow: 0,
      rank: 4,
      cell: (row, columns) => identifier(row.newest.event.subject?.version, columns, looks(row)),
    },
    {
      title: 'ECOSYSTEM',
      width: 9,
      grow: 0,
      rank: 5,
      cell: (row, columns) => identifier(row.newest.event.subject?.ecosystem, columns, looks(row)),
    },
    {
      title: 'HOST',
      width: 12,
      grow: 1,
      rank: 2,
      cell: (row, columns) => {
        const client = row.newest.event.client_id;
        return identifier(hostByClient.get(client ?? '') ?? client, columns, looks(row));
      },
    },
    {
      title: 'TYPE',
      width: 7,
      grow: 0,
      rank: 6,
      cell: (row, columns) => identifier(row.newest.event.type, columns, { style: 'dim', ascii }),
    },
    {
      title: 'REASON',
      width: isSpare ? 20 : 16,
      grow: 6,
      rank: isSpare ? 6 : 3,
      cell: (row) => {
        const [first, ...more] = row.newest.event.payload?.reasons ?? [];
        return first === undefined
          ? []
          : [
              ...untrusted(first, looks(row)),
              ...(more.length === 0 ? [] : [trusted(` +${more.length}`, 'dim')]),
            ];
      },
    },
  ];
}

/** The outcome of a row, and whether it waits for somebody. */
function verdictCell({ newest, attention }: FeedRow, theme: Theme): Line {
  const outcome = outcomeCell(newest.event.outcome, theme);
  switch (attention) {
    case 'open':
      return [...outcome, trusted(OPEN_MARK, 'block')];
    case 'done':
      return [...restyled(outcome, 'dim'), trusted(theme.glyph('done'), 'dim')];
    case undefined:
      return outcome;
  }
}

function repeatsOf({ count }: FeedRow, theme: Theme): Line {
  return count === 1 ? [] : [trusted(` ${theme.glyph('times')}${formatCount(count)}`, 'accent')];
}
