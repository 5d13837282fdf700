import type { JsonObject } from '../../contract/tolerant.ts';
import type { ListQuery } from '../query/query-fields.ts';
import type { DiscoveredFields } from './llm-fields.ts';
import type { LlmTotals } from './llm-totals.ts';

/** The fields of totals as they are exported. */
const TOTALS_FIELDS = [
  'by',
  'provider',
  'model',
  'calls',
  'errors',
  'errors_known_of',
  'tokens_in',
  'tokens_in_known_of',
  'tokens_out',
  'tokens_out_known_of',
  'cost',
  'currency',
  'cost_known_of',
  'latency_p50',
  'latency_p95',
  'latency_p99',
  'latency_unit',
  'latency_known_of',
] as const;

/** What columns of totals by a field can be named. */
export function totalsQuery(by: string): ListQuery {
  const names = [...new Set([by.toLowerCase(), ...TOTALS_FIELDS])];
  return {
    kind: 'call',
    fields: names.map((name) => ({ name, kind: 'any', paths: [name] })),
    times: [],
    isClosed: true,
    titles: {
      'tokens in': 'tokens_in',
      'tokens out': 'tokens_out',
      p50: 'latency_p50',
      p95: 'latency_p95',
    },
  };
}

/** A sum of amounts with the digits that it was made of: 0.1 and 0.2 are no 0.30000000000000004. */
const sumOf = (amount: number | undefined) => (amount === undefined ? null : Number(amount.toPrecision(12)));

/** Totals as they are exported: null where the data gives no number, and beside each of how many calls it is made. */
export function recordOfTotals({
  known,
  ...totals
}: LlmTotals): Record<(typeof TOTALS_FIELDS)[number], unknown> {
  const orNull = (value: unknown) => value ?? null;
  return {
    by: totals.kind,
    provider: orNull(totals.provider),
    model: orNull(totals.model),
    calls: totals.calls,
    errors: orNull(totals.errors),
    errors_known_of: known.errors,
    tokens_in: orNull(totals.inputTokens),
    tokens_in_known_of: known.inputTokens,
    tokens_out: orNull(totals.outputTokens),
    tokens_out_known_of: known.outputTokens,
    cost: sumOf(totals.cost),
    currency: orNull(totals.currency),
    cost_known_of: known.cost,
    latency_p50: orNull(totals.medianLatency),
    latency_p95: orNull(totals.slowLatency),
    latency_p99: orNull(totals.slowestLatency),
    latency_unit: orNull(totals.latencyUnit),
    latency_known_of: known.latency,
  };
}

/** What all calls of some totals have in common, under the names that the data has for it. */
export function sharedFieldsOf(
  { provider, model, kind }: LlmTotals,
  fields: Pick<DiscoveredFields, 'provider' | 'model'>,
): JsonObject {
  const shared: readonly (readonly [string | undefined, unknown])[] =
    kind === 'all'
      ? []
      : [
          [fields.provider, provider],
          [fields.model, model],
        ];
  return Object.fromEntries(
    shared.flatMap(([name, value]) => (name === undefined || value === undefined ? [] : [[name, value]])),
  );
}
