import { largest } from '../../../lib/long-lists.ts';
import { type Zone } from '../../../lib/zoned-time.ts';
import { formatBytes, formatCount } from '../../../lib/format-number.ts';
import { formatClock } from '../../../lib/format-time.ts';
import type { LoggedRequest, RequestOutcome } from '../../../stores/connection/connection-store.ts';
import type { Style, Theme } from '../../theme.ts';
import { untrusted, untrustedWrapped, identifier, trusted, type Line } from '../../widgets/line.ts';
import { headingLine, placeColumns, rowLine, type Column } from '../../widgets/table.ts';

const OUTCOME_STYLES: Readonly<Record<RequestOutcome, Style>> = {
  answered: 'good',
  refused: 'bad',
  'rate limited': 'warn',
  unusable: 'bad',
  failed: 'bad',
  'no answer': 'bad',
  'given up': 'dim',
};

/** How far what went wrong stands under its request. */
const INDENT = 4;

/** Columns of a time of today. */
const LEAST_CLOCK = 9;

/** A line that is only made when it is on the screen. */
export type LazyLine = () => Line;

function requestColumns(
  clockRoom: number,
  now: number,
  zone: Zone,
  { ascii }: Theme,
): readonly Column<LoggedRequest>[] {
  const dim = (text: string): Line => [trusted(text, 'dim')];
  return [
    { title: 'TIME', width: clockRoom, grow: 0, rank: 2, cell: ({ at }) => dim(formatClock(at, now, zone)) },
    {
      title: 'STATUS',
      width: 16,
      grow: 0,
      rank: 0,
      cell: ({ status, outcome }) => [
        trusted(`${status === undefined ? '' : `${status} `}${outcome}`, OUTCOME_STYLES[outcome]),
      ],
    },
    {
      title: 'REQUEST',
      width: 20,
      grow: 4,
      rank: 0,
      cell: ({ method, path, query }, room) =>
        identifier(`${method} ${path}${readable(query)}`, room, { ascii }),
    },
    {
      title: 'COST',
      width: 4,
      grow: 0,
      rank: 4,
      right: true,
      cell: ({ cost }) => (cost === 0 ? dim('0') : [trusted(formatCount(cost))]),
    },
    {
      title: 'TOOK',
      width: 6,
      grow: 0,
      rank: 3,
      right: true,
      cell: ({ milliseconds }) => [trusted(formatDuration(milliseconds))],
    },
    {
      title: 'SIZE',
      width: 6,
      grow: 0,
      rank: 5,
      right: true,
      cell: ({ bytes }) => dim(formatBytes(bytes)),
    },
    {
      title: 'WHY',
      width: 16,
      grow: 1,
      rank: 0,
      cell: ({ purpose }) => untrusted(purpose, { style: 'dim', ascii }),
    },
  ];
}

/** A query with the colons of its times as such, which are half of what is in it. */
function readable(query: string): string {
  return query.replaceAll('%3A', ':');
}

/** `38 ms`, `1.2 s`, `15 s`. */
function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) {
    return `${Math.round(milliseconds)} ms`;
  }
  const seconds = milliseconds / 1000;
  return `${seconds < 9.95 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** Requests, newest first: when, what became of them, what was asked, what it cost and why; problems in whole sentences. */
export function requestLines(
  requests: readonly LoggedRequest[],
  {
    columns,
    now,
    zone,
    theme,
  }: { readonly columns: number; readonly now: number; readonly zone: Zone; readonly theme: Theme },
): readonly LazyLine[] {
  const ends = [requests[0], requests.at(-1)].flatMap((request) => request ?? []);
  const clockRoom = largest(
    ends.map(({ at }) => formatClock(at, now, zone).length),
    LEAST_CLOCK,
  );
  const placed = placeColumns(requestColumns(clockRoom, now, zone, theme), columns);
  return [
    () => headingLine(placed, theme),
    ...requests.flatMap((request): readonly LazyLine[] => [
      () => rowLine(request, placed, { selected: false, theme }),
      ...problemLines(request, columns, theme).map((line) => () => line),
    ]),
  ];
}

function problemLines({ problem }: LoggedRequest, columns: number, { ascii }: Theme): readonly Line[] {
  return problem === undefined
    ? []
    : untrustedWrapped(problem, columns - INDENT - 1, { style: 'bad', ascii }).map((line) => [
        trusted(' '.repeat(INDENT)),
        ...line,
      ]);
}
