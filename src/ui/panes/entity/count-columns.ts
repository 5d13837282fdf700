import { formatBytes, formatCount, formatShare } from '../../../lib/format-number.ts';
import { untrustedText, type Untrusted } from '../../../lib/untrusted.ts';
import { formatClock } from '../../../lib/format-time.ts';
import {
  MACHINES,
  measuresOf,
  type CountedListId,
  type CountMeasure,
} from '../../../stores/counts/count-measures.ts';
import { sortedShare, usualCountOrder } from '../../../stores/counts/count-order.ts';
import type { CountedTimes } from '../../../stores/counts/counted-times.ts';
import type { CountRow } from '../../../stores/counts/count-rows.ts';
import type { CountTable, CountUnits } from '../../../stores/entity/page-rows.ts';
import { isNameField } from '../../../stores/query/name-field.ts';
import { typedField } from '../../../stores/query/typed-names.ts';
import { LISTS } from '../../../stores/view/lists.ts';
import type { Style, Theme } from '../../theme.ts';
import { barLine } from '../../widgets/charts/bar.ts';
import { sparkLines } from '../../widgets/charts/spark-line.ts';
import { identifier, trusted, untrusted, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import { amountLine, moneyLine, NOT_AVAILABLE } from '../amounts.ts';
import type { Looks } from './columns.ts';

/** So many small bars at the least; a longer title has as many as it is long. */
const LEAST_BARS = 12;

/** What the first and the last time of a group are of. */
const TIME_TITLES: Readonly<Record<CountedListId, readonly [first: string | undefined, last: string]>> = {
  events: ['FIRST', 'LAST'],
  llm: ['FIRST', 'LAST'],
  sessions: ['FIRST', 'LAST'],
  agents: [undefined, 'LAST SEEN'],
};

const STYLES: Readonly<Record<NonNullable<CountMeasure['of']>, Style>> = {
  block: 'block',
  review: 'review',
  allow: 'allow',
  error: 'warn',
};

const SHARE_COLUMNS = 7;
const BAR_COLUMNS = 10;

/** The columns of counts: the value, its figures, its share of all, on how many machines, and when. */
export function countColumns(
  { of, field, sort, units }: CountTable,
  looks: Looks,
): readonly Column<CountRow>[] {
  const { theme, now, timeStyle, clockRoom, countedTimes } = looks;
  const { ascii } = theme;
  const { query } = LISTS[of];
  const isName = isNameField(query, typedField(query, field).field);
  const { column, descending } = sort ?? usualCountOrder(of);
  const sorted = (key: string) =>
    key === column ? ({ sorted: descending ? 'descending' : 'ascending' } as const) : {};
  const figure = (measure: CountMeasure, rank: number): Column<CountRow> => ({
    ...{
      title: titleOf(measure, units, ascii),
      width: Math.max(
        7,
        measure.title.length + (measure.unit === 'cost' ? 5 : measure.unit === 'amount' ? 4 : 1),
      ),
      grow: 0,
      rank,
    },
    right: true,
    ...sorted(measure.title),
    cell: (row) => figureLine(measure, measure.valueOf(row)),
  });
  const time = (
    key: string,
    title: string,
    rank: number,
    timeOf: (row: CountRow) => number | undefined,
  ): Column<CountRow> => ({
    ...{ title, width: Math.max(clockRoom, title.length + 1), grow: 0, rank },
    ...sorted(key),
    cell(row) {
      const at = timeOf(row);
      return at === undefined ? [] : [trusted(formatClock(at, now, timeStyle), 'dim')];
    },
  });
  const [first, last] = TIME_TITLES[of];
  const [count, ...own] = measuresOf(of);
  const share = sortedShare(of, sort);
  return [
    {
      ...{ title: field.toUpperCase(), width: 20, grow: 3, rank: 0, primary: true },
      ...sorted('VALUE'),
      cell({ values: [value] }, columns): Line {
        if (value === undefined) {
          return [trusted('(none)', 'dim')];
        }
        return isName
          ? identifier(value, columns, { style: 'bold', ascii })
          : untrusted(value, { style: 'bold', ascii });
      },
    },
    ...(count === undefined ? [] : [figure(count, 0)]),
    // Beside how many rows it is of, which both stay on the narrowest screen: a share of few says little.
    ...(share === undefined ? [] : [figure(share, 0)]),
    ...own.map((measure, index) => figure(measure, 1 + index)),
    {
      ...{ title: 'SHARE', width: SHARE_COLUMNS + BAR_COLUMNS, grow: 0, rank: 10 },
      // The largest fills its bar: shares of one in hundreds would look alike otherwise.
      cell: ({ count: rows, whole: { rows: all, most } }) => [
        ...barLine(most === 0 ? 0 : rows / most, { columns: BAR_COLUMNS, theme, style: 'key' }),
        trusted(formatShare(rows, all).padStart(SHARE_COLUMNS)),
      ],
    },
    figure(MACHINES, 11),
    ...(first === undefined ? [] : [time('FIRST', first, 13, (row) => row.first)]),
    time('LAST', last, 12, (row) => row.last),
    ...(countedTimes === undefined ? [] : [overTime(countedTimes, theme)]),
  ];
}

/** Small bars of how many there were when, each row by its own greatest. */
function overTime({ since, until, title, knownFrom = since }: CountedTimes, theme: Theme): Column<CountRow> {
  const bars = Math.max(LEAST_BARS, title.length);
  const each = (until - since) / bars;
  return {
    ...{ title, width: bars, grow: 0, rank: 14 },
    cell(row) {
      const values = Array.from({ length: bars }, (_, index) => {
        const end = since + (index + 1) * each;
        return end <= knownFrom ? undefined : row.countWithin(since + index * each, end);
      });
      return sparkLines(values, { columns: bars, rows: 1, theme })[0] ?? [];
    },
  };
}

function titleOf(
  { unit, title }: CountMeasure,
  { cost, latency }: CountUnits,
  ascii: boolean,
): string | Untrusted {
  if (unit === 'cost' && cost !== undefined) {
    return untrustedText`${title} ${cost}`;
  }
  return unit === 'amount' && latency !== undefined
    ? `${title} ${latency === 'us' && !ascii ? 'µs' : latency}`
    : title;
}

function figureLine({ unit, of }: CountMeasure, value: number | undefined): Line {
  if (value === undefined) {
    return [trusted(NOT_AVAILABLE, 'dim')];
  }
  switch (unit) {
    case 'count':
      return [trusted(formatCount(value), value === 0 ? 'dim' : of === undefined ? 'plain' : STYLES[of])];
    case 'bytes':
      return [trusted(formatBytes(value))];
    case 'share':
      return [trusted(formatShare(value, 1), value === 0 ? 'dim' : of === undefined ? 'plain' : STYLES[of])];
    case 'amount':
      return amountLine(value);
    case 'cost':
      return moneyLine(value);
  }
}
