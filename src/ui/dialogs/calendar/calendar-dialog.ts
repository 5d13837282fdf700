import { shownZone } from '../../../commands/sessions/calendar.ts';
import { addDays, dayOf, weekdayOf, zoneName } from '../../../lib/days.ts';
import { formatCount } from '../../../lib/format-number.ts';
import type { CalendarDialog } from '../../../stores/view/dialog-states.ts';
import { selectDayCounts } from '../../../stores/sessions/day-counts.ts';
import { heatMapLines, heatMapWeeks } from '../../widgets/charts/heat-map.ts';
import { fitParts, leftOut, part, shorter } from '../../widgets/fitted-parts.ts';
import { fitLines, untrusted, joined, trusted, ruleLine, type Line, type Size } from '../../widgets/line.ts';
import type { DialogContext, PaintedView } from '../base/dialog-view.ts';

/** A title, the months, a week's days, and the day under the cursor. */
const CALENDAR_ROWS = 10;

/** What is left of a pane with fewer rows says nothing. */
const LEAST_PANE = 4;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** The server counts by days of its own, of which those in UTC are the likeliest. */
const SERVER_DAYS = ' in the day in UTC; the list shows local days';

/** The calendar of sessions with a cursor, and what the day under it holds. */
export const calendarView: PaintedView<CalendarDialog> = {
  drawnAs: 'lines',
  speech: { as: 'lines' },
  height: (_dialog, _context, { rows }) => (rows < CALENDAR_ROWS + LEAST_PANE ? rows : CALENDAR_ROWS),
  paint: (dialog, context, size) => ({ lines: calendarLines(dialog, context, size) }),
};

function calendarLines(
  { date }: CalendarDialog,
  { commands, theme, now }: DialogContext,
  { columns, rows }: Size,
): readonly Line[] {
  const { stores } = commands;
  const zone = shownZone(stores.view.getState());
  const { data, failure } = stores.calendar.getState();
  const counts = selectDayCounts(stores, zone);
  const { ascii } = theme;
  const gap = trusted(` ${theme.glyph('separator')} `, 'dim');
  const days = counts?.days ?? [];
  const count = days.find((day) => day.date === date)?.count ?? counts?.otherwise;
  const title = joined(
    [
      [trusted('Sessions by day', 'heading')],
      zone === 'utc'
        ? [trusted('days in UTC', 'dim')]
        : [
            trusted('in ', 'dim'),
            ...untrusted(zoneName(zone), { style: 'dim', ascii }),
            trusted(counts?.by === 'zone' ? ', counted from the list' : ', counted by days in UTC', 'dim'),
          ],
    ],
    gap,
  );
  const map = heatMapLines(days, {
    columns,
    theme,
    selected: date,
    now: lastShown(date, dayOf(now, zone), columns),
    months: rows >= CALENDAR_ROWS,
    figures: true,
  });
  const summary: Line =
    count === undefined
      ? counts === undefined
        ? [
            trusted(
              failure === undefined ? 'the counts are being read' : 'the counts could not be read',
              'warn',
            ),
          ]
        : [trusted('not counted by the server', 'dim')]
      : [
          trusted(`${formatCount(count)} ${count === 1 ? 'session' : 'sessions'}`, 'bold'),
          trusted(zone === 'local' && counts?.by === 'server' ? SERVER_DAYS : '', 'dim'),
        ];
  const day: Line = [
    trusted(' '),
    ...fitParts(
      [
        part([
          trusted(`${WEEKDAYS[weekdayOf(date)] ?? ''} `),
          ...untrusted(date, { style: 'accent', ascii }),
        ]),
        part(summary),
        failure === undefined || data === undefined || counts?.by === 'zone'
          ? part([])
          : part(
              untrusted(failure.message, { style: 'warn', ascii }),
              shorter(1, [trusted('could not be read anew', 'warn')]),
            ),
        theme.sideBySide
          ? part([trusted('few ', 'dim'), trusted(theme.shades, 'good'), trusted(' many', 'dim')], leftOut(2))
          : part([]),
      ],
      columns - 2,
      { separator: gap },
    ),
  ];
  const mapRows = Math.max(0, rows - 2);
  return [ruleLine(columns, theme, title), ...fitLines(theme.sideBySide ? map : [], mapRows), day];
}

/** The time up to which the map goes: today, or where the cursor lies before its first week, so late that it is inside. */
function lastShown(date: string, today: string, columns: number): number {
  const time = (shown: string) => Date.parse(`${shown}T12:00:00Z`);
  const weeks = heatMapWeeks(columns, time(today));
  const first = weeks[0]?.[0] ?? date;
  if (date >= first) {
    return time(today);
  }
  const end = addDays(date, Math.floor(weeks.length / 2) * 7);
  return time(end > today ? today : end);
}
