import type { AllTotals, LlmTotals } from './llm-totals.ts';
import { createRowSorter } from '../base/sort-rows.ts';
import type { Sorting } from '../base/list-view.ts';

/** A figure that totals can be sorted by. */
export interface TotalsOrder {
  /** Names it in the view. */
  readonly column: 'calls' | 'errors' | 'input' | 'output' | 'cost' | 'p50' | 'p95' | 'p99';
  readonly meaning: string;
  readonly descending: true;
  readonly value: (totals: LlmTotals) => number | undefined;
}

/** What totals can be sorted by. */
export const TOTALS_ORDERS: readonly TotalsOrder[] = [
  { column: 'cost', meaning: 'cost', descending: true, value: ({ cost }) => cost },
  { column: 'calls', meaning: 'calls', descending: true, value: ({ calls }) => calls },
  { column: 'errors', meaning: 'errors', descending: true, value: ({ errors }) => errors },
  { column: 'input', meaning: 'tokens in', descending: true, value: ({ inputTokens }) => inputTokens },
  { column: 'output', meaning: 'tokens out', descending: true, value: ({ outputTokens }) => outputTokens },
  { column: 'p50', meaning: 'median latency', descending: true, value: ({ medianLatency }) => medianLatency },
  { column: 'p95', meaning: '95th percentile', descending: true, value: ({ slowLatency }) => slowLatency },
  {
    column: 'p99',
    meaning: '99th percentile',
    descending: true,
    value: ({ slowestLatency }) => slowestLatency,
  },
];

/** How totals are sorted where nothing was chosen: the dearest first, or those with the most calls where no cost is known. */
export function usualTotals(all: LlmTotals | undefined): Sorting & Pick<TotalsOrder, 'column'> {
  return { column: (all?.known.cost ?? 0) > 0 ? 'cost' : 'calls', descending: true };
}

const sortProviders = createRowSorter<LlmTotals>();
const sortModels = createRowSorter<LlmTotals>();

/** All calls, then each provider, then each model, both in the order that was chosen; what is not known comes last. */
export function sortTotals(
  { all, byProvider, byModel }: AllTotals,
  sort: Sorting | undefined,
): readonly LlmTotals[] {
  const { column, descending } = sort ?? usualTotals(all);
  const order = TOTALS_ORDERS.find((each) => each.column === column);
  return order === undefined
    ? [all, ...byProvider, ...byModel]
    : [
        all,
        ...sortProviders(byProvider, order.value, descending),
        ...sortModels(byModel, order.value, descending),
      ];
}
