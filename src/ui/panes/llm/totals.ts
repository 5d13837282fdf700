import { formatCount } from '../../../lib/format-number.ts';
import type { ModelTotals } from '../../../stores/llm-totals.ts';
import type { Theme } from '../../theme.ts';
import { foreign, own, type Line } from '../../widgets/line.ts';
import { headingLine, placeColumns, rowLine, type Column } from '../../widgets/table.ts';

const NOT_AVAILABLE = 'n/a';

function number(
  title: string,
  rank: number,
  value: (totals: ModelTotals) => number | undefined,
  decimals = 0,
): Column<ModelTotals> {
  return {
    title,
    width: 11,
    grow: 0,
    rank,
    right: true,
    cell: (totals) => {
      const shown = value(totals);
      return shown === undefined ? [own(NOT_AVAILABLE, 'dim')] : [own(formatCount(shown, decimals))];
    },
  };
}

/** Totals by model as a small table; what the data does not hold as a number reads n/a. */
export function totalsLines(totals: readonly ModelTotals[], columns: number, theme: Theme): readonly Line[] {
  const { ascii } = theme;
  const placed = placeColumns<ModelTotals>(
    [
      {
        title: 'MODEL',
        width: 18,
        grow: 1,
        rank: 0,
        cell: ({ model, provider }) => [
          ...foreign(model, { style: 'bold', ascii }),
          ...(provider === undefined ? [] : [own(' '), ...foreign(provider, { style: 'dim', ascii })]),
        ],
      },
      number('CALLS', 0, ({ calls }) => calls),
      number('TOKENS IN', 2, ({ inputTokens }) => inputTokens),
      number('TOKENS OUT', 2, ({ outputTokens }) => outputTokens),
      number('COST', 1, ({ cost }) => cost, 2),
      number('LATENCY P50', 3, ({ medianLatency }) => medianLatency),
      number('P95', 4, ({ slowLatency }) => slowLatency),
    ],
    columns,
  );
  return [
    headingLine(placed, theme),
    ...totals.map((row) => rowLine(row, placed, { selected: false, theme })),
  ];
}
