import { largest } from '../../../lib/long-lists.ts';
import { formatCount } from '../../../lib/format-number.ts';
import { formatClock, type TimeStyle } from '../../../lib/format-time.ts';
import type { CostOverTime } from '../../../stores/llm/llm-cost.ts';
import type { LlmTotals } from '../../../stores/llm/llm-totals.ts';
import { measureForms, type Completeness } from '../../../stores/base/completeness.ts';
import type { Theme } from '../../theme.ts';
import { partLook, stackedColumnLines } from '../../widgets/charts/stacked-columns.ts';
import { fit, fitLines, identifier, joined, lineColumns, trusted, type Line } from '../../widgets/line.ts';
import { costLine, moneyLine, NOT_AVAILABLE } from '../amounts.ts';

/** Columns of the scale at the left. */
export const SCALE_COLUMNS = 9;

const LEGEND_COLUMNS = 28;

interface ChartLooks {
  /** Of how many calls the costs are. */
  readonly counted: Completeness;
  readonly columns: number;
  /** Rows of the columns themselves; a heading, an axis and a legend come on top. */
  readonly rows: number;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly theme: Theme;
}

/** Rows that a chart takes besides its columns. */
export const CHART_FRAME_ROWS = 3;

/** The cost of calls over time, stacked by model, with a scale, an axis and a legend; or why there is none. */
export function costChartLines(
  cost: CostOverTime | undefined,
  { currency }: Pick<LlmTotals, 'currency'>,
  { counted, columns, rows, now, timeStyle, theme }: ChartLooks,
): readonly Line[] {
  if (cost === undefined) {
    return [
      [
        trusted(' '),
        trusted(`cost over time ${NOT_AVAILABLE}: no call has both a time and a cost as a number`, 'dim'),
      ],
    ];
  }
  const { ascii } = theme;
  const room = Math.max(1, columns - SCALE_COLUMNS - 1);
  const { series, buckets, step, from, to } = cost;
  const drawn = stackedColumnLines(
    series.map(({ values }) => values),
    { columns: room, rows, theme },
  );
  const most = largest(
    Array.from({ length: buckets }, (_, place) =>
      series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0),
    ),
    0,
  );
  const scale = (line: Line) => [...fit(line, SCALE_COLUMNS, { right: true, ascii }), trusted(' ')];
  const heading: Line = [
    trusted(' '),
    trusted(`cost by ${step}`, 'bold'),
    trusted(counted === 'all' ? ', all ' : `,${measureForms(counted).at(-1)} `),
    // What is drawn and how many calls it is made of, which may be fewer than the totals are.
    ...costLine({ cost: series.reduce((sum, { total }) => sum + total, 0), currency }, theme),
    trusted(` of ${formatCount(cost.counted)} calls that have it`, 'dim'),
  ];
  const width = Math.max(1, Math.floor(room / Math.max(1, buckets))) * buckets;
  const begin: Line = [trusted(formatClock(from, now, timeStyle), 'dim')];
  const end: Line = [trusted(formatClock(to, now, timeStyle), 'dim')];
  const between = width - lineColumns(begin) - lineColumns(end);
  const gap = trusted(between < 1 ? ` ${theme.glyph('arrow')} ` : ' '.repeat(between), 'dim');
  return [
    heading,
    ...(theme.sideBySide
      ? drawn.map((line, row) => [
          ...scale(row === 0 ? moneyLine(most) : row === rows - 1 ? [trusted('0')] : []),
          ...line,
        ])
      : fitLines([[trusted(` ${step} of the highest cost: `), ...moneyLine(most)]], rows)),
    [...scale([]), ...begin, gap, ...end],
    legendLine(cost, columns, theme),
  ];
}

function legendLine({ series }: CostOverTime, columns: number, theme: Theme): Line {
  const { ascii } = theme;
  const parts = series.map(({ model, total }, place): Line => {
    const { sign, style } = partLook(place, theme);
    return [
      trusted(`${sign} `, style),
      ...(model === undefined ? [trusted('others', 'dim')] : identifier(model, LEGEND_COLUMNS, { ascii })),
      trusted(' '),
      ...moneyLine(total),
    ];
  });
  const whole: Line = [trusted(' '), ...joined(parts, trusted('   '))];
  return lineColumns(whole) <= columns ? whole : fit(whole, columns, { ascii });
}
