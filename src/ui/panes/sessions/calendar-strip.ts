import { formatCount } from '../../../lib/format-number.ts';
import type { TimeStyle } from '../../../lib/format-time.ts';
import type { SessionClient } from '../../../contract/session.ts';
import { memoizeLast } from '../../../stores/base/memoize-last.ts';
import { readCountedClient, type CountedClient } from '../../../stores/sessions/session-clients.ts';
import type { DayCounts } from '../../../stores/sessions/day-counts.ts';
import type { Listing } from '../../../stores/base/listing.ts';
import type { Theme } from '../../theme.ts';
import { barLine } from '../../widgets/charts/bar.ts';
import { heatMapLines } from '../../widgets/charts/heat-map.ts';
import { beside, fit, fitLines, identifier, trusted, ruleLine, type Line } from '../../widgets/line.ts';

/** The map with the months over it, and a rule. */
const STRIP_ROWS = 8;

/** On screens with fewer rows the list needs them all. */
const LEAST_ROWS = 36;

const MAP_COLUMNS = 58;
const LEAST_CLIENT_COLUMNS = 40;
/** From so many columns on, clients stand in two, with so many between them. */
const TWO_COLUMNS = 90;
const GAP = 3;

export interface StripFacts {
  readonly counts: DayCounts | undefined;
  readonly clients: Listing<SessionClient> | undefined;
  readonly hosts: ReadonlyMap<string, string>;
  readonly selected: string | undefined;
  readonly columns: number;
  /** The same for as long as it is the same day. */
  readonly now: number;
  readonly timeStyle: TimeStyle;
}

/** The calendar above the list and, where there is room, the clients with most sessions; nothing on low screens. */
export function createCalendarStrip(theme: Theme): (facts: StripFacts, rows: number) => readonly Line[] {
  const paint = memoizeLast(
    (
      counts: DayCounts,
      clients: Listing<SessionClient> | undefined,
      hosts: ReadonlyMap<string, string>,
      selected: string | undefined,
      columns: number,
      now: number,
      timeStyle: TimeStyle,
    ): readonly Line[] => {
      const map = heatMapLines(counts.days, {
        columns: Math.min(columns, MAP_COLUMNS),
        theme,
        selected,
        now,
        timeStyle,
        months: true,
      });
      const room = columns - MAP_COLUMNS - 3;
      const left = fitLines(map, STRIP_ROWS);
      const whole =
        room < LEAST_CLIENT_COLUMNS || !theme.sideBySide
          ? left
          : beside(left, clientLines(clients, hosts, room, theme), {
              leftColumns: MAP_COLUMNS,
              rightColumns: room,
              theme,
            });
      const note: Line =
        timeStyle === 'local' && counts.by === 'server' ? [trusted('sessions by day in UTC', 'dim')] : [];
      return [...whole, ruleLine(columns, theme, note)];
    },
  );
  return ({ counts, clients, hosts, selected, columns, now, timeStyle }, rows) =>
    counts === undefined || rows < LEAST_ROWS
      ? []
      : paint(counts, clients, hosts, selected, columns, now, timeStyle);
}

/** The clients that can be counted, those with most sessions first. */
const bySessions = memoizeLast((clients: Listing<SessionClient> | undefined): readonly CountedClient[] =>
  (clients?.rows ?? [])
    .flatMap((row) => readCountedClient(row) ?? [])
    .sort((left, right) => (right.sessions ?? 0) - (left.sessions ?? 0)),
);

/** The clients with most sessions, with a bar each. */
function clientLines(
  clients: Listing<SessionClient> | undefined,
  hosts: ReadonlyMap<string, string>,
  columns: number,
  theme: Theme,
): readonly Line[] {
  const counted = bySessions(clients);
  const total = Math.max(clients?.total ?? 0, counted.length);
  const most = counted[0]?.sessions ?? 0;
  const across = columns >= TWO_COLUMNS ? 2 : 1;
  const width = Math.floor((columns - GAP * (across - 1)) / across);
  const nameColumns = Math.min(30, Math.floor(width / 2));
  const barColumns = Math.max(0, Math.min(30, width - nameColumns - 8));
  const { ascii } = theme;
  const lineOf = ({ id, host, sessions }: CountedClient): Line => [
    ...fit(identifier(hosts.get(id) ?? host ?? id, nameColumns, { ascii }), nameColumns, { ascii }),
    trusted(` ${formatCount(sessions ?? 0).padStart(6)} `),
    ...barLine(most === 0 ? 0 : (sessions ?? 0) / most, { columns: barColumns, theme, style: 'key' }),
  ];
  const rows = STRIP_ROWS - 1;
  const heading: Line = [
    trusted('clients', 'dim'),
    trusted(
      counted.length === 0
        ? ' are being counted'
        : total === counted.length
          ? ` ${formatCount(total)}, those with most sessions`
          : ` ${formatCount(total)}, of ${formatCount(counted.length)} those with most sessions`,
      'dim',
    ),
  ];
  return fitLines(
    [
      heading,
      ...counted.slice(0, rows).map((client, row): Line => {
        const [other] = across === 1 ? [] : counted.slice(rows + row, rows + row + 1);
        return other === undefined
          ? lineOf(client)
          : [...fit(lineOf(client), width, { ascii }), trusted(' '.repeat(GAP)), ...lineOf(other)];
      }),
    ],
    STRIP_ROWS,
  );
}
