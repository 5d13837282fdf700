import type { LlmCall } from '../../contract/llm-call.ts';
import { boundsOfDay, dayOf, type DayZone } from '../../lib/days.ts';
import { ownValue } from '../../lib/own-value.ts';
import type { SlicedResult } from '../base/background-result.ts';
import { amountOf, readLlmCall, type LlmCallRow } from './llm-call-row.ts';
import { discoverFields } from './llm-fields.ts';
import type { LlmSlice } from './llm-slice.ts';

/** What calls may cost a day, in the currency of the data: all together, and those of a model. */
export interface LlmBudget {
  readonly day: number | undefined;
  readonly models: ReadonlyMap<string, number>;
}

/** What the calls of a day cost. */
export interface DaySpending {
  readonly total: number;
  readonly byModel: ReadonlyMap<string, number>;
  /** The earliest time of a call that is held, of whatever day. */
  readonly oldest: number;
}

/** Calls that are looked at before others have their turn. */
const STEP = 256;

/** The cost of the calls at or after a time, yielding after each small piece of the work; undefined where no call names one. */
export function* spendingSince(
  calls: readonly LlmCall[],
  from: number,
): Generator<void, DaySpending | undefined> {
  const rows: LlmCallRow[] = [];
  for (const [index, call] of calls.entries()) {
    if (index % STEP === STEP - 1) {
      yield;
    }
    rows.push(readLlmCall(call));
  }
  const { cost: costField, model: modelField } = discoverFields(rows);
  if (costField === undefined) {
    return undefined;
  }
  const byModel = new Map<string, number>();
  let total = 0;
  let oldest = Infinity;
  for (const [index, { time, fields }] of rows.entries()) {
    if (index % STEP === STEP - 1) {
      yield;
    }
    oldest = Math.min(oldest, time ?? Infinity);
    const cost = amountOf(ownValue(fields, costField));
    if (time !== undefined && time >= from && cost !== undefined) {
      const model = modelField === undefined ? undefined : ownValue(fields, modelField);
      total += cost;
      if (typeof model === 'string') {
        byModel.set(model, (byModel.get(model) ?? 0) + cost);
      }
    }
  }
  return { total, byModel, oldest };
}

/** What was spent of a budget. */
export interface Spent {
  /** Undefined for all calls together. */
  readonly model: string | undefined;
  readonly cost: number;
  readonly budget: number;
}

/** What was spent today of each budget, and whether all calls of today are here: else it is that much at the least. */
export interface TodaysSpending {
  readonly spent: readonly Spent[];
  readonly isWhole: boolean;
}

/** The stores of what is spent. */
export interface BudgetSlice extends Pick<LlmSlice, 'llmCalls'> {
  /** Undefined where nobody set one. */
  readonly llmBudget: LlmBudget | undefined;
  readonly llmSpending: SlicedResult<
    readonly [calls: readonly LlmCall[], from: number],
    DaySpending | undefined
  >;
}

/** What was spent today of the budgets that are set; undefined without any, and where nothing is known yet. */
export function selectTodaysSpending(
  { llmBudget, llmCalls, llmSpending }: BudgetSlice,
  now: number,
  zone: DayZone,
): TodaysSpending | undefined {
  const listing = llmCalls.getState().data;
  if (llmBudget === undefined || listing === undefined) {
    return undefined;
  }
  const { from } = boundsOfDay(dayOf(now, zone), zone);
  const spending = llmSpending.look(listing.rows, from);
  if (spending === undefined) {
    return undefined;
  }
  const { day, models } = llmBudget;
  const { reach, doubt, damaged } = listing;
  const reachesBack = reach === 'first' || (reach !== 'behind' && spending.oldest < from);
  return {
    spent: [
      ...(day === undefined ? [] : [{ model: undefined, cost: spending.total, budget: day }]),
      ...[...models].map(([model, budget]) => ({ model, cost: spending.byModel.get(model) ?? 0, budget })),
    ],
    isWhole: reachesBack && doubt === undefined && damaged.length === 0 && !llmSpending.isWorking,
  };
}
