import type { DayZone } from '../../lib/days.ts';
import type { SlicedResult } from '../base/background-result.ts';
import type { SlicedFilter } from '../base/live-filter.ts';
import type { Readable } from '../base/readable.ts';
import type { ResourceStore } from '../base/resource-store.ts';
import type { TimeView } from '../query/query-time.ts';
import type { LlmCallRow } from './llm-call-row.ts';
import type { CostOverTime } from './llm-cost.ts';
import type { LlmOverTime } from './llm-over-time.ts';
import type { LlmListing } from './llm-listing.ts';
import type { AllTotals } from './llm-totals.ts';
import type { LlmView } from './llm-view.ts';

/** The stores of the LLM calls, and what their selectors read of the view. */
export interface LlmSlice {
  readonly llmCalls: ResourceStore<LlmListing>;
  /** The calls that pass the filters of their list, and how far the filters have come. */
  readonly visibleLlmCalls: SlicedFilter<LlmCallRow>;
  /** What they add up to, and what they cost over time. */
  readonly llmSums: SlicedResult<readonly [calls: readonly LlmCallRow[]], AllTotals>;
  readonly llmCost: SlicedResult<
    readonly [calls: readonly LlmCallRow[], most: number, zone: DayZone],
    CostOverTime | undefined
  >;
  /** Their cost and latency in stretches of time. */
  readonly llmTimes: SlicedResult<
    readonly [calls: readonly LlmCallRow[], most: number, zone: DayZone],
    LlmOverTime | undefined
  >;
  readonly view: Readable<{ readonly llm: LlmView } & TimeView>;
}
