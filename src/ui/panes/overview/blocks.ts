import { ECOSYSTEMS, OUTCOMES } from '../../../contract/values.ts';
import type { Calendar } from '../../../contract/session.ts';
import type { Summary } from '../../../contract/summary.ts';
import { formatCount, formatShare } from '../../../lib/format-number.ts';
import { formatClock, type TimeStyle } from '../../../lib/format-time.ts';
import type { AgentCounts, Tally } from '../../../stores/agent-counts.ts';
import type { EventRow } from '../../../stores/events-store.ts';
import type { Style, Theme } from '../../theme.ts';
import {
  dimmed,
  fit,
  foreign,
  identifier,
  lineColumns,
  own,
  ruleLine,
  type Line,
} from '../../widgets/line.ts';
import { outcomeStyle } from '../outcome.ts';

/** A titled part of the overview. The pure functions here make each from what is known. */
export interface Block {
  readonly title: Line;
  readonly lines: readonly Line[];
}

/** A block under its title; one that is stale says how old it is and is dimmed. */
export function drawBlock(
  { title, lines }: Block,
  columns: number,
  theme: Theme,
  age?: string,
): readonly Line[] {
  return age === undefined
    ? [ruleLine(columns, theme, title), ...lines]
    : [
        ruleLine(columns, theme, [
          ...fit(title, Math.min(lineColumns(title), Math.max(0, columns - age.length - 7)), theme),
          own(` · ${age}`, 'warn'),
        ]),
        ...lines.map(dimmed),
      ];
}

/** Nothing is said about what was not read: a zero would read as all quiet. */
const NOT_READ: Line = [own(' not read yet', 'dim')];

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function bar(label: Line, count: number, whole: number, style: Style, columns: number, theme: Theme): Line {
  const labelColumns = 9;
  const tail = `${formatCount(count).padStart(8)} ${formatShare(count, whole).padStart(6)}`;
  const room = Math.max(0, columns - labelColumns - tail.length - 3);
  const filled = whole === 0 || count === 0 ? 0 : Math.max(1, Math.round((room * count) / whole));
  return [
    own(' '),
    ...fit(label, labelColumns, theme),
    own(theme.glyph('full').repeat(filled), style),
    own(' '.repeat(room - filled)),
    own(` ${tail} `),
  ];
}

/** Counts by name, the known names first and in their order, others after them. */
function ordered(
  counts: Readonly<Record<string, number>>,
  known: readonly string[],
): readonly [string, number][] {
  const names = [...known, ...Object.keys(counts).filter((name) => !known.includes(name))];
  return names.map((name) => [name, counts[name] ?? 0]);
}

/** Shares of the outcomes over the period of the summary. */
export function outcomeBlock(summary: Summary | undefined, columns: number, theme: Theme): Block {
  if (summary === undefined) {
    return { title: [own('Outcomes', 'heading')], lines: [NOT_READ, [], [], []] };
  }
  const counts = summary.outcomes ?? {};
  const whole = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    title: [
      own('Outcomes', 'heading'),
      own(' · ', 'dim'),
      ...foreign(summary.period ?? 'no period', { style: 'dim', ascii: theme.ascii }),
    ],
    lines: [
      ...ordered(counts, [...OUTCOMES].reverse()).map(([name, count]) =>
        bar(
          foreign(name, { profile: 'ident', style: outcomeStyle(name), ascii: theme.ascii }),
          count,
          whole,
          outcomeStyle(name),
          columns,
          theme,
        ),
      ),
      [
        own(` ${'total'.padEnd(9)}`, 'dim'),
        own(formatCount(summary.total_events ?? whole), 'bold'),
        own(' events', 'dim'),
      ],
    ],
  };
}

/** Shares of the ecosystems over the period of the summary. */
export function ecosystemBlock(summary: Summary | undefined, columns: number, theme: Theme): Block {
  if (summary === undefined) {
    return { title: [own('Ecosystems', 'heading')], lines: [NOT_READ, [], [], []] };
  }
  const counts = summary.ecosystems ?? {};
  const whole = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    title: [own('Ecosystems', 'heading')],
    lines: [
      ...ordered(counts, ECOSYSTEMS).map(([name, count]) =>
        bar(foreign(name, { profile: 'ident', ascii: theme.ascii }), count, whole, 'key', columns, theme),
      ),
    ],
  };
}

/** Events a minute over the last minutes, as far as the feed holds them: one bar a minute, the newest at the right. */
export function rateBlock(
  perMinute: ReadonlyMap<number, number>,
  { now, columns, rows, theme }: { now: number; columns: number; rows: number; theme: Theme },
): Block {
  const minutes = Math.min(60, Math.max(10, columns - 4));
  const current = Math.floor(now / MINUTE) * MINUTE;
  const counts = Array.from(
    { length: minutes },
    (_, index) => perMinute.get(current - (minutes - 1 - index) * MINUTE) ?? 0,
  );
  const most = Math.max(1, ...counts);
  const chart = Array.from({ length: rows }, (_, row): Line => {
    const floor = (rows - 1 - row) * 8;
    const cells = counts.map((count) => {
      const level = count === 0 ? 0 : Math.max(1, Math.round((count / most) * rows * 8));
      return theme.rising[Math.min(8, Math.max(0, level - floor))] ?? ' ';
    });
    return [own(` ${cells.join('')}`, 'key')];
  });
  const lastFive = counts.slice(-6, -1).reduce((sum, count) => sum + count, 0) / 5;
  return {
    title: [own(`Events a minute · last ${minutes} min`, 'heading')],
    lines: [
      ...chart,
      [
        own(' now ', 'dim'),
        own(formatCount(lastFive, 1), 'bold'),
        own(' a minute over five, most ', 'dim'),
        own(formatCount(Math.max(0, ...counts))),
      ],
    ],
  };
}

