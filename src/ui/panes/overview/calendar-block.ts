import type { Calendar } from '../../../contract/session.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatDate } from '../../../lib/format-time.ts';
import { dayOfCursor, dayStop } from '../../../stores/overview/overview-stops.ts';
import { heatMapLines, heatMapWeeks } from '../../widgets/charts/heat-map.ts';
import { trusted, type Line } from '../../widgets/line.ts';
import { cursorMark, stopRow, type Block, type BlockRoom } from './block.ts';

/** So many days are listed where lines are read one after the other. */
const LISTED_DAYS = 7;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** The sum of the days, which are what is shown, where the server gives no total. */
function totalOf(calendar: Calendar | undefined): number {
  return calendar?.total_count ?? (calendar?.days ?? []).reduce((sum, { count }) => sum + (count ?? 0), 0);
}

/** Recorded sessions a day as a heat map; as a list of the last days where lines are read one after the other. */
export function calendarBlock(
  calendar: Calendar | undefined,
  days: readonly string[],
  room: BlockRoom,
): Block {
  const { theme, cursor, columns, now } = room;
  const counts = new Map<string, number>((calendar?.days ?? []).map(({ date, count }) => [date, count ?? 0]));
  const sessionsOn = (date: string) => {
    const count = counts.get(date) ?? 0;
    return `${formatCount(count)} ${count === 1 ? 'session' : 'sessions'}`;
  };
  const selected = days.find((date) => date === dayOfCursor(cursor));
  const between = ` ${theme.glyph('separator')} `;
  const title: Line = [
    trusted('Recorded sessions', 'heading'),
    selected === undefined
      ? trusted(`${between}${formatCount(totalOf(calendar))} in ${formatCount(days.length)} days`, 'dim')
      : trusted(`${between}${selected} (UTC): ${sessionsOn(selected)}`, 'bold'),
  ];
  if (!theme.sideBySide) {
    return {
      title,
      rows: days
        .slice(-LISTED_DAYS)
        .reverse()
        .map((date) => {
          const weekday = WEEKDAYS[new Date(date).getUTCDay()] ?? '';
          return stopRow(dayStop(date), [trusted(`${weekday} ${date}: ${sessionsOn(date)}`)], room);
        }),
    };
  }
  const recent = heatMapWeeks(columns, now);
  const isBefore = selected !== undefined && selected < (recent[0]?.[0] ?? '');
  // A day that is too long ago for this width brings its own weeks.
  const end = isBefore ? Date.parse(selected) : now;
  const weeks = isBefore ? heatMapWeeks(columns, end) : recent;
  const known = days.map((date) => ({ date, count: counts.get(date) }));
  const lines = heatMapLines(known, { columns, theme, selected, now: end });
  const today = formatDate(now);
  return {
    title,
    rows: lines.map((line, weekday) => {
      const dates = weeks.flatMap((week) => week[weekday] ?? []).filter((date) => date <= today);
      const isThere = selected !== undefined && dates.includes(selected);
      const [label, ...cells] = line;
      return {
        line: [cursorMark(isThere, theme), trusted(label?.text.slice(1) ?? '', 'dim'), ...cells],
        stops: dates.map((date) => dayStop(date).id),
      };
    }),
  };
}
