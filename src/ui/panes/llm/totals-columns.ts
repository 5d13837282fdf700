import { formatCount } from '../../../lib/format-number.ts';
import { untrustedText } from '../../../lib/untrusted.ts';
import type { LlmTotals } from '../../../stores/llm/llm-totals.ts';
import { measureForms, type Completeness } from '../../../stores/base/completeness.ts';
import type { TotalsOrder } from '../../../stores/llm/sort-totals.ts';
import type { Sorting } from '../../../stores/base/list-view.ts';
import type { Theme } from '../../theme.ts';
import { untrusted, identifier, trusted, type Line } from '../../widgets/line.ts';
import type { Column } from '../../widgets/table.ts';
import { amountLine, costLine, NOT_AVAILABLE } from '../amounts.ts';

/** What some totals are of: a model with its provider, a provider, or everything that is counted. */
export function totalsName(
  { kind, model, provider }: LlmTotals,
  counted: Completeness,
  columns: number,
  { ascii }: Theme,
): Line {
  switch (kind) {
    case 'all':
      return [trusted(namesOfAll(counted).find(({ length }) => length <= columns) ?? 'in part', 'bold')];
    case 'provider':
      return provider === undefined
        ? [trusted('unknown provider', 'dim')]
        : identifier(provider, columns, { style: 'bold', ascii });
    case 'model':
      return [
        ...(model === undefined
          ? [trusted('unknown model', 'dim')]
          : identifier(model, Math.max(8, columns - 2), { style: 'bold', ascii })),
        ...(provider === undefined
          ? []
          : [trusted(' '), ...untrusted(provider, { profile: 'ident', style: 'dim', ascii })]),
      ];
  }
}

function namesOfAll(counted: Completeness): readonly string[] {
  return counted === 'all' ? ['all calls'] : measureForms(counted).map((measure) => `calls${measure}`);
}

function amount(
  title: string,
  rank: number,
  value: (totals: LlmTotals) => number | undefined,
): Column<LlmTotals> {
  return { title, width: 11, grow: 0, rank, right: true, cell: (totals) => amountLine(value(totals)) };
}

interface TotalsLooks {
  readonly sort: Sorting | undefined;
  /** Digits of the costs behind the point. */
  readonly decimals: number;
  readonly counted: Completeness;
  readonly theme: Theme;
}

/** The columns of the totals; what the data does not hold as a number reads n/a. */
export function totalsColumns(
  { latencyUnit: unit, currency }: Pick<LlmTotals, 'latencyUnit' | 'currency'>,
  { sort, decimals, counted, theme }: TotalsLooks,
): readonly Column<LlmTotals>[] {
  const sorted = (column: TotalsOrder['column']) =>
    column === sort?.column ? ({ sorted: sort.descending ? 'descending' : 'ascending' } as const) : {};
  const inUnit = unit === undefined ? '' : ` ${unit === 'us' && !theme.ascii ? 'µs' : unit}`;
  return [
    {
      title: 'BY',
      width: 8,
      grow: 0,
      rank: 8,
      cell: ({ kind }) => [trusted(kind, 'dim')],
    },
    {
      title: 'MODEL OR PROVIDER',
      width: 18,
      grow: 1,
      rank: 0,
      primary: true,
      cell: (totals, columns) => totalsName(totals, counted, columns, theme),
    },
    { ...amount('CALLS', 0, ({ calls }) => calls), ...sorted('calls') },
    {
      title: 'ERRORS',
      ...sorted('errors'),
      width: 6,
      grow: 0,
      rank: 5,
      right: true,
      cell: ({ errors }) =>
        errors === undefined
          ? [trusted(NOT_AVAILABLE, 'dim')]
          : [trusted(formatCount(errors), errors > 0 ? 'warn' : 'plain')],
    },
    { ...amount('TOKENS IN', 2, ({ inputTokens }) => inputTokens), ...sorted('input') },
    { ...amount('TOKENS OUT', 2, ({ outputTokens }) => outputTokens), ...sorted('output') },
    {
      title: currency === undefined ? 'COST' : untrustedText`COST ${currency}`,
      ...sorted('cost'),
      width: 12,
      grow: 0,
      rank: 1,
      right: true,
      // Said in the title where it is the same for all.
      cell: ({ cost, currency: other }) =>
        costLine({ cost, currency: other === currency ? undefined : other }, theme, decimals),
    },
    { ...amount(`P50${inUnit}`, 3, ({ medianLatency }) => medianLatency), ...sorted('p50') },
    { ...amount(`P95${inUnit}`, 4, ({ slowLatency }) => slowLatency), ...sorted('p95') },
    { ...amount(`P99${inUnit}`, 6, ({ slowestLatency }) => slowestLatency), ...sorted('p99') },
  ];
}
