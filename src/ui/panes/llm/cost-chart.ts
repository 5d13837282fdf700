import { formatCount } from '../../../lib/format-number.ts';
import { dayOf } from '../../../lib/days.ts';
import { formatClock, zoneOf, type TimeStyle } from '../../../lib/format-time.ts';
import type { CostOverTime } from '../../../stores/llm/llm-cost.ts';
import type { LlmTotals } from '../../../stores/llm/llm-totals.ts';
import { measureForms, type Completeness } from '../../../stores/base/completeness.ts';
import type { Theme } from '../../theme.ts';
import { partLook, stackedColumnLines } from '../../widgets/charts/stacked-columns.ts';
import { fitParts, leftOut, part, shorter } from '../../widgets/fitted-parts.ts';
import { fit, fitLines, identifier, trusted, type Line, type Span } from '../../widgets/line.ts';
import { costLine, moneyLine, NOT_AVAILABLE } from '../amounts.ts';
import { separator } from '../freshness.ts';
import { chartColumns, STRIP_LEFT } from '../histogram-strip.ts';

/** Columns of the scale at the left, where no strip stands under the chart. */
const SCALE_COLUMNS = 9;

/** Digits of the scale behind the point, where it ends below one. */
const TOP_DECIMALS = 4;

const DAY = 86_400_000;

const LEGEND_COLUMNS = 28;

interface ChartLooks {
  /** Of how many calls the costs are. */
  readonly counted: Completeness;
  readonly columns: number;
  /** Rows of the columns themselves; a heading, a legend and an axis come on top. */
  readonly rows: number;
  /** A strip stands under it, at whose columns its own stand. */
  readonly isOverStrip: boolean;
  /** Its times are said here, and not by the axis of that strip. */
  readonly hasAxis: boolean;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly theme: Theme;
}

/** Rows that a chart takes besides its columns. */
export const CHART_FRAME_ROWS = 3;

/** The columns of the chart: those of a strip under it, or on a small screen nearly all. */
export function costColumns(columns: number, isOverStrip: boolean): number {
  return isOverStrip ? chartColumns(columns) : Math.max(1, columns - SCALE_COLUMNS - 1);
}

/** The cost of calls over time, stacked by model, with a legend, a scale and an axis; or why there is none. */
export function costChartLines(
  cost: CostOverTime | undefined,
  { currency }: Pick<LlmTotals, 'currency'>,
  { counted, columns, rows, isOverStrip, hasAxis, now, timeStyle, theme }: ChartLooks,
): readonly Line[] {
  if (cost === undefined) {
    return [
      [
        trusted(' '),
        trusted(`cost over time ${NOT_AVAILABLE}: no call has both a time and a cost as a number`, 'dim'),
      ],
    ];
  }
  const { series, step } = cost;
  const room = costColumns(columns, isOverStrip);
  const {
    lines,
    scale,
    most,
    free: start,
  } = stackedColumnLines(
    series.map(({ values }) => values),
    { columns: room, rows, theme },
  );
  const top: Line = scale.isCut ? [trusted(formatCount(scale.top, TOP_DECIMALS))] : moneyLine(most);
  const left = start + (isOverStrip ? STRIP_LEFT - 1 : SCALE_COLUMNS);
  const scaled = (line: Line) => [...fit(line, left, { right: true, ascii: theme.ascii }), trusted(' ')];
  const sum: Line = [
    trusted(`cost by ${step}`, 'bold'),
    trusted(counted === 'all' ? ', all ' : `,${measureForms(counted).at(-1)} `),
    // What is drawn and how many calls it is made of, which may be fewer than the totals are.
    ...costLine({ cost: series.reduce((total, each) => total + each.total, 0), currency }, theme),
  ];
  const calls = formatCount(cost.counted);
  const cut: Line = scale.isCut ? [trusted('cut at ', 'dim'), ...top] : [];
  const heading = [
    part(
      [...sum, trusted(` of ${calls} calls that have it`, 'dim')],
      shorter(1, [...sum, trusted(` of ${calls} calls`, 'dim')]),
    ),
    part(
      [trusted('most ', 'dim'), ...moneyLine(most), ...(scale.isCut ? [trusted(', ', 'dim'), ...cut] : [])],
      shorter(2, cut),
    ),
  ];
  return [
    [trusted(' '), ...fitParts(heading, columns - 2, { separator: separator(theme) })],
    legendLine(cost, columns, theme),
    ...(theme.sideBySide
      ? lines.map((line, row) => [
          ...scaled(row === 0 ? top : row === rows - 1 ? [trusted('0')] : []),
          ...line,
        ])
      : fitLines([[trusted(` ${step} of the highest cost: `), ...moneyLine(most)]], rows)),
    ...(hasAxis ? [[...scaled([]), timesLine(cost, room - start, { now, timeStyle, theme })]] : []),
  ];
}

/** When the columns begin and end. */
function timesLine(
  { from, to, buckets }: CostOverTime,
  columns: number,
  { now, timeStyle, theme }: Pick<ChartLooks, 'now' | 'timeStyle' | 'theme'>,
): Span {
  const zone = zoneOf(timeStyle);
  const isOfDays = to - from >= buckets * DAY;
  const [begin = '', end = ''] = isOfDays
    ? [from, to - 1].map((time) => dayOf(time, zone).slice('YYYY-'.length))
    : [from, to].map((time) => formatClock(time, now, timeStyle));
  const between = columns - begin.length - end.length;
  return trusted(`${begin}${between < 1 ? ` ${theme.glyph('arrow')} ` : ' '.repeat(between)}${end}`, 'dim');
}

/** The models with their signs and what they cost, the dearest first, as many as have room. */
function legendLine({ series }: CostOverTime, columns: number, theme: Theme): Line {
  const { ascii } = theme;
  const parts = series.map(({ model, total }, place) => {
    const { sign, style } = partLook(place, theme);
    const named: Line = [
      trusted(`${sign} `, style),
      ...(model === undefined ? [trusted('others', 'dim')] : identifier(model, LEGEND_COLUMNS, { ascii })),
      trusted(' '),
      ...moneyLine(total),
    ];
    return place === 0 ? part(named) : part(named, leftOut(place));
  });
  return [trusted(' '), ...fitParts(parts, columns - 2, { separator: trusted('   ') })];
}
