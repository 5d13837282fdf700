import { formatCount, formatShare } from '../../../lib/format-number.ts';
import { formatClock } from '../../../lib/format-time.ts';
import { isNameField } from '../../../stores/query/name-field.ts';
import { EVENT_QUERY } from '../../../stores/events/events-view.ts';
import { findField } from '../../../stores/query/query-fields.ts';
import type { CountRow } from '../../../stores/counts/count-rows.ts';
import type { Style } from '../../theme.ts';
import { barLine } from '../../widgets/charts/bar.ts';
import { sparkLines } from '../../widgets/charts/spark-line.ts';
import { identifier, trusted, untrusted, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import type { Looks } from './columns.ts';

const HOUR = 3_600_000;
/** Bars of the last day, of two hours each. */
const SPARKS = 12;
const SHARE_COLUMNS = 7;
const BAR_COLUMNS = 10;

/** The columns of counts: the value, how often which outcome came, its share, on how many machines, and when. */
export function countColumns(field: string, looks: Looks): readonly Column<CountRow>[] {
  const { theme, now, timeStyle, clockRoom } = looks;
  const { ascii } = theme;
  const isName = isNameField(EVENT_QUERY, findField(EVENT_QUERY, field).field);
  const figure = (
    title: string,
    rank: number,
    numberOf: (row: CountRow) => number,
    style: Style = 'plain',
  ): Column<CountRow> => ({
    title,
    width: Math.max(7, title.length),
    grow: 0,
    rank,
    right: true,
    cell(row) {
      const number = numberOf(row);
      return [trusted(formatCount(number), number === 0 ? 'dim' : style)];
    },
  });
  const time = (title: string, rank: number, timeOf: (row: CountRow) => number): Column<CountRow> => ({
    title,
    width: clockRoom,
    grow: 0,
    rank,
    cell: (row) => [trusted(formatClock(timeOf(row), now, timeStyle), 'dim')],
  });
  return [
    {
      title: field.toUpperCase(),
      width: 20,
      grow: 3,
      rank: 0,
      primary: true,
      cell({ values: [value] }, columns): Line {
        if (value === undefined) {
          return [trusted('(none)', 'dim')];
        }
        return isName
          ? identifier(value, columns, { style: 'bold', ascii })
          : untrusted(value, { style: 'bold', ascii });
      },
    },
    figure('EVENTS', 0, ({ count }) => count),
    figure('BLOCK', 1, ({ parts }) => parts.block, 'block'),
    figure('REVIEW', 2, ({ parts }) => parts.review, 'review'),
    figure('ALLOW', 3, ({ parts }) => parts.allow, 'allow'),
    {
      title: 'SHARE',
      width: SHARE_COLUMNS + BAR_COLUMNS,
      grow: 0,
      rank: 4,
      // The largest fills its bar: shares of one in hundreds would look alike otherwise.
      cell: ({ count, whole: { rows, most } }) => [
        ...barLine(most === 0 ? 0 : count / most, { columns: BAR_COLUMNS, theme, style: 'key' }),
        trusted(formatShare(count, rows).padStart(SHARE_COLUMNS)),
      ],
    },
    figure('MACHINES', 5, ({ machines }) => machines),
    time('FIRST', 7, ({ first }) => first),
    time('LAST', 6, ({ last }) => last),
    {
      title: 'LAST 24 H',
      width: SPARKS,
      grow: 0,
      rank: 8,
      cell(row) {
        const step = (24 * HOUR) / SPARKS;
        const begin = now - SPARKS * step;
        const values = Array.from({ length: SPARKS }, (_, index) =>
          row.countWithin(begin + index * step, begin + (index + 1) * step),
        );
        return sparkLines(values, { columns: SPARKS, rows: 1, theme })[0] ?? [];
      },
    },
  ];
}
