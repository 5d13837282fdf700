import { clocksBelow } from '../clock-room.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import type { AcknowledgedStore } from '../../../stores/events/acknowledged.ts';
import type { EventRow } from '../../../stores/events/event-row.ts';
import { eventStop } from '../../../stores/overview/overview-stops.ts';
import { measureIn, type Completeness } from '../../../stores/base/completeness.ts';
import { fit, untrusted, identifier, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { eventClockMarked } from '../event-time.ts';
import { plainRow, stopRow, type Block, type BlockRoom } from './block.ts';

/** Stands behind the sign of a block that waits to be acknowledged. */
const OPEN_MARK = '!';

/** The newest blocked installs that are known, as many as there is room for; around the cursor when it is among them. */
export function newestBlock(
  blocks: readonly EventRow[],
  counted: Completeness,
  acknowledged: Pick<AcknowledgedStore, 'isOpen'>,
  hostByClient: ReadonlyMap<string, string>,
  timeStyle: TimeStyle,
  room: BlockRoom,
): Block {
  const { cursor, rows, now, theme, columns } = room;
  const open = new Set(blocks.filter((row) => acknowledged.isOpen(row)));
  const at = blocks.findIndex(({ id }) => eventStop(id).id === cursor);
  const top = Math.max(0, at - rows + 1);
  const shown = blocks.slice(top, top + Math.max(1, rows));
  const clockOf = clocksBelow(
    shown.map(({ time }) => time),
    now,
    timeStyle,
  );
  return {
    title: [
      trusted('Newest blocks', 'heading'),
      ...(open.size === 0
        ? []
        : [trusted(` ${theme.glyph('separator')} unacknowledged first, marked ${OPEN_MARK}`, 'dim')]),
    ],
    rows:
      blocks.length === 0
        ? [plainRow([trusted(`None among the loaded events${measureIn(columns - 28, counted)}.`, 'dim')])]
        : shown.map((row) =>
            stopRow(
              eventStop(row.id),
              blockLine(
                row,
                open.has(row),
                hostByClient,
                eventClockMarked(row, clockOf(row.time).length, { now, timeStyle, theme, style: 'dim' }),
                room,
              ),
              room,
            ),
          ),
  };
}

/** The cursor, the sign, and the blanks behind the time and the name. */
const AROUND_CLOCK = 6;

/** A reason that has fewer columns says nothing: the name of the package has them then. */
const LEAST_REASON = 16;
const HOST_SHARE = 0.4;

/**
 * A block on one line; where there is little room, the name of the package is worth more than half a host or the first word of
 * a reason.
 */
function blockLine(
  { event }: EventRow,
  isOpen: boolean,
  hostByClient: ReadonlyMap<string, string>,
  clock: Line,
  { columns, theme }: BlockRoom,
): Line {
  const { ascii } = theme;
  const room = Math.max(1, columns - lineColumns(clock) - AROUND_CLOCK);
  const [withReason, least] = columns >= 120 ? [34, 22] : columns >= 56 ? [22, 16] : [room, 0];
  const hasReason = least > 0 && room - withReason - least - 1 >= LEAST_REASON;
  const host = least === 0 || hasReason ? least : Math.max(least, Math.floor((room - 1) * HOST_SHARE));
  const name = least === 0 || hasReason ? withReason : room - host - 1;
  return [
    trusted(theme.glyph('block'), 'block'),
    trusted(`${isOpen ? OPEN_MARK : ' '} `, 'block'),
    ...clock,
    trusted(' '),
    ...fit(identifier(event.subject?.package, name, { style: 'bold', ascii }), name + 1, theme),
    ...(host === 0
      ? []
      : [
          ...fit(
            identifier(hostByClient.get(event.client_id ?? '') ?? event.client_id, host, { ascii }),
            host + 1,
            theme,
          ),
          ...(hasReason ? untrusted(event.payload?.reasons?.[0] ?? '', { ascii }) : []),
        ]),
  ];
}