/** More values than have room on any line. */
const MOST_VALUES = 40;

function tallyLine(label: string, tally: Tally, columns: number, theme: Theme): Line {
  const parts = tally
    .slice(0, MOST_VALUES)
    .flatMap(([name, count]) => [
      own(`${formatCount(count)} `, 'bold'),
      ...(name === undefined ? [own('unknown')] : foreign(name, { profile: 'ident', ascii: theme.ascii })),
      own('  '),
    ]);
  return fit([own(` ${label.padEnd(9)}`, 'dim'), ...parts], columns, theme);
}

/** Agents by status, version and system, and those that are odd. */
export function agentBlock(counts: AgentCounts | undefined, columns: number, theme: Theme): Block {
  if (counts === undefined) {
    return { title: [own('Agents', 'heading')], lines: [NOT_READ, [], [], []] };
  }
  const { agents, clones, silent } = counts;
  const odd = (count: number, text: string): Line => [
    own(`${formatCount(count)} `, count === 0 ? 'dim' : 'warn'),
    own(`${text}  `, count === 0 ? 'dim' : 'plain'),
  ];
  return {
    title: [own(`Agents · ${formatCount(agents)}`, 'heading')],
    lines: [
      tallyLine('status', counts.byStatus, columns, theme),
      tallyLine('version', counts.byVersion, columns, theme),
      tallyLine('system', counts.bySystem, columns, theme),
      [
        own(` ${'odd'.padEnd(9)}`, 'dim'),
        ...odd(clones, clones === 1 ? 'clone' : 'clones'),
        ...odd(silent, 'silent but active'),
      ],
    ],
  };
}

/** Recorded sessions a day as a heat map: a column a week, a row a weekday, the newest week at the right. */
export function calendarBlock(
  calendar: Calendar | undefined,
  now: number,
  columns: number,
  theme: Theme,
): Block {
  if (calendar === undefined) {
    return { title: [own('Recorded sessions', 'heading')], lines: [NOT_READ, [], [], [], [], [], []] };
  }
  const counts = new Map<string, number>((calendar.days ?? []).map((day) => [day.date, day.count ?? 0]));
  const cell = 2;
  const weeks = Math.max(1, Math.min(26, Math.floor((columns - 7) / cell)));
  const today = new Date(now);
  const mondayOffset = (today.getUTCDay() + 6) % 7;
  const firstMonday = now - (mondayOffset + (weeks - 1) * 7) * DAY;
  const most = Math.max(1, ...counts.values());
  const rows = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name, weekday): Line => {
    const cells = Array.from({ length: weeks }, (_, week) => {
      const time = firstMonday + (week * 7 + weekday) * DAY;
      const date = new Date(time).toISOString().slice(0, 10);
      const count = counts.get(date);
      if (time > now || count === undefined) {
        return '  ';
      }
      const level = count === 0 ? 0 : Math.max(1, Math.ceil((count / most) * 4));
      return `${theme.shades[level] ?? ' '} `;
    });
    return [own(` ${name}  `, 'dim'), own(cells.join(''), 'good')];
  });
  return {
    title: [
      own(`Recorded sessions · ${formatCount(calendar.total_count ?? 0)} in ${counts.size} days`, 'heading'),
    ],
    lines: rows,
  };
}

/** The newest blocked installs that are known. */
export function blocksBlock(
  blocks: readonly EventRow[],
  hostByClient: ReadonlyMap<string, string>,
  {
    columns,
    height,
    now,
    timeStyle,
    theme,
  }: { columns: number; height: number; now: number; timeStyle: TimeStyle; theme: Theme },
): Block {
  const found = blocks.slice(0, Math.max(0, height - 1));
  const { ascii } = theme;
  const name = columns >= 120 ? 34 : 22;
  const host = columns >= 120 ? 22 : 16;
  return {
    title: [own('Newest blocks', 'heading')],
    lines: [
      ...(found.length === 0 ? [[own(' None among the events that are loaded.', 'dim')]] : []),
      ...found.map((row) =>
        fit(
          [
            own(` ${theme.glyph('block')} `, 'block'),
            own(`${formatClock(row.time, now, timeStyle).padEnd(12)} `, 'dim'),
            ...fit(identifier(row.event.subject?.package, name, { style: 'bold', ascii }), name + 1, theme),
            ...fit(
              identifier(hostByClient.get(row.event.client_id ?? '') ?? row.event.client_id, host, { ascii }),
              host + 1,
              theme,
            ),
            ...foreign(row.event.payload?.reasons?.[0] ?? '', { style: 'dim', ascii }),
          ],
          columns,
          theme,
        ),
      ),
    ],
  };
}
