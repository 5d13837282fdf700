import { dayOf } from '../../../lib/days.ts';
import { formatCount, formatFixed, shortCount } from '../../../lib/format-number.ts';
import { formatClock, zoneOf, type TimeStyle } from '../../../lib/format-time.ts';
import type { LlmOverTime } from '../../../stores/llm/llm-over-time.ts';
import type { LlmTotals } from '../../../stores/llm/llm-totals.ts';
import type { Theme } from '../../theme.ts';
import { columnsOfBucket, histogramLines, scaleOf } from '../../widgets/charts/histogram.ts';
import { trusted, type Line } from '../../widgets/line.ts';
import { amountLine, costLine } from '../amounts.ts';
import { axisLine, chartColumns, runsOf, stepWords, stripLine, type Cell } from '../histogram-strip.ts';

const DAY = 86_400_000;

/** Digits of where bars are cut behind the point, where that is below one. */
const TOP_DECIMALS = 4;

export interface LlmStripLooks {
  /** What all calls may cost a day; undefined where nobody set it. */
  readonly budget: number | undefined;
  /** Older calls of the first stretch may not be here. */
  readonly isFirstPart: boolean;
  /** Without the cost where that is drawn in another way. */
  readonly hasCost: boolean;
  readonly columns: number;
  /** With the axis. */
  readonly rows: number;
  readonly now: number;
  readonly timeStyle: TimeStyle;
  readonly theme: Theme;
}

interface Series {
  readonly label: string;
  readonly values: readonly (number | undefined)[];
  readonly style: 'key' | 'dim';
  readonly most: (value: number) => Line;
  readonly rows: number;
}

/** How many rows the strip over the calls has on a pane of that height: none where the list needs them all. */
export function llmStripRows(rows: number): number {
  return rows >= 36 ? 5 : rows >= 28 ? 4 : rows >= 18 ? 3 : 0;
}

/**
 * What calls cost and how long they took as bars over an axis, each row with a scale of its own, and only what the data holds:
 * the cost, the 95th percentile and the median of the latency. The axis marks the days that cost more than their budget.
 */
export function llmStrip(
  times: LlmOverTime | undefined,
  totals: Pick<LlmTotals, 'currency' | 'latencyUnit'>,
  looks: LlmStripLooks,
): readonly Line[] {
  const { budget, columns, rows, theme } = looks;
  const series = times === undefined ? [] : seriesOf(times, totals, looks);
  if (times === undefined || series.length === 0) {
    return [];
  }
  const dayBudget = times.step === DAY && looks.hasCost && times.costs !== undefined ? budget : undefined;
  const width = chartColumns(columns);
  // The axis says of days that they are days.
  const notes = times.step === DAY ? [] : [`per ${stepWords(times.step)}`];
  const bars = series.flatMap(({ label, values, style, most, rows: height }) => {
    const amounts = values.map((value) => value ?? 0);
    const scale = scaleOf(amounts);
    const greatest = amounts.reduce((left, right) => Math.max(left, right), 0);
    const name: Line = [trusted(` ${label.padEnd(5)}`), trusted('most ', 'dim'), ...most(greatest)];
    const drawn = histogramLines(amounts, { columns: width, rows: height, theme, style, scale });
    return drawn.map((bar, row) => {
      const note = scale.isCut && row === 0 ? cutNote(scale.top) : (notes.shift() ?? '');
      return stripLine(row === 0 ? name : [], bar, note, theme);
    });
  });
  return [...bars.slice(0, rows - 1), axis(times, dayBudget, looks)];
}

function seriesOf(
  { costs, latencies }: LlmOverTime,
  { currency, latencyUnit }: Pick<LlmTotals, 'currency' | 'latencyUnit'>,
  { hasCost, rows, theme }: LlmStripLooks,
): readonly Series[] {
  const latency = (value: number): Line => [
    ...amountLine(Math.round(value)),
    trusted(latencyUnit === undefined ? '' : ` ${latencyUnit === 'us' && !theme.ascii ? 'µs' : latencyUnit}`),
  ];
  const cost: Omit<Series, 'rows'>[] =
    hasCost && costs !== undefined
      ? [
          {
            label: 'cost',
            values: costs,
            style: 'key',
            // There is no room for the hundredths of thousands.
            most: (most) => costLine({ cost: most, currency }, theme, most >= 1000 ? 0 : undefined),
          },
        ]
      : [];
  const known: Omit<Series, 'rows'>[] =
    latencies === undefined
      ? []
      : [
          { label: 'p95', values: latencies.slow, style: 'dim', most: latency },
          { label: 'p50', values: latencies.median, style: 'dim', most: latency },
        ];
  const shown = [...cost, ...known].slice(0, rows - 1);
  // What is left over goes to the first of them.
  return shown.map((each, place) => ({ ...each, rows: place === 0 ? rows - shown.length : 1 }));
}

function axis(
  { from, to, step, count, costs }: LlmOverTime,
  budget: number | undefined,
  { columns, isFirstPart, now, timeStyle, theme }: LlmStripLooks,
): Line {
  const width = chartColumns(columns);
  const cells = Array<Cell>(width).fill([theme.glyph('horizontal'), 'dim']);
  const [first, behindFirst] = columnsOfBucket(0, count, width);
  if (isFirstPart) {
    cells.fill([theme.glyph('unread'), 'dim'], first, behindFirst);
  }
  for (const [place, cost] of (budget === undefined ? [] : (costs ?? [])).entries()) {
    if (cost > (budget ?? 0)) {
      const [begin, end] = columnsOfBucket(place, count, width);
      cells[Math.floor((begin + end - 1) / 2)] = [theme.glyph('flag'), 'bad'];
    }
  }
  const zone = zoneOf(timeStyle);
  const named = (time: number) =>
    step >= DAY ? dayOf(time, zone).slice('YYYY-'.length) : formatClock(time, now, zone);
  // When it begins stands where it does.
  const line = runsOf(cells.slice(first));
  return step < DAY
    ? axisLine(named(from), line, named(to), theme, { free: first })
    : axisLine(named(from), line, `${named(to - 1)} by day`, theme, {
        legend: overLegend(budget, theme),
        free: first,
      });
}

/** What the sign on the axis means. */
function overLegend(budget: number | undefined, theme: Theme): Line {
  return budget === undefined
    ? []
    : [trusted(` ${theme.glyph('flag')}`, 'bad'), trusted(` over ${formatFixed(budget, 2)}`, 'dim')];
}

function cutNote(top: number): string {
  return `cut at ${top < 10_000 ? formatCount(top, TOP_DECIMALS) : shortCount(top)}`;
}
