import { shortCount } from '../../../lib/format-number.ts';
import { formatDateTime, type TimeStyle, zoneOf } from '../../../lib/format-time.ts';
import type { Theme } from '../../theme.ts';
import { trusted, type Line } from '../line.ts';
import { amountOf, greatestOf, stepsOf } from './amount.ts';

const DAY = 24 * 60 * 60 * 1000;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const LABEL_COLUMNS = 6;
/** A week takes so many columns; with figures, so many that a shade, a count and a blank have room. */
const WEEK_COLUMNS = 2;
const LEAST_WITH_FIGURES = 5;
const MOST_WITH_FIGURES = 6;
/** Half a year, the most that is shown. */
const MOST_WEEKS = 26;

/** Columns of a week where counts stand beside the shades, if so many have room for half a year of them. */
function weekColumns(columns: number, figures: boolean): number {
  const room = Math.min(MOST_WITH_FIGURES, Math.floor((columns - LABEL_COLUMNS) / MOST_WEEKS));
  return figures && room >= LEAST_WITH_FIGURES ? room : WEEK_COLUMNS;
}

export interface HeatMapDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly count?: number | undefined;
}

export interface HeatMapOptions {
  readonly columns: number;
  readonly theme: Theme;
  /** The day under the cursor, as `YYYY-MM-DD`. */
  readonly selected?: string | undefined;
  readonly now: number;
  /** In which zone today is shown; UTC without it. */
  readonly timeStyle?: TimeStyle;
  /** Whether a line above the weeks names the months. */
  readonly months?: boolean;
  /** Whether each count stands beside its shade, where half a year of them has room. */
  readonly figures?: boolean;
}

/** Today as `YYYY-MM-DD`, in the zone in which times are shown. */
function todayOf(now: number, timeStyle: TimeStyle = 'utc'): string {
  return formatDateTime(now, zoneOf(timeStyle)).slice(0, 10);
}

/** The dates of the map, one list a week from Monday to Sunday, the week of today last. */
export function heatMapWeeks(
  columns: number,
  now: number,
  timeStyle: TimeStyle = 'utc',
): readonly (readonly string[])[] {
  const weeks = Math.max(0, Math.min(MOST_WEEKS, Math.floor((columns - LABEL_COLUMNS) / WEEK_COLUMNS)));
  const today = Date.parse(`${todayOf(now, timeStyle)}T00:00:00Z`);
  if (Number.isNaN(today)) {
    return [];
  }
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY;
  return Array.from({ length: weeks }, (_, week) =>
    WEEKDAYS.map((_name, weekday) =>
      new Date(monday + ((week - weeks + 1) * 7 + weekday) * DAY).toISOString().slice(0, 10),
    ),
  );
}

/**
 * Counts of days as a heat map: a column a week, a row a weekday, the week of today at the right. Shades go by the square
 * root, so that one day of very many does not make all others look alike. A day that counts
 * anything is never as light as one that counts nothing; days before the first that is known, and those to come, are left
 * blank. The day under the cursor is inverse. Seven lines, eight with the months, none wider than asked.
 */
export function heatMapLines(
  days: readonly HeatMapDay[],
  { columns, theme, selected, now, timeStyle = 'utc', months = false, figures = false }: HeatMapOptions,
): readonly Line[] {
  const counts = new Map<string, number>();
  for (const { date, count } of days) {
    counts.set(date, amountOf((counts.get(date) ?? 0) + amountOf(count ?? 0)));
  }
  const weeks = heatMapWeeks(columns, now, timeStyle);
  const week = weekColumns(columns, figures);
  const today = todayOf(now, timeStyle);
  const shown = weeks.flat();
  const first = shown.find((date) => counts.has(date));
  const most = greatestOf(shown.map((date) => counts.get(date) ?? 0));
  const cell = (date: string): Line => {
    const isKnown = first !== undefined && date >= first && date <= today;
    const steps = theme.shades.length - 1;
    const count = counts.get(date) ?? 0;
    const shade = theme.shades[stepsOf(Math.sqrt(count), Math.sqrt(most), steps)] ?? ' ';
    const written = !isKnown || count === 0 || week === WEEK_COLUMNS ? '' : shortCount(count);
    // A part of a figure is another figure.
    const figure = written.length <= week - 2 ? written : '';
    return [
      trusted(isKnown ? shade : ' ', date === selected ? 'inverse' : 'good'),
      trusted(figure, date === selected ? 'inverse' : 'plain'),
      trusted(' '.repeat(week - 1 - figure.length)),
    ];
  };
  const label = columns < LABEL_COLUMNS ? 0 : LABEL_COLUMNS;
  const lines = WEEKDAYS.map((name, weekday): Line => [
    trusted(` ${name}`.padEnd(label).slice(0, label), 'dim'),
    ...weeks.flatMap((week) => cell(week[weekday] ?? '')),
  ]);
  return months ? [monthLine(weeks, label, week, today.slice(0, 4)), ...lines] : lines;
}

/** The name of each month over its first week, where a second one gives it room; with its year where that is another one. */
function monthLine(
  weeks: readonly (readonly string[])[],
  label: number,
  width: number,
  thisYear: string,
): Line {
  const monthOf = (week: number) => weeks[week]?.[0]?.slice(5, 7) ?? '';
  const names = weeks.map((_, week) => {
    const isNamed = monthOf(week) !== monthOf(week - 1) && monthOf(week) === monthOf(week + 1);
    const year = weeks[week]?.[0]?.slice(0, 4) ?? '';
    const name = MONTHS[Number(monthOf(week)) - 1] ?? '';
    return isNamed ? `${name}${year === thisYear ? '' : `'${year.slice(2)}`}` : '';
  });
  const text = names.reduce<string>(
    (line, name, week) => (name === '' ? line : line.padEnd(label + week * width) + name),
    '',
  );
  return [trusted(text.slice(0, label + weeks.length * width), 'dim')];
}
